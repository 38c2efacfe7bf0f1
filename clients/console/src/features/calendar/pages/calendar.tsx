import './calendar.css';
import { ActionIcon, Button, Group, Menu, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDots, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { ErrorNote, Loading, PageHead } from '../../../ui/page';
import { useIsPhone } from '../../../ui/phone';
import { StatusBadge, statusColors } from '../../../ui/states';
import { type ListedCampaign, titleOf, useFigures } from '../../campaigns';
import { useCampaignsBetween } from '../api/calendar';
import {
  type Month,
  dayOf,
  daysOf,
  firstWeekdayOf,
  isPlannable,
  monthIn,
  monthsLater,
  nameOf,
  weeksOf,
} from '../days';
import { useCalendarTexts } from '../texts';

/** A campaign with its time, which is that of its start or the scheduled one. */
interface Entry {
  campaign: ListedCampaign;
  at: string;
}
type Entries = ReadonlyMap<string, Entry[]>;

/** The number of campaigns of a day that are shown at first. */
const SHOWN = 3;

/** The campaigns of a month. On a phone, as a list. */
export function CalendarPage() {
  const own = useCalendarTexts();
  const isPhone = useIsPhone();
  const { locale } = useFormat();
  const month = monthIn(useSearch({ from: '/campaigns/calendar' }).month, new Date());
  const weeks = weeksOf(month, firstWeekdayOf(locale));
  const [first, last] = [weeks[0]?.[0] ?? new Date(), weeks.at(-1)?.at(-1) ?? new Date()];
  const end = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1);
  const campaigns = useCampaignsBetween(first, end);
  const entries = useEntries(campaigns.data ?? []);
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(
    new Date(month.year, month.month - 1),
  );
  return (
    <>
      <PageHead title={own.title}>
        <Navigation month={month} />
      </PageHead>
      <Stack gap="md">
        <Title order={2} aria-live="polite">
          {title}
        </Title>
        {campaigns.isLoadingError ? (
          <ErrorNote error={campaigns.error} retry={() => void campaigns.refetch()} />
        ) : !campaigns.data ? (
          <Loading />
        ) : isPhone ? (
          <DayList month={month} entries={entries} />
        ) : (
          <MonthTable title={title} month={month} weeks={weeks} entries={entries} />
        )}
        <Text size="sm" c="dimmed">
          {own.legend}
        </Text>
      </Stack>
    </>
  );
}

/** The campaigns by day, in the order of their times. */
function useEntries(campaigns: readonly ListedCampaign[]): Entries {
  const figures = useFigures(campaigns, [0, campaigns.length - 1]);
  const byDay = new Map<string, Entry[]>();
  for (const campaign of campaigns) {
    const found = figures.get(campaign._id);
    const at = found?.publishedAt ?? found?.scheduledAt ?? null;
    if (at === null) continue;
    const day = dayOf(new Date(at));
    byDay.set(day, [...(byDay.get(day) ?? []), { campaign, at }]);
  }
  for (const entries of byDay.values()) entries.sort((a, b) => a.at.localeCompare(b.at));
  return byDay;
}

/** The month is in the URL of the page, so that links keep it. */
function Navigation({ month }: { month: Month }) {
  const own = useCalendarTexts();
  const navigate = useNavigate({ from: '/campaigns/calendar' });
  const go = (to: Month | undefined): void =>
    void navigate({ search: to ? { month: nameOf(to) } : {}, replace: true });
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={own.before}
        onClick={() => go(monthsLater(month, -1))}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Button variant="default" size="sm" onClick={() => go(undefined)}>
        {own.today}
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={own.after}
        onClick={() => go(monthsLater(month, 1))}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

interface MonthProps {
  month: Month;
  entries: Entries;
}

function MonthTable({ title, month, weeks, entries }: MonthProps & { title: string; weeks: Date[][] }) {
  const { locale } = useFormat();
  const weekdays = useMemo(() => {
    const short = new Intl.DateTimeFormat(locale, { weekday: 'short' });
    const long = new Intl.DateTimeFormat(locale, { weekday: 'long' });
    return (weeks[0] ?? []).map((day) => [long.format(day), short.format(day)] as const);
  }, [locale, weeks]);
  return (
    <Paper className="pane" p={0}>
      <table className="calendar" aria-label={title}>
        <thead>
          <tr>
            {weekdays.map(([long, short]) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.map(dayOf).join()}>
              {week.map((day) => (
                <Day key={dayOf(day)} day={day} month={month} entries={entries.get(dayOf(day)) ?? []} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  );
}

function Day({ day, month, entries }: { day: Date; month: Month; entries: readonly Entry[] }) {
  const own = useCalendarTexts();
  const { locale } = useFormat();
  const [isWhole, setWhole] = useState(false);
  const isOfMonth = day.getMonth() + 1 === month.month;
  const isToday = dayOf(day) === dayOf(new Date());
  const shown = isWhole || entries.length <= SHOWN ? entries : entries.slice(0, SHOWN - 1);
  const mayWrite = useMay('write');
  const name = new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(day);
  return (
    <td aria-current={isToday ? 'date' : undefined}>
      <time
        className={isOfMonth ? 'calendar-day numbers' : 'calendar-day numbers dimmed'}
        dateTime={dayOf(day)}
        aria-label={name}
      >
        {day.getDate()}
      </time>
      {mayWrite && isPlannable(day, new Date()) && (
        <ActionIcon
          className="calendar-new"
          renderRoot={(props) => <Link {...newOn(day)} {...props} />}
          variant="subtle"
          size="sm"
          aria-label={own.new(name)}
          title={own.newHere}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      )}
      {entries.length > 0 && (
        <ul>
          {shown.map((entry) => (
            <li key={entry.campaign._id} className="calendar-entry">
              <EntryLink entry={entry} />
            </li>
          ))}
          {shown.length < entries.length && (
            <li>
              <Button variant="subtle" size="compact-xs" onClick={() => setWhole(true)}>
                {own.more(entries.length - shown.length)}
              </Button>
            </li>
          )}
        </ul>
      )}
    </td>
  );
}

/** The link to a new campaign that is meant for a day. */
const newOn = (day: Date) =>
  ({ to: '/campaigns/$campaignId', params: { campaignId: 'new' }, search: { day: dayOf(day) } }) as const;

function EntryLink({ entry: { campaign, at } }: { entry: Entry }) {
  const texts = useTexts();
  const { clock } = useFormat();
  const { _id: campaignId, name, status } = campaign;
  const title = titleOf(name, texts);
  return (
    <>
      <Text span c={statusColors[status]} fz="inherit" fw={700} aria-hidden>
        •
      </Text>
      <Link
        className="row-link"
        to={status === 'SCHEDULED' ? '/campaigns/$campaignId' : '/campaigns/$campaignId/report'}
        params={{ campaignId }}
        title={`${title} · ${texts.status[status]} · ${clock(at)}`}
      >
        <span className="dimmed numbers">{clock(at)}</span> {title}
        <VisuallyHidden>{`, ${texts.status[status]}`}</VisuallyHidden>
      </Link>
    </>
  );
}

/** The days of the month on which campaigns start, and those for which campaigns can be planned. */
function DayList({ month, entries }: MonthProps) {
  const own = useCalendarTexts();
  const { locale } = useFormat();
  const mayWrite = useMay('write');
  const now = new Date();
  const days = daysOf(month).map((day) => ({
    ...{ day, name: dayOf(day), list: entries.get(dayOf(day)) ?? [] },
    isOpen: mayWrite && isPlannable(day, now),
  }));
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <Stack className="calendar-days" gap="md">
      {days.every(({ list }) => list.length === 0) && <Text c="dimmed">{own.none}</Text>}
      {days
        .filter(({ list, isOpen }) => isOpen || list.length > 0)
        .map(({ day, name, list, isOpen }) => (
          <section key={name}>
            <Group justify="space-between" wrap="nowrap">
              <Title order={3} size="h5" aria-current={name === dayOf(now) ? 'date' : undefined}>
                {format.format(day)}
              </Title>
              {isOpen && <DayMenu day={day} label={own.actions(format.format(day))} />}
            </Group>
            {list.length > 0 && (
              <ul>
                {list.map((entry) => (
                  <li key={entry.campaign._id}>
                    <Group justify="space-between" wrap="nowrap" gap="sm" py={6}>
                      <div className="row-text">
                        <EntryLink entry={entry} />
                      </div>
                      <StatusBadge status={entry.campaign.status} />
                    </Group>
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
    </Stack>
  );
}

function DayMenu({ day, label }: { day: Date; label: string }) {
  const own = useCalendarTexts();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => <Link {...newOn(day)} {...props} />}
        >
          {own.newHere}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Button, Group, Table, Text } from '@mantine/core';
import { useDisclosure, useInterval } from '@mantine/hooks';
import { IconCalendarTime, IconClockEdit } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { Empty, ErrorNote, ListingPane, Loading, PageHead } from '../../../ui/page';
import { type ListedCampaign, useScheduled } from '../api/campaigns';
import { type Figures, useFigures } from '../api/figures';
import { RowMenu } from '../components/campaign-actions';
import { ChangeTime } from '../components/change-time';
import { useTargetNames } from '../components/target-names';
import { useHiddenCampaigns } from '../components/use-deletion';
import { titleOf } from '../draft/title';
import { remaining } from '../schedule';

const TICK_MS = 1_000;

/** The scheduled campaigns, the next one first, with the time until they start. */
export function ScheduledPage() {
  const texts = useTexts();
  const { heads } = texts.scheduled;
  const scheduled = useScheduled();
  const hidden = useHiddenCampaigns();
  const campaigns = (scheduled.data ?? []).filter(({ _id }) => !hidden.has(_id));
  const figures = useFigures(campaigns, [0, campaigns.length - 1]);
  const now = useNow();
  const startOf = ({ _id }: ListedCampaign): string => figures.get(_id)?.scheduledAt ?? '';
  const inOrder = campaigns.toSorted((a, b) => startOf(a).localeCompare(startOf(b)));
  return (
    <>
      <PageHead title={texts.scheduled.title} />
      {scheduled.isLoadingError ? (
        <ErrorNote error={scheduled.error} retry={() => void scheduled.refetch()} />
      ) : !scheduled.data ? (
        <Loading />
      ) : inOrder.length === 0 ? (
        <Empty icon={<IconCalendarTime size={44} stroke={1.4} />} title={texts.scheduled.emptyTitle}>
          {texts.scheduled.emptyText}
        </Empty>
      ) : (
        <ListingPane minWidth={680} heads={[heads.name, heads.audience, heads.start, heads.actions]}>
          {inOrder.map((campaign) => (
            <Row key={campaign._id} campaign={campaign} figures={figures.get(campaign._id)} now={now} />
          ))}
        </ListingPane>
      )}
    </>
  );
}

interface RowProps {
  campaign: ListedCampaign;
  figures: Figures | undefined;
  now: number;
}

function Row({ campaign, figures, now }: RowProps) {
  const texts = useTexts();
  const { time } = useFormat();
  const until = useDuration();
  const maySend = useMay('send');
  const nameOf = useTargetNames();
  const [isChanging, changing] = useDisclosure(false);
  const { _id: campaignId, name } = campaign;
  const scheduledAt = figures?.scheduledAt ?? null;
  const isDue = scheduledAt !== null && Date.parse(scheduledAt) <= now;
  return (
    <Table.Tr>
      <Table.Td py={5}>
        <Link className="row-link" to="/campaigns/$campaignId" params={{ campaignId }}>
          {titleOf(name, texts)}
        </Link>
      </Table.Td>
      <Table.Td py={5} className="dimmed">
        {figures && nameOf(figures)}
      </Table.Td>
      <Table.Td py={5} className="numbers">
        {scheduledAt !== null && (
          <>
            {time(scheduledAt)}{' '}
            <Text size="sm" c="dimmed" span>
              {isDue
                ? texts.scheduled.starting
                : texts.scheduled.startsIn(until(remaining(Date.parse(scheduledAt), now)))}
            </Text>
          </>
        )}
      </Table.Td>
      <Table.Td py={5}>
        <Group gap="xs" wrap="nowrap">
          {maySend && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconClockEdit size={14} aria-hidden />}
              aria-label={`${texts.scheduled.changeTime}: ${titleOf(name, texts)}`}
              onClick={changing.open}
            >
              {texts.scheduled.changeTime}
            </Button>
          )}
          <RowMenu campaign={campaign} />
        </Group>
        {isChanging && <ChangeTime id={campaignId} scheduledAt={scheduledAt} onClose={changing.close} />}
      </Table.Td>
    </Table.Tr>
  );
}

/** The current time, each second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  const { start, stop } = useInterval(() => setNow(Date.now()), TICK_MS);
  useEffect(() => {
    start();
    return stop;
  }, [start, stop]);
  return now;
}

/** Formats a time span: `2 days 3 hr`. */
function useDuration(): (parts: ReturnType<typeof remaining>) => string {
  const { locale } = useFormat();
  return (parts) =>
    parts
      .map(([count, unit]) =>
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count),
      )
      .join(' ');
}

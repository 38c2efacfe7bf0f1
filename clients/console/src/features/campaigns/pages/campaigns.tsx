import { Button, Group, Paper, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconSearch, IconSend, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type CampaignFilter, type ListedCampaign, campaignStatuses, useCampaigns } from '../api/campaigns';
import { useGroups } from '../../people';
import { addressedStates, useReport } from '../../reports';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { Empty, ErrorNote, Loading, PageHead } from '../../../ui/page';
import { useIsPhone } from '../../../ui/phone';
import { NextPageError, nextPageOf } from '../../../ui/paged';
import { StateBar, StatusBadge } from '../../../ui/states';
import { RowMenu } from '../components/campaign-actions';
import { titleOf } from '../draft/draft';

const filters = ['ALL', ...campaignStatuses] as const;
/** A pause in typing before a search (milliseconds). */
const SEARCH_MS = 250;
const ROW_PX = 64;
/**
 * The number of campaigns with a stream. A browser opens at most six connections to a host, so the other campaigns are
 * polled.
 */
const STREAMS = 3;

export function CampaignsPage() {
  const texts = useTexts();
  const mayWrite = useMay('write');
  const filter = useSearch({ from: '/campaigns' });
  const campaigns = useCampaigns(filter);
  const found = useMemo(() => campaigns.data?.pages.flatMap(({ items }) => items) ?? [], [campaigns.data]);
  const isFiltered = filter.status !== undefined || filter.search !== undefined;

  return (
    <>
      <PageHead title={texts.campaigns.title}>
        {mayWrite && (
          <Button component={Link} to="/campaigns/new" leftSection={<IconPlus size={16} />}>
            {texts.campaigns.new}
          </Button>
        )}
      </PageHead>
      {!isFiltered && campaigns.data && found.length === 0 ? (
        <NoCampaigns />
      ) : (
        <Stack gap="md">
          <Filters filter={filter} />
          {campaigns.isPending ? (
            <Loading />
          ) : campaigns.isLoadingError ? (
            <ErrorNote error={campaigns.error} retry={() => void campaigns.refetch()} />
          ) : found.length === 0 ? (
            <Paper className="pane">
              <Group justify="space-between">
                <Text c="dimmed">{texts.campaigns.noMatch}</Text>
                <Button component={Link} to="/campaigns" variant="default" size="xs">
                  {texts.campaignList.showAll}
                </Button>
              </Group>
            </Paper>
          ) : (
            <Rows campaigns={found} onEnd={nextPageOf(campaigns)} />
          )}
          <NextPageError list={campaigns} />
          <Text size="sm" c="dimmed" role="status">
            {campaigns.data &&
              !campaigns.isPlaceholderData &&
              `${texts.campaigns.shown(found.length)}${campaigns.hasNextPage ? ' …' : ''}`}
          </Text>
        </Stack>
      )}
    </>
  );
}

/** The search is in the URL of the page, so that links keep it. */
function Filters({ filter }: { filter: CampaignFilter }) {
  const texts = useTexts();
  const navigate = useNavigate({ from: '/campaigns' });
  const [entered, setEntered] = useState(filter.search ?? '');
  const searched = useRef(filter.search ?? '');
  const search = useDebouncedCallback((typed: string) => {
    searched.current = typed.trim();
    const text = searched.current === '' ? undefined : searched.current;
    void navigate({ search: (before) => ({ ...before, search: text }), replace: true });
  }, SEARCH_MS);
  useEffect(() => {
    // A back navigation or a link has changed the URL. Text that is being typed stays.
    if ((filter.search ?? '') === searched.current) return;
    searched.current = filter.search ?? '';
    setEntered(searched.current);
  }, [filter.search]);
  return (
    <Group gap="sm">
      <TextInput
        aria-label={texts.campaigns.search}
        placeholder={texts.campaigns.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={entered}
        maxLength={100}
        onChange={(event) => {
          setEntered(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
        w={{ base: '100%', sm: 260 }}
        type="search"
      />
      <div style={{ overflowX: 'auto', maxWidth: '100%' }}>
        <SegmentedControl
          aria-label={texts.campaigns.filter}
          value={filter.status ?? 'ALL'}
          onChange={(value) =>
            void navigate({
              search: (before) => ({ ...before, status: value === 'ALL' ? undefined : value }),
              replace: true,
            })
          }
          data={filters.map((value) => ({
            value,
            label: value === 'ALL' ? texts.campaigns.all : texts.status[value],
          }))}
        />
      </div>
    </Group>
  );
}

function NoCampaigns() {
  const texts = useTexts();
  const mayWrite = useMay('write');
  const groups = useGroups();
  const hasGroups = (groups.data?.length ?? 0) > 0;
  return (
    <Empty
      icon={<IconSend size={44} stroke={1.4} />}
      title={texts.campaigns.emptyTitle}
      action={
        !mayWrite ? undefined : hasGroups ? (
          <Group gap="sm" justify="center">
            <Button component={Link} to="/campaigns/new" leftSection={<IconPlus size={16} />}>
              {texts.campaigns.new}
            </Button>
            <Button component={Link} to="/people" variant="default" leftSection={<IconUsers size={16} />}>
              {texts.campaigns.addPeople}
            </Button>
          </Group>
        ) : (
          <Button component={Link} to="/people" leftSection={<IconUsers size={16} />}>
            {texts.campaigns.addPeople}
          </Button>
        )
      }
    >
      {texts.campaigns.emptyText}{' '}
      {!mayWrite ? texts.identity.mayOnlyRead : !hasGroups && texts.campaigns.emptyNoGroups}
    </Empty>
  );
}

/** Only visible rows are in the page, regardless of the length of the list. */
function Rows({ campaigns, onEnd }: { campaigns: ListedCampaign[]; onEnd: (() => void) | undefined }) {
  const texts = useTexts();
  const list = useRef<HTMLDivElement>(null);
  const rows = useWindowVirtualizer({
    count: campaigns.length,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (onEnd && last >= campaigns.length - 10) onEnd();
  }, [onEnd, last, campaigns.length]);
  const streamed = new Set(
    items
      .map(({ index }) => campaigns[index])
      .filter((each) => each?.status === 'SENDING')
      .slice(0, STREAMS)
      .map((each) => each?._id),
  );
  return (
    <Paper className="pane" p={0} ref={list} role="list" aria-label={texts.campaigns.list}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, key, start }) => {
          const campaign = campaigns[index];
          if (!campaign) return null;
          return (
            <div
              key={key}
              role="listitem"
              style={{
                ...{ position: 'absolute', insetInline: 0, height: ROW_PX },
                transform: `translateY(${start - rows.options.scrollMargin}px)`,
                borderTop: index === 0 ? 'none' : '1px solid var(--mantine-color-default-border)',
              }}
            >
              <Row campaign={campaign} isStreamed={streamed.has(campaign._id)} />
            </div>
          );
        })}
      </div>
    </Paper>
  );
}

function Row({ campaign, isStreamed }: { campaign: ListedCampaign; isStreamed: boolean }) {
  const texts = useTexts();
  const { day } = useFormat();
  const { _id: campaignId, status, name } = campaign;
  const isWritten = status === 'DRAFT' || status === 'SCHEDULED';
  const isUnderWay = status === 'SENDING' || status === 'PAUSED';
  const isPhone = useIsPhone();
  const follow = status === 'PAUSED' ? 'once' : isStreamed ? 'live' : 'polled';
  const progress = <Progress campaign={campaign} follow={follow} />;
  return (
    <Group h="100%" px="md" gap={isPhone ? 'xs' : 'md'} wrap="nowrap">
      <div style={{ flex: '1 1 60%', minWidth: 0 }}>
        <Text truncate>
          <Link
            className="row-link"
            to={isWritten ? '/campaigns/$campaignId' : '/campaigns/$campaignId/report'}
            params={{ campaignId }}
          >
            {titleOf(name, texts)}
          </Link>
        </Text>
        {isUnderWay && isPhone ? (
          // Next to the name, it would leave no room for the name.
          progress
        ) : (
          <Text size="xs" c="dimmed">
            {day(campaign.updatedAt)}
          </Text>
        )}
      </div>
      {isUnderWay && !isPhone && <div style={{ flex: '0 1 220px', minWidth: 64 }}>{progress}</div>}
      <StatusBadge status={status} />
      <RowMenu campaign={campaign} />
    </Group>
  );
}

function Progress({ campaign, follow }: { campaign: ListedCampaign; follow: 'live' | 'polled' | 'once' }) {
  const texts = useTexts();
  const { number } = useFormat();
  const { data: report } = useReport(campaign._id, follow);
  if (!report) return null;
  const { addressed, states } = report;
  const done = addressed - states.QUEUED;
  return (
    <Stack gap={4}>
      <StateBar counts={addressedStates(report)} label={campaign.name} />
      <Text size="xs" c="dimmed" className="numbers" visibleFrom="sm">
        {texts.campaigns.progressOf(number(done), number(addressed))}
      </Text>
    </Stack>
  );
}

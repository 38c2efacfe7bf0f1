import type { Schemas } from '@carillon/sdk';
import {
  Alert,
  Button,
  Group,
  Paper,
  Progress,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChartBar, IconClock, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCampaign, useReport } from '../data';
import { useSession } from '../session';
import { timeZone, useFormat, useTexts } from '../texts';
import { Empty, ErrorNote, Loading, PageHead, WayBack, Listing } from '../ui/page';
import {
  ChannelIcon,
  Dot,
  StateBar,
  StateLegend,
  StatusBadge,
  channels,
  states,
  useReason,
} from '../ui/states';
import { RowMenu } from './campaigns';

type Report = Schemas['Report'];

/** How often the first page of deliveries is asked for (milliseconds). */
const DELIVERIES_MS = 5_000;

export function ReportPage() {
  const texts = useTexts();
  const { campaignId } = useParams({ from: '/campaigns/$campaignId/report' });
  const campaign = useCampaign(campaignId);
  const status = campaign.data?.status;
  const report = useReport(campaignId, status === 'SENDING' || status === 'PAUSED' ? 'live' : 'polled');
  const error = campaign.error ?? report.error;
  if (error) return <ErrorNote error={error} retry={() => void campaign.refetch()} />;
  if (!campaign.data || !report.data) return <Loading />;
  const shown = { ...campaign.data, status: report.data.status };
  return (
    <>
      <PageHead
        title={shown.name}
        above={<WayBack to="/campaigns">{texts.campaigns.title}</WayBack>}
        beside={<StatusBadge status={shown.status} />}
      >
        <Button component={Link} to={`/campaigns/${campaignId}`} variant="default">
          {texts.report.edit}
        </Button>
        <RowMenu campaign={shown} />
      </PageHead>
      {shown.status === 'DRAFT' ? (
        <Empty icon={<IconChartBar size={44} stroke={1.4} />} title={texts.report.draftTitle}>
          {texts.report.draftText}
        </Empty>
      ) : (
        <Stack gap="lg">
          {shown.statusReason !== null && (
            <Alert color="orange">{texts.statusReasons[shown.statusReason] ?? shown.statusReason}</Alert>
          )}
          <Whole report={report.data} name={shown.name} />
          <Waiting report={report.data} />
          <Channels report={report.data} />
          <Reasons report={report.data} />
          <Deliveries campaignId={campaignId} />
        </Stack>
      )}
    </>
  );
}

function Whole({ report, name }: { report: Report; name: string }) {
  const texts = useTexts();
  const { number, share, time } = useFormat();
  const { states: counts, total } = report;
  const reached = counts.SENT + counts.DELIVERED + counts.READ;
  const words = [
    report.publishedAt !== null && texts.report.published(time(report.publishedAt)),
    report.finishedAt !== null && texts.report.finished(time(report.finishedAt)),
    report.ratePerSecond !== null && texts.report.rate(number(report.ratePerSecond)),
    report.estimatedEndAt !== null && texts.report.ends(time(report.estimatedEndAt)),
  ].filter((each) => each !== false);
  return (
    <Paper className="pane">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 2, sm: 4 }} className="numbers">
          <Figure label={texts.report.total} value={number(total)} />
          <Figure label={texts.report.reached} value={number(reached)} note={share(reached, total)} />
          <Figure label={texts.states.QUEUED} value={number(counts.QUEUED)} />
          <Figure
            label={texts.states.FAILED}
            value={number(counts.FAILED)}
            note={share(counts.FAILED, total)}
          />
        </SimpleGrid>
        {report.planning.done ? (
          <StateBar counts={counts} label={name} />
        ) : (
          <Progress value={100} animated aria-label={texts.report.planning} />
        )}
        <StateLegend counts={counts} />
        <Text size="sm" c="dimmed">
          {[...words, texts.zone(timeZone)].join(' · ')}
        </Text>
      </Stack>
    </Paper>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group gap={8} align="baseline">
        <Text fz={26} fw={650} lh={1.2}>
          {value}
        </Text>
        {note !== undefined && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
    </div>
  );
}

function Waiting({ report: { waiting } }: { report: Report }) {
  const texts = useTexts();
  const { time } = useFormat();
  const reason = useReason();
  if (waiting.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconClock aria-hidden />} title={texts.report.waiting}>
      {waiting.map((each) => (
        <Text size="sm" key={`${each.channel} ${each.reason}`}>
          {texts.report.waitingFor(texts.channels[each.channel], reason(each.reason))}{' '}
          {each.nextTryAt !== null && texts.report.nextTry(time(each.nextTryAt))}
        </Text>
      ))}
    </Alert>
  );
}

function Channels({ report }: { report: Report }) {
  const texts = useTexts();
  const { number } = useFormat();
  return (
    <section>
      <Title order={2} mb="sm">
        {texts.report.byChannel}
      </Title>
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        {channels.map((channel) => {
          const { total, states: counts, segments } = report.channels[channel];
          return (
            <Paper key={channel} className="pane" p="md">
              <Stack gap="sm">
                <Group justify="space-between" className="numbers">
                  <Group gap={8}>
                    <ChannelIcon channel={channel} />
                    <Title order={3}>{texts.channels[channel]}</Title>
                  </Group>
                  <Text fw={600}>{number(total)}</Text>
                </Group>
                <StateBar counts={counts} label={texts.channels[channel]} />
                {total === 0 ? (
                  <Text size="sm" c="dimmed">
                    {texts.report.nobody}
                  </Text>
                ) : (
                  <StateLegend counts={counts} />
                )}
                {segments > 0 && (
                  <Text size="xs" c="dimmed">
                    {texts.report.segments(segments)}
                  </Text>
                )}
              </Stack>
            </Paper>
          );
        })}
      </SimpleGrid>
    </section>
  );
}

function Reasons({ report: { reasons, total } }: { report: Report }) {
  const texts = useTexts();
  const { number } = useFormat();
  const reason = useReason();
  if (total === 0) return null;
  return (
    <section>
      <Title order={2} mb="sm">
        {texts.report.reasons}
      </Title>
      <Paper className="pane" p={reasons.length === 0 ? 'lg' : 0}>
        {reasons.length === 0 ? (
          <Text c="dimmed">{texts.report.noReasons}</Text>
        ) : (
          <Stack gap={0}>
            {reasons.map((each, index) => (
              <Group
                key={`${each.channel} ${each.state} ${each.reason} ${each.providerCode ?? ''}`}
                px="md"
                py="sm"
                gap="md"
                wrap="nowrap"
                align="flex-start"
                style={{ borderTop: index === 0 ? 'none' : '1px solid var(--mantine-color-default-border)' }}
              >
                <Text fw={650} className="numbers" w={64} ta="right">
                  {number(each.count)}
                </Text>
                <div style={{ flex: 1, minWidth: 0 }}>
                  <Group gap={8}>
                    <Dot state={each.state} />
                    <Text fw={550}>{reason(each.reason)}</Text>
                    <Text size="sm" c="dimmed">
                      {texts.channels[each.channel]} · {texts.states[each.state]}
                      {each.providerCode !== null && ` · ${each.providerCode}`}
                    </Text>
                  </Group>
                  {each.advice !== null && (
                    <Text size="sm" c="dimmed" lang="en">
                      {each.advice}
                    </Text>
                  )}
                </div>
              </Group>
            ))}
          </Stack>
        )}
      </Paper>
    </section>
  );
}

function Deliveries({ campaignId }: { campaignId: string }) {
  const texts = useTexts();
  const { time } = useFormat();
  const reason = useReason();
  const { client } = useSession();
  const [words, setWords] = useState('');
  const [identifier] = useDebouncedValue(words.trim(), 300);
  const [channel, setChannel] = useState<string | null>(null);
  const [state, setState] = useState<string | null>(null);
  const filter = {
    ...(channel !== null && { channel: channel as Schemas['Channel'] }),
    ...(state !== null && { state: state as Schemas['DeliveryState'] }),
    ...(identifier !== '' && { identifier }),
  };
  const deliveries = useInfiniteQuery({
    queryKey: ['deliveries', campaignId, filter],
    queryFn: ({ pageParam, signal }) =>
      client.page('/campaigns/{id}/deliveries', {
        path: { id: campaignId },
        query: { ...filter, limit: 50, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Whoever reads further pages is not disturbed.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : DELIVERIES_MS),
  });
  const rows = deliveries.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section>
      <Title order={2} mb="sm">
        {texts.report.deliveries}
      </Title>
      <Stack gap="sm">
        <Group gap="sm">
          <TextInput
            type="search"
            aria-label={texts.report.address}
            placeholder={texts.report.address}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            w={{ base: '100%', sm: 260 }}
          />
          <Select
            aria-label={texts.report.channel}
            placeholder={texts.report.anyChannel}
            value={channel}
            onChange={setChannel}
            clearable
            data={channels.map((value) => ({ value, label: texts.channels[value] }))}
            w={{ base: '47%', sm: 170 }}
          />
          <Select
            aria-label={texts.report.state}
            placeholder={texts.report.anyState}
            value={state}
            onChange={setState}
            clearable
            data={states.map((value) => ({ value, label: texts.states[value] }))}
            w={{ base: '47%', sm: 170 }}
          />
        </Group>
        {deliveries.error ? (
          <ErrorNote error={deliveries.error} />
        ) : (
          <Paper className="pane" p={0}>
            <Listing
              minWidth={620}
              heads={[
                texts.report.identifier,
                texts.report.channel,
                texts.report.state,
                texts.report.reason,
                texts.report.time,
              ]}
            >
              {rows.map((each) => (
                <Table.Tr key={each._id}>
                  <Table.Td>{each.identifier}</Table.Td>
                  <Table.Td>{texts.channels[each.channel]}</Table.Td>
                  <Table.Td>
                    <Group gap={8} wrap="nowrap">
                      <Dot state={each.state} />
                      {texts.states[each.state]}
                    </Group>
                  </Table.Td>
                  <Table.Td>{each.reason === null ? '–' : reason(each.reason)}</Table.Td>
                  <Table.Td className="numbers">{time(each.updatedAt)}</Table.Td>
                </Table.Tr>
              ))}
            </Listing>
            {rows.length === 0 && !deliveries.isPending && (
              <Text c="dimmed" p="md">
                {texts.report.noDeliveries}
              </Text>
            )}
          </Paper>
        )}
        {deliveries.hasNextPage && (
          <Button
            variant="default"
            loading={deliveries.isFetchingNextPage}
            onClick={() => void deliveries.fetchNextPage()}
            style={{ alignSelf: 'flex-start' }}
          >
            {texts.loadMore}
          </Button>
        )}
      </Stack>
    </section>
  );
}

import type { Schemas } from '@carillon/sdk';
import {
  Alert,
  Button,
  Group,
  Paper,
  Progress,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconCircleCheck, IconClock, IconRefresh } from '@tabler/icons-react';
import { Suspense, lazy, useRef, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { type Texts, useFormat, useTexts } from '../../../texts';
import { ErrorNote } from '../../../ui/page';
import { ChannelIcon, Dot, StateBar, StateLegend, channels, useReason } from '../../../ui/states';
import { Deliveries, type DeliveryFilter, adviceOn, allDeliveries } from './deliveries';
import { Engagement } from './engagement';
import { type Figures, addressedStates, figuresOf, withoutMessage } from '../figures';
import { Retry } from './retry';
import { retryableOf } from '../retry-choice';
import { useTimeline } from '../api/report';

type Report = Schemas['Report'];
type Row = Schemas['ReportReason'];

/** The library of the chart is larger than the rest of the page. */
const SendsChart = lazy(async () => ({ default: (await import('./sends-chart')).SendsChart }));

/** The numbers of a campaign, from its recipients to each delivery. */
export function CampaignReport({
  campaign,
  report,
}: {
  campaign: Schemas['CampaignDetail'];
  report: Report;
}) {
  const texts = useTexts();
  const [filter, setFilter] = useState(allDeliveries);
  const deliveries = useRef<HTMLElement>(null);
  const { _id: campaignId, name, status } = campaign;
  const isUnderWay = status === 'SENDING' || status === 'PAUSED';
  const show = (chosen: DeliveryFilter): void => {
    setFilter(chosen);
    deliveries.current?.scrollIntoView();
  };
  return (
    <>
      <Overview report={report} status={status} name={name} />
      <Waiting report={report} onShow={show} />
      <Sends campaignId={campaignId} report={report} />
      {(report.planning.done || report.total > 0) && <Channels report={report} />}
      <Engagement report={report} />
      <Reasons campaign={campaign} report={report} onShow={show} />
      <section ref={deliveries}>
        <Title order={2} mb="sm">
          {texts.report.deliveries}
        </Title>
        <Deliveries
          campaignId={campaignId}
          reasons={report.reasons}
          emptyText={report.planning.done ? texts.report.noDeliveries : notCounted(status, texts)}
          isUnderWay={isUnderWay}
          filter={filter}
          onFilter={setFilter}
        />
      </section>
    </>
  );
}

/** Why the recipients aren't counted yet, or never were. */
function notCounted(status: Schemas['CampaignStatus'], { report }: Texts): string {
  if (status === 'SCHEDULED') return report.countedAtStart;
  return status === 'SENDING' || status === 'PAUSED' ? report.planning : report.neverCounted;
}

/** The rarer states are shown only if they occur, and the others always, even as zeros. */
const lasting = ['addressed', 'delivered', 'accepted', 'failed'] as const;

function Overview({
  report,
  status,
  name,
}: {
  report: Report;
  status: Schemas['CampaignStatus'];
  name: string;
}) {
  const texts = useTexts();
  const { number, share, time } = useFormat();
  const figures = figuresOf(report);
  const { addressed } = figures;
  const isUnderWay = status === 'SENDING' || status === 'PAUSED';
  const shown = (Object.keys(figures) as (keyof Figures)[]).filter(
    (each) => figures[each] > 0 || lasting.some((kept) => kept === each),
  );
  const elsewhere = withoutMessage(report);
  const times = [
    report.publishedAt !== null && texts.report.published(time(report.publishedAt)),
    report.finishedAt !== null && texts.report.finished(time(report.finishedAt)),
    report.ratePerSecond !== null && texts.report.rate(number(report.ratePerSecond)),
    report.estimatedEndAt !== null && texts.report.ends(time(report.estimatedEndAt)),
  ].filter((each) => each !== false);
  return (
    <Paper className="pane">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 2, xs: 3, md: Math.max(4, shown.length) }} className="numbers">
          {shown.map((each) => (
            <Figure
              key={each}
              label={texts.report.figures[each]}
              value={number(figures[each])}
              hint={texts.report.figureHints[each]}
              {...(each !== 'addressed' && addressed > 0 && { note: share(figures[each], addressed) })}
            />
          ))}
        </SimpleGrid>
        {report.planning.done ? (
          <StateBar counts={addressedStates(report)} label={name} />
        ) : (
          <>
            {isUnderWay && <Progress value={100} animated aria-label={texts.report.planning} />}
            <Text size="sm" role="status">
              {notCounted(status, texts)}
            </Text>
          </>
        )}
        {report.status === 'SENT' && addressed > 0 && (
          <Group gap={8} wrap="nowrap" role="status">
            <IconCircleCheck size={18} style={{ flex: 'none' }} aria-hidden />
            <Text>
              {texts.reportPage.done(
                number(figures.delivered + figures.accepted),
                texts.recipients(addressed),
              )}
            </Text>
          </Group>
        )}
        {elsewhere.length > 0 && (
          <Text size="sm" c="dimmed">
            {texts.report.withoutMessage(
              elsewhere.map(([channel, count]) => `${texts.channels[channel]} ${number(count)}`).join(', '),
            )}
          </Text>
        )}
        {times.length > 0 && (
          <Text size="sm" c="dimmed">
            {times.join(' · ')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

interface FigureProps {
  label: string;
  value: string;
  hint: string;
  note?: string;
}

function Figure({ label, value, hint, note }: FigureProps) {
  return (
    <div title={hint}>
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

/** Waiting channels and retries, and until when they wait. */
function Waiting({ report, onShow }: { report: Report; onShow: (filter: DeliveryFilter) => void }) {
  const texts = useTexts();
  const { time } = useFormat();
  const labelOf = useReason();
  const { waiting, reasons, status } = report;
  const again = reasons.filter(({ state }) => state === 'QUEUED');
  const isPaused = status === 'PAUSED';
  if (waiting.length === 0 && again.length === 0 && !isPaused) return null;
  return (
    <Alert color="yellow" icon={<IconClock aria-hidden />} title={texts.report.waiting}>
      <Stack gap="xs">
        {isPaused && <Text size="sm">{texts.reportPage.paused}</Text>}
        {waiting.map((each) => (
          <div key={`${each.channel} ${each.reason}`}>
            <Text size="sm">
              {texts.report.waitingFor(texts.channels[each.channel], labelOf(each.reason))}{' '}
              {texts.reportPage.since(time(each.since))}{' '}
              {each.nextTryAt !== null && texts.report.nextTry(time(each.nextTryAt))}
            </Text>
            {texts.reportPage.advice[each.reason] !== undefined && (
              <Text size="sm">{texts.reportPage.advice[each.reason]}</Text>
            )}
          </div>
        ))}
        {again.map((each) => (
          <Group key={`${each.channel} ${each.reason} ${each.providerCode ?? ''}`} gap="xs">
            <Text size="sm">
              {texts.channels[each.channel]}: {texts.reportPage.triedAgain(each.count, labelOf(each.reason))}
            </Text>
            <ShowDeliveries row={each} onShow={onShow} />
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

function ShowDeliveries({ row, onShow }: { row: Row; onShow: (filter: DeliveryFilter) => void }) {
  const texts = useTexts();
  const { channel, state, reason } = row;
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => onShow({ channel, state, reason })}>
      {texts.reportPage.showThem}
    </Button>
  );
}

/** The sending rate over time. */
function Sends({ campaignId, report }: { campaignId: string; report: Report }) {
  const texts = useTexts();
  const timeline = useTimeline(campaignId, report.status);
  if (report.total === 0) return null;
  const isTried = report.states.QUEUED + report.states.SKIPPED + report.states.CANCELLED < report.total;
  const isOver = report.status === 'SENT' || report.status === 'CANCELLED';
  if (isOver && !isTried) return null;
  return (
    <section>
      <Title order={2} mb="sm">
        {texts.reportPage.sends}
      </Title>
      <Paper className="pane">
        {timeline.data && timeline.data.buckets.length > 0 ? (
          <Suspense fallback={<Skeleton h={260} />}>
            <SendsChart timeline={timeline.data} />
          </Suspense>
        ) : timeline.isLoadingError ? (
          <ErrorNote error={timeline.error} retry={() => void timeline.refetch()} />
        ) : timeline.isPending ? (
          <Skeleton h={260} />
        ) : (
          <Text c="dimmed">{isTried && isOver ? texts.reportPage.sendsOld : texts.reportPage.sendsNone}</Text>
        )}
      </Paper>
    </section>
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
          const { total, addressed, segments } = report.channels[channel];
          const counts = addressedStates(report.channels[channel]);
          return (
            <Paper key={channel} className="pane" p="md">
              <Stack gap="sm">
                <Group justify="space-between" className="numbers">
                  <Group gap={8}>
                    <ChannelIcon channel={channel} />
                    <Title order={3}>{texts.channels[channel]}</Title>
                  </Group>
                  <Text fw={600}>{number(addressed)}</Text>
                </Group>
                <StateBar counts={counts} label={texts.channels[channel]} />
                {addressed === 0 ? (
                  <Text size="sm" c="dimmed">
                    {total > 0
                      ? texts.report.noMessageHere(texts.people(total))
                      : report.planning.done
                        ? texts.report.noRecipients
                        : texts.report.planning}
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

interface ReasonsProps {
  campaign: Schemas['CampaignDetail'];
  report: Report;
  onShow: (filter: DeliveryFilter) => void;
}

function Reasons({ campaign, report, onShow }: ReasonsProps) {
  const texts = useTexts();
  const { number } = useFormat();
  const labelOf = useReason();
  const maySend = useMay('send');
  /** null: none was selected; undefined: the dialog is closed. */
  const [again, setAgain] = useState<Row | null | undefined>(undefined);
  const { total, status } = report;
  if (total === 0) return null;
  // Without a message for the channel, there was nothing to send.
  const reasons = report.reasons.filter(({ reason }) => reason !== 'NO_MESSAGE');
  const retryable = maySend && status === 'SENT' ? retryableOf(reasons) : [];
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{texts.report.reasons}</Title>
        {retryable.length > 0 && (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => setAgain(null)}>
            {texts.reportPage.againAll}
          </Button>
        )}
      </Group>
      <Paper className="pane" p={reasons.length === 0 ? 'lg' : 0}>
        {reasons.length === 0 ? (
          <Text c="dimmed">{texts.report.noReasons}</Text>
        ) : (
          <Stack gap={0}>
            {reasons.map((each, index) => {
              const own = adviceOn(each, texts.reportPage);
              return (
                <Group
                  key={`${each.channel} ${each.state} ${each.reason} ${each.providerCode ?? ''}`}
                  px="md"
                  py="sm"
                  gap="md"
                  wrap="nowrap"
                  align="flex-start"
                  style={{
                    borderTop: index === 0 ? 'none' : '1px solid var(--mantine-color-default-border)',
                  }}
                >
                  <Text fw={650} className="numbers" w={{ base: 32, sm: 64 }} ta="right">
                    {number(each.count)}
                  </Text>
                  <div style={{ flex: 1, minWidth: 0 }}>
                    <Group gap={8}>
                      <Dot state={each.state} />
                      <Text fw={550}>{labelOf(each.reason)}</Text>
                      <Text size="sm" c="dimmed">
                        {texts.channels[each.channel]} · {texts.states[each.state]}
                        {each.providerCode !== null && ` · ${each.providerCode}`}
                      </Text>
                    </Group>
                    {own !== undefined ? (
                      <Text size="sm" c="dimmed">
                        {own}
                      </Text>
                    ) : (
                      each.advice !== null && (
                        <Text size="sm" c="dimmed" lang="en">
                          {each.advice}
                        </Text>
                      )
                    )}
                    <Group gap="xs" mt={4} ml={-8}>
                      <ShowDeliveries row={each} onShow={onShow} />
                      {retryable.includes(each) && (
                        <Button variant="subtle" size="compact-sm" onClick={() => setAgain(each)}>
                          {texts.reportPage.again}
                        </Button>
                      )}
                    </Group>
                  </div>
                </Group>
              );
            })}
          </Stack>
        )}
      </Paper>
      {again !== undefined && (
        <Retry campaign={campaign} report={report} first={again} onClose={() => setAgain(undefined)} />
      )}
    </section>
  );
}

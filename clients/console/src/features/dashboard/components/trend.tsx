import type { Schemas } from '@carillon/sdk';
import { Paper, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { useFormat } from '../../../texts';
import { KeyFigure } from '../../../ui/key-figure';
import { type Metric, metricsOf, sumOf, valuesOf } from '../metrics';
import { useDashboardTexts } from '../texts';
import { Section } from './section';

type Statistics = Schemas['Statistics'];

/** The library of the chart is larger than the rest of the page. */
const TrendChart = lazy(async () => ({ default: (await import('./trend-chart')).TrendChart }));

const CHART_PX = 260;

/** The sums of the last days, and one of them by day and channel. */
export function Trend({ statistics }: { statistics: Statistics }) {
  const own = useDashboardTexts();
  const [metric, setMetric] = useState<Metric>('sent');
  return (
    <Section title={own.trend}>
      <Paper className="pane">
        <Stack gap="md">
          <KeyFigures total={statistics.total} />
          <div style={{ overflowX: 'auto', maxWidth: '100%' }}>
            <SegmentedControl
              size="xs"
              aria-label={own.metric}
              value={metric}
              onChange={setMetric}
              data={metricsOf(statistics.total).map((value) => ({ value, label: own.metrics[value] }))}
            />
          </div>
          {sumOf(statistics.total, metric) === 0 ? (
            <Text c="dimmed">{own.noNumbers}</Text>
          ) : (
            <Suspense fallback={<Skeleton h={CHART_PX} />}>
              <TrendChart statistics={statistics} metric={metric} />
            </Suspense>
          )}
        </Stack>
      </Paper>
    </Section>
  );
}

function KeyFigures({ total }: { total: Statistics['total'] }) {
  const own = useDashboardTexts();
  const { number, share, sums } = useFormat();
  const { EMAIL } = total.channels;
  const sent = sumOf(total, 'sent');
  const ofEmails = (part: number): string | null =>
    part === 0 || EMAIL.delivered === 0 ? null : own.notes.ofEmails(share(part, EMAIL.delivered));
  const shown = metricsOf(total);
  const notes: Record<Metric, string | null> = {
    sent: own.notes.sent(total.campaigns),
    opens: ofEmails(EMAIL.uniqueOpens),
    clicks: ofEmails(EMAIL.uniqueClicks),
    conversions: sums(valuesOf(total)) || null,
    bounced: sent === 0 ? null : own.notes.ofSent(share(sumOf(total, 'bounced'), sent)),
    optOuts: null,
  };
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, lg: shown.length }} className="numbers" component="dl" m={0}>
      {shown.map((metric) => (
        <KeyFigure
          key={metric}
          label={own.metrics[metric]}
          value={isUnknown(total, metric) ? '–' : number(sumOf(total, metric))}
          note={notes[metric]}
        />
      ))}
    </SimpleGrid>
  );
}

/** The opt-outs are null while their service doesn't respond. */
function isUnknown({ channels }: Statistics['total'], metric: Metric): boolean {
  return channels.EMAIL[metric] === null;
}

import type { Schemas } from '@carillon/sdk';
import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { useReportTexts } from '../texts';
import { ErrorNote } from '../../../ui/page';
import { useTimeline } from '../api/report';

type Report = Schemas['Report'];

/** The library of the chart is larger than the rest of the page. */
const SendsChart = lazy(async () => ({ default: (await import('./sends-chart')).SendsChart }));

/** The sending rate over time. */
export function Sends({ campaignId, report }: { campaignId: string; report: Report }) {
  const { reportPage } = useReportTexts();
  const isTried = report.states.QUEUED + report.states.SKIPPED + report.states.CANCELLED < report.total;
  const timeline = useTimeline(campaignId, report.status, isTried);
  const isOver = report.status === 'SENT' || report.status === 'CANCELLED';
  if (isOver && !isTried) return null;
  return (
    <section>
      <Title order={3} mb="sm">
        {reportPage.sends}
      </Title>
      <Paper className="pane">
        {timeline.data && timeline.data.buckets.length > 0 ? (
          <Suspense fallback={<Skeleton h={260} />}>
            <SendsChart timeline={timeline.data} />
          </Suspense>
        ) : timeline.isLoadingError ? (
          <ErrorNote error={timeline.error} retry={() => void timeline.refetch()} />
        ) : isTried ? (
          // The first results are in the report, and follow here.
          <Skeleton h={260} aria-busy />
        ) : (
          <Text c="dimmed">{reportPage.sendsNone}</Text>
        )}
      </Paper>
    </section>
  );
}

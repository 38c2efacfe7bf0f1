import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { ErrorNote, Loading, PageHead } from '../../../ui/page';
import { useFigures } from '../../campaigns';
import { type CurrentCampaigns, useCurrentCampaigns, useStatistics } from '../api/dashboard';
import { Attention } from '../components/attention';
import { FirstSteps } from '../components/first-steps';
import { Recent } from '../components/recent';
import { Today } from '../components/today';
import { Trend } from '../components/trend';
import { useDashboardTexts } from '../texts';

/** Its texts are those of the audit trail, which no other part of the page needs. */
const RecentActivity = lazy(async () => ({
  default: (await import('../components/recent-activity')).RecentActivity,
}));

/** The start page: what is being sent, what needs attention, and how the last campaigns did. */
export function DashboardPage() {
  const texts = useTexts();
  const own = useDashboardTexts();
  const mayWrite = useMay('write');
  const campaigns = useCurrentCampaigns();
  const statistics = useStatistics();
  const isNew = statistics.data?.total.campaigns === 0 && campaigns.data && isNothing(campaigns.data);
  return (
    <>
      <PageHead title={own.title}>
        {mayWrite && (
          <Button component={Link} to="/campaigns/new" leftSection={<IconPlus size={16} />}>
            {texts.campaigns.new}
          </Button>
        )}
      </PageHead>
      {isNew ? (
        <FirstSteps />
      ) : (
        <Stack gap="xl">
          {campaigns.data ? (
            <Current campaigns={campaigns.data} />
          ) : campaigns.isLoadingError ? (
            <ErrorNote error={campaigns.error} retry={() => void campaigns.refetch()} />
          ) : (
            <Loading lines={4} />
          )}
          {statistics.data ? (
            <Trend statistics={statistics.data} />
          ) : statistics.isLoadingError ? (
            <ErrorNote error={statistics.error} retry={() => void statistics.refetch()} />
          ) : (
            <Skeleton h={380} aria-busy />
          )}
          <Suspense fallback={null}>
            <RecentActivity />
          </Suspense>
        </Stack>
      )}
    </>
  );
}

function isNothing(campaigns: CurrentCampaigns): boolean {
  return Object.values(campaigns).every((each: unknown[]) => each.length === 0);
}

function Current({ campaigns }: { campaigns: CurrentCampaigns }) {
  const all = Object.values(campaigns).flat();
  const figures = useFigures(all, [0, all.length - 1]);
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Today campaigns={campaigns} figures={figures} />
        <Attention campaigns={campaigns} figures={figures} />
      </SimpleGrid>
      <Recent campaigns={campaigns.sent} figures={figures} />
    </>
  );
}

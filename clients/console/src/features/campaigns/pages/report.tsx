import type { Schemas } from '@carillon/sdk';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChartBar, IconClock, IconWifiOff } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useMay } from '../../../app/session/session';
import { useFormat, useTexts } from '../../../texts';
import { useStatusReasonTexts } from '../../../texts/status-reasons';
import { Empty, ErrorNote, Loading, PageHead, WayBack } from '../../../ui/page';
import { StatusBadge } from '../../../ui/states';
import { ActivityButton } from '../../activity';
import { CampaignReport, ExportMenu, useReport, useReportTexts } from '../../reports';
import { useCampaign } from '../api/campaigns';
import { PauseButton, RowMenu } from '../components/campaign-actions';
import { ChangeTime } from '../components/change-time';
import { FollowUps } from '../components/follow-ups';

/** Providers send most reports within this time after a message was sent (milliseconds). */
const LATE_MS = 3_600_000;

/** The report of a campaign, with the actions for its status. */
export function ReportPage() {
  const texts = useTexts();
  const { report: reportTexts, reportPage } = useReportTexts();
  const statusReasons = useStatusReasonTexts();
  const { time } = useFormat();
  const { campaignId } = useParams({ from: '/campaigns/$campaignId/report' });
  const campaign = useCampaign(campaignId);
  const report = useReport(campaignId, followOf(campaign.data));
  const maySend = useMay('send');
  const [isChanging, changing] = useDisclosure(false);
  const error = campaign.error ?? report.error;
  if (!campaign.data || !report.data) {
    if (!error) return <Loading />;
    const again = () => void Promise.all([campaign.refetch(), report.refetch()]);
    return <ErrorNote error={error} retry={again} />;
  }
  const { status, statusReason } = report.data;
  const shown = { ...campaign.data, status, statusReason };
  return (
    <>
      <PageHead
        title={shown.name}
        above={<WayBack to="/campaigns">{texts.campaigns.title}</WayBack>}
        beside={<StatusBadge status={shown.status} />}
      >
        <PauseButton campaign={shown} />
        {shown.status !== 'DRAFT' && <ExportMenu campaignId={campaignId} />}
        <Button component={Link} to={`/campaigns/${campaignId}`} variant="default">
          {reportTexts.edit}
        </Button>
        <ActivityButton campaign={shown} />
        <RowMenu campaign={shown} />
      </PageHead>
      {shown.status === 'DRAFT' ? (
        <Empty icon={<IconChartBar size={44} stroke={1.4} />} title={reportTexts.draftTitle}>
          {reportTexts.draftText}
        </Empty>
      ) : (
        <Stack gap="lg">
          {error && (
            <Alert color="orange" icon={<IconWifiOff aria-hidden />}>
              {reportPage.stale(time(report.data.asOf))}
            </Alert>
          )}
          {shown.statusReason !== null && (
            <Alert color="orange">{statusReasons[shown.statusReason] ?? shown.statusReason}</Alert>
          )}
          {shown.status === 'SCHEDULED' && shown.scheduledAt !== null && (
            <Alert icon={<IconClock aria-hidden />}>
              <Group justify="space-between" gap="sm">
                <span>{reportPage.scheduled(time(shown.scheduledAt))}</span>
                {maySend && (
                  <Button size="compact-sm" variant="default" onClick={changing.open}>
                    {texts.scheduled.changeTime}
                  </Button>
                )}
              </Group>
              {isChanging && (
                <ChangeTime id={campaignId} scheduledAt={shown.scheduledAt} onClose={changing.close} />
              )}
            </Alert>
          )}
          <CampaignReport
            campaign={shown}
            report={report.data}
            followUps={<FollowUps campaign={shown} report={report.data} />}
          />
        </Stack>
      )}
    </>
  );
}

/** A completed campaign changes only through late provider reports. */
function followOf(
  campaign: Pick<Schemas['CampaignDetail'], 'status' | 'finishedAt'> | undefined,
): 'live' | 'polled' | 'once' {
  if (campaign?.status === 'SENDING' || campaign?.status === 'PAUSED') return 'live';
  if (campaign?.status === 'SCHEDULED') return 'polled';
  const { finishedAt = null } = campaign ?? {};
  return finishedAt !== null && Date.now() - Date.parse(finishedAt) < LATE_MS ? 'polled' : 'once';
}

import { Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useFormat, useTexts } from '../../../texts';
import { StatusBadge } from '../../../ui/states';
import { type Figures, type ListedCampaign, titleOf } from '../../campaigns';
import type { CurrentCampaigns } from '../api/dashboard';
import { useDashboardTexts } from '../texts';
import { CampaignLink } from './campaign-link';
import { Section } from './section';

interface TodayProps {
  campaigns: CurrentCampaigns;
  figures: ReadonlyMap<string, Figures>;
}

/** The campaigns that are being sent or start today. */
export function Today({ campaigns: { sending, paused, scheduled }, figures }: TodayProps) {
  const own = useDashboardTexts();
  const all = [...sending, ...paused, ...scheduled];
  return (
    <Section title={own.today}>
      <Paper className="pane" p={0}>
        {all.length === 0 ? (
          <Text c="dimmed" p="md">
            {own.nothingToday}
          </Text>
        ) : (
          <ul className="rows" style={{ padding: 0 }}>
            {all.map((campaign) => (
              <li key={campaign._id}>
                <Row campaign={campaign} figures={figures.get(campaign._id)} />
              </li>
            ))}
          </ul>
        )}
      </Paper>
    </Section>
  );
}

function Row({ campaign, figures }: { campaign: ListedCampaign; figures: Figures | undefined }) {
  const texts = useTexts();
  const own = useDashboardTexts();
  const { clock, share } = useFormat();
  const { sent = 0, addressed = 0, scheduledAt = null } = figures ?? {};
  const isScheduled = campaign.status === 'SCHEDULED';
  return (
    <Stack gap={4} flex={1} miw={0}>
      <Group justify="space-between" gap="sm">
        <div className="row-text">
          <CampaignLink campaign={campaign} />
        </div>
        <Group gap="sm">
          <Text size="sm" c="dimmed" className="numbers">
            {!figures
              ? ''
              : isScheduled
                ? scheduledAt !== null && own.startsAt(clock(scheduledAt))
                : addressed === 0
                  ? own.waiting
                  : own.progress(share(sent, addressed), texts.recipients(addressed))}
          </Text>
          <StatusBadge status={campaign.status} />
        </Group>
      </Group>
      {!isScheduled && addressed > 0 && (
        <Progress value={(sent / addressed) * 100} aria-label={titleOf(campaign.name, texts)} />
      )}
    </Stack>
  );
}

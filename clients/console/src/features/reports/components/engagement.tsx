import type { Schemas } from '@carillon/sdk';
import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts';
import { useReportTexts } from '../texts';
import { Devices } from './devices';
import { LinkMap } from './link-map';

type Report = Schemas['Report'];

/** The clicks of each link, and what the numbers don't include, if the campaign tracks them. */
export function Engagement({ report, followUps }: { report: Report; followUps: ReactNode }) {
  const texts = useTexts().engagement;
  const { engagement } = useReportTexts();
  const { mode, opens, clicks } = report.engagement;
  if (mode === 'OFF') return null;
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{texts.title}</Title>
        {followUps}
      </Group>
      <Paper className="pane">
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {engagement.automated(opens.machine, clicks.machine)} {texts.machines}
          </Text>
          <Devices report={report} />
          <LinkMap campaignId={report.campaignId} total={clicks.total + clicks.machine} />
        </Stack>
      </Paper>
    </section>
  );
}

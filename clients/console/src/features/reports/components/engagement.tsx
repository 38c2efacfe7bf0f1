import type { Schemas } from '@carillon/sdk';
import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { ErrorNote, Listing, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useLinks } from '../api/report';

type Report = Schemas['Report'];

/** The clicks of each link, and what the numbers don't include, if the campaign tracks them. */
export function Engagement({ report, followUps }: { report: Report; followUps: ReactNode }) {
  const texts = useTexts().engagement;
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
            {texts.automated(opens.machine, clicks.machine)} {texts.machines}
          </Text>
          <Links campaignId={report.campaignId} total={clicks.total + clicks.machine} />
        </Stack>
      </Paper>
    </section>
  );
}

/** @param total the clicks of all links; when this number changes, the links are read again */
function Links({ campaignId, total }: { campaignId: string; total: number }) {
  const all = useTexts();
  const texts = all.engagement;
  const { number } = useFormat();
  const links = useLinks(campaignId, total);
  if (links.isLoadingError) return <ErrorNote error={links.error} retry={() => void links.refetch()} />;
  if (!links.data) return <Loading lines={3} />;
  const items = links.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.noLinks}
      </Text>
    );
  return (
    <Stack gap="sm">
      <Listing minWidth={420} heads={[texts.link, texts.people, texts.visits, texts.byMachine]}>
        {items.map(({ url, counted, clicks }) => (
          <Table.Tr key={url}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Text size="sm">{url}</Text>
              {!counted && (
                <Text size="xs" c="dimmed">
                  {texts.notCounted}
                </Text>
              )}
            </Table.Td>
            {[clicks.unique, clicks.total, clicks.machine].map((count, column) => (
              <Table.Td key={column} className="numbers">
                {counted && count !== null ? number(count) : '–'}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Listing>
      <NextPage list={links} />
    </Stack>
  );
}

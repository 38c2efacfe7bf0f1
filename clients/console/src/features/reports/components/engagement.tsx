import type { Schemas } from '@carillon/sdk';
import { Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useFormat, useTexts } from '../../../texts';
import { ErrorNote, Listing, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useLinks } from '../api/report';

type Report = Schemas['Report'];

/** The opens, clicks, and links of an email, if the campaign tracks them. */
export function Engagement({ report }: { report: Report }) {
  const texts = useTexts().engagement;
  const { mode, opens, clicks } = report.engagement;
  if (mode === 'OFF') return null;
  return (
    <section>
      <Title order={2} mb="sm">
        {texts.title}
      </Title>
      <Paper className="pane">
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 1, sm: 2 }} className="numbers">
            <Figure title={texts.opens} counts={opens} of={report.channels.EMAIL} />
            <Figure title={texts.clicks} counts={clicks} of={report.channels.EMAIL} />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {texts.machines}
          </Text>
          <Links campaignId={report.campaignId} total={clicks.total + clicks.machine} />
        </Stack>
      </Paper>
    </section>
  );
}

interface FigureProps {
  title: string;
  counts: Schemas['EngagementCounts'];
  of: Schemas['ChannelReport'];
}

/** By person, if tracked individually; otherwise the number of events. */
function Figure({ title, counts: { unique, total, machine }, of: { states } }: FigureProps) {
  const texts = useTexts().engagement;
  const { number, share } = useFormat();
  const reached = states.SENT + states.DELIVERED + states.READ + states.COMPLAINED;
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Group gap={8} align="baseline">
        <Text fz={26} fw={650} lh={1.2}>
          {number(unique ?? total)}
        </Text>
        <Text size="sm" c="dimmed">
          {unique === null ? texts.times(total) : texts.byPeople(share(unique, reached), total)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {texts.byMachines(machine)}
      </Text>
    </div>
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

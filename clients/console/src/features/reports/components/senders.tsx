import type { Schemas } from '@carillon/sdk';
import { Paper, Table, Text, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useFormat } from '../../../texts';
import { ErrorNote, Listing } from '../../../ui/page';
import { ChannelIcon } from '../../../ui/states';
import { useCampaignSenders } from '../api/report';
import { useReportTexts } from '../texts';

/** The results by sender, for example of the senders of a pool. */
export function CampaignSenders({ report }: { report: Schemas['Report'] }) {
  const { senders: texts, results, domains } = useReportTexts();
  const { figures } = results;
  const { number, time } = useFormat();
  const { ref, inViewport } = useInViewport<HTMLElement>();
  const counted = useCampaignSenders(report, inViewport);
  const { data } = counted;
  if (!counted.isLoadingError && !hasSeveral(data)) return <section ref={ref} />;
  const heads = [
    texts.sender,
    ...[figures.addressed, figures.sent, figures.delivered, texts.failedOver, figures.failed],
    ...[figures.bounced, domains.complained],
  ];
  return (
    <section ref={ref} className={data ? undefined : 'not-printed'}>
      <Title order={2} mb="sm">
        {texts.title}
      </Title>
      <Paper className="pane">
        {!data ? (
          <ErrorNote error={counted.error} retry={() => void counted.refetch()} />
        ) : (
          <>
            <Listing minWidth={720} heads={heads}>
              {data.senders.map((row) => (
                <Table.Tr key={`${row.sender ?? ''} ${row.channel}`} className="numbers">
                  <Table.Td style={{ overflowWrap: 'break-word' }}>
                    <ChannelIcon channel={row.channel} /> {row.name ?? texts.unnamed(row.sender)}
                  </Table.Td>
                  {[
                    ...[row.addressed, row.sent, row.delivered, row.failedOver, row.failed],
                    ...[row.bounced, row.complained],
                  ].map((count, index) => (
                    <Table.Td key={index}>{number(count)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Listing>
            <Text size="xs" c="dimmed" mt="sm">
              {domains.asOf(time(data.asOf))} {texts.failedOverHint}
            </Text>
          </>
        )}
      </Paper>
    </section>
  );
}

/** Whether a channel has several senders. Otherwise, the numbers of the channels are the same. */
function hasSeveral(counted: Schemas['CampaignSenders'] | undefined): counted is Schemas['CampaignSenders'] {
  const channels = counted?.senders.map(({ channel }) => channel) ?? [];
  return new Set(channels).size < channels.length;
}

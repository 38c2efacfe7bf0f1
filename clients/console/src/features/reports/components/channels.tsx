import type { Schemas } from '@carillon/sdk';
import { Group, Stack, Table, Text, Title } from '@mantine/core';
import { useFormat, useTexts } from '../../../texts';
import { useReportTexts } from '../texts';
import { ListingPane } from '../../../ui/page';
import { ChannelIcon, channels } from '../../../ui/states';
import { resultsOf } from '../figures';

type Report = Schemas['Report'];

/** The results of each channel that has recipients. */
export function Channels({ report }: { report: Report }) {
  const texts = useTexts();
  const { results: resultTexts, report: reportTexts } = useReportTexts();
  const { number, share } = useFormat();
  const { figures, none } = resultTexts;
  const { opens, clicks, mode } = report.engagement;
  const isPersonal = mode === 'FULL';
  const shown = channels.filter((channel) => report.channels[channel].addressed > 0);
  const part = (count: number | null, whole: number): string =>
    count === null ? '–' : whole === 0 ? number(count) : `${number(count)} (${share(count, whole)})`;
  return (
    <section>
      <Title order={2} mb="sm">
        {reportTexts.byChannel}
      </Title>
      {shown.length === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <ListingPane
          minWidth={760}
          isDense
          heads={[
            ...[texts.report.channel, figures.addressed, figures.sent, figures.delivered],
            ...[figures.opened, figures.clicked, figures.bounced, figures.failed, figures.notSent],
          ]}
        >
          {shown.map((channel) => {
            const results = resultsOf(report.channels[channel]);
            const { addressed, sent, delivered, read, bounced, failed, notSent } = results;
            const { segments } = report.channels[channel];
            const isEmail = channel === 'EMAIL';
            const opened = isEmail
              ? isPersonal
                ? opens.unique
                : null
              : channel === 'WHATSAPP'
                ? read
                : null;
            return (
              <Table.Tr key={channel} className="numbers">
                <Table.Td>
                  <Group gap={8} wrap="nowrap">
                    <ChannelIcon channel={channel} />
                    <Stack gap={0}>
                      <Text size="sm">{texts.channels[channel]}</Text>
                      {segments > 0 && (
                        <Text size="xs" c="dimmed">
                          {reportTexts.segments(segments)}
                        </Text>
                      )}
                    </Stack>
                  </Group>
                </Table.Td>
                <Table.Td>{number(addressed)}</Table.Td>
                <Table.Td>{number(sent)}</Table.Td>
                <Table.Td>{part(delivered, sent)}</Table.Td>
                <Table.Td>{part(opened, delivered)}</Table.Td>
                <Table.Td>{part(isEmail && isPersonal ? clicks.unique : null, delivered)}</Table.Td>
                <Table.Td>{part(bounced, sent)}</Table.Td>
                <Table.Td>{number(failed)}</Table.Td>
                <Table.Td>{number(notSent)}</Table.Td>
              </Table.Tr>
            );
          })}
        </ListingPane>
      )}
    </section>
  );
}

import type { Schemas } from '@carillon/sdk';
import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useFormat, useTexts } from '../../../texts';
import { ChannelIcon, StateBar, StateLegend, channels } from '../../../ui/states';
import { addressedStates } from '../figures';

type Report = Schemas['Report'];

/** The deliveries of each channel, by state. */
export function Channels({ report }: { report: Report }) {
  const texts = useTexts();
  const { number } = useFormat();
  return (
    <section>
      <Title order={2} mb="sm">
        {texts.report.byChannel}
      </Title>
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        {channels.map((channel) => {
          const { total, addressed, segments } = report.channels[channel];
          const counts = addressedStates(report.channels[channel]);
          return (
            <Paper key={channel} className="pane" p="md">
              <Stack gap="sm">
                <Group justify="space-between" className="numbers">
                  <Group gap={8}>
                    <ChannelIcon channel={channel} />
                    <Title order={3}>{texts.channels[channel]}</Title>
                  </Group>
                  <Text fw={600}>{number(addressed)}</Text>
                </Group>
                <StateBar counts={counts} label={texts.channels[channel]} />
                {addressed === 0 ? (
                  <Text size="sm" c="dimmed">
                    {total > 0
                      ? texts.report.noMessageHere(texts.people(total))
                      : report.planning.done
                        ? texts.report.noRecipients
                        : texts.report.planning}
                  </Text>
                ) : (
                  <StateLegend counts={counts} />
                )}
                {segments > 0 && (
                  <Text size="xs" c="dimmed">
                    {texts.report.segments(segments)}
                  </Text>
                )}
              </Stack>
            </Paper>
          );
        })}
      </SimpleGrid>
    </section>
  );
}

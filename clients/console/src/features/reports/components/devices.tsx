import type { Schemas } from '@carillon/sdk';
import { Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useFormat } from '../../../texts';
import { Listing } from '../../../ui/page';
import { useReportTexts } from '../texts';

const devices = [
  'DESKTOP',
  'PHONE',
  'TABLET',
  'UNKNOWN',
] as const satisfies (keyof Schemas['DeviceCounts'])[];
const kinds = ['opens', 'clicks'] as const;

/** The opens and clicks of people by device, and what a device doesn't tell. */
export function Devices({ report }: { report: Schemas['Report'] }) {
  const { devices: texts } = useReportTexts();
  const { number, share } = useFormat();
  const { engagement } = report;
  if (kinds.every((kind) => engagement[kind].total === 0)) return null;
  return (
    <Stack gap="sm">
      <Title order={3}>{texts.title}</Title>
      <Listing minWidth={300} heads={[texts.device, texts.opens, texts.clicks]}>
        {devices.map((device) => (
          <Table.Tr key={device}>
            <Table.Td>{texts.names[device]}</Table.Td>
            {kinds.map((kind) => {
              const count = engagement.devices[kind][device];
              const { total } = engagement[kind];
              return (
                <Table.Td key={kind} className="numbers">
                  {total === 0 ? (
                    '–'
                  ) : (
                    <>
                      <span>
                        {number(count)} ({share(count, total)})
                      </span>
                      <Progress value={(count / total) * 100} size="xs" maw={240} aria-hidden />
                    </>
                  )}
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Listing>
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
    </Stack>
  );
}

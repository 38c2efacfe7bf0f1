import type { Schemas } from '@carillon/sdk';
import { Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { useReportTexts } from '../texts';
import { Listing } from '../../../ui/page';
import { StackedBars } from '../../../ui/stacked-bars';
import { channelColors, channels } from '../../../ui/states';

type Timeline = Schemas['Timeline'];
type Bucket = Timeline['buckets'][number];

const results = ['SENT', 'FAILED', 'UNCONFIRMED'] as const;
const colors = {
  ...channelColors,
  ...{ SENT: 'bell.5', FAILED: 'red.6', UNCONFIRMED: 'yellow.5' },
} as const;

const HEIGHT_PX = 220;
const [MINUTE, DAY] = [60, 86_400];

/** The messages per second over the duration of a campaign, as bars and as a table. */
export function SendsChart({ timeline: { buckets, bucketSeconds } }: { timeline: Timeline }) {
  const texts = useTexts();
  const { reportPage } = useReportTexts();
  const { number } = useFormat();
  const [by, setBy] = useState<'channel' | 'result'>('channel');
  const write = useTimes(buckets, bucketSeconds);
  const names = by === 'channel' ? channels : results;
  const used = names.filter((name) => buckets.some((bucket) => countOf(bucket, name) > 0));
  const rate = (count: number): number => Number((count / bucketSeconds).toPrecision(3));
  const rows = buckets.map((bucket) => ({
    at: write(bucket.at),
    total: sumOf(bucket),
    ...Object.fromEntries(used.map((name) => [name, rate(countOf(bucket, name))])),
  }));
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  const highest = rows.reduce(
    (most, row) => (row.total > most.total ? row : most),
    rows[0] ?? { at: '', total: 0 },
  );
  const labels: Record<(typeof names)[number], string> = { ...texts.channels, ...reportPage.results };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {reportPage.sendsHint(reportPage.width(bucketSeconds))}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={reportPage.colorBy}
          value={by}
          onChange={setBy}
          data={[
            { value: 'channel', label: reportPage.byChannel },
            { value: 'result', label: reportPage.byResult },
          ]}
        />
      </Group>
      <StackedBars
        label={reportPage.sendsSum(number(rate(highest.total)), highest.at, number(total))}
        data={rows}
        series={used.map((name) => ({ name, label: labels[name], color: colors[name] }))}
        height={HEIGHT_PX}
        hasFractions={bucketSeconds > 1}
        tableLabel={reportPage.sendsTable}
        table={
          <Listing
            minWidth={320}
            heads={[reportPage.from, ...used.map((name) => labels[name]), reportPage.sends]}
          >
            {buckets.map((bucket, index) => (
              <Table.Tr key={bucket.at} className="numbers">
                <Table.Td>{rows[index]?.at}</Table.Td>
                {used.map((name) => (
                  <Table.Td key={name}>{number(countOf(bucket, name))}</Table.Td>
                ))}
                <Table.Td>{number(rate(sumOf(bucket)))}</Table.Td>
              </Table.Tr>
            ))}
          </Listing>
        }
      />
    </Stack>
  );
}

function countOf(
  { channels: counts }: Bucket,
  name: (typeof channels)[number] | (typeof results)[number],
): number {
  if (name === 'EMAIL' || name === 'WHATSAPP' || name === 'SMS')
    return results.reduce((sum, result) => sum + counts[name][result], 0);
  return channels.reduce((sum, channel) => sum + counts[channel][name], 0);
}

function sumOf(bucket: Bucket): number {
  return channels.reduce((sum, channel) => sum + countOf(bucket, channel), 0);
}

/** Writes times as precisely as buckets need it: with seconds, or with the day. */
function useTimes(buckets: readonly Bucket[], bucketSeconds: number): (time: string) => string {
  const { locale } = useFormat();
  const isOfSeveralDays = buckets.length * bucketSeconds > DAY;
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, {
      ...(isOfSeveralDays && { month: 'short', day: 'numeric' }),
      ...(bucketSeconds < DAY && { hour: '2-digit', minute: '2-digit' }),
      ...(bucketSeconds < MINUTE && { second: '2-digit' }),
    });
    return (time) => format.format(new Date(time));
  }, [locale, isOfSeveralDays, bucketSeconds]);
}

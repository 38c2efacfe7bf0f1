import type { Schemas } from '@carillon/sdk';
import { Table, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { Listing } from '../../../ui/page';
import { StackedBars } from '../../../ui/stacked-bars';
import { channelColors } from '../../../ui/states';
import { type Metric, sumOf, usedChannels, valuesOf } from '../metrics';
import { useDashboardTexts } from '../texts';

const HEIGHT_PX = 200;

interface TrendChartProps {
  statistics: Schemas['Statistics'];
  metric: Metric;
}

/** A number of each day by channel, as bars and as a table. */
export function TrendChart({ statistics: { days, total }, metric }: TrendChartProps) {
  const texts = useTexts();
  const own = useDashboardTexts();
  const { number, sums } = useFormat();
  const write = useDays();
  const used = usedChannels(total, metric);
  const rows = days.map((day) => ({
    at: write(day.day),
    total: sumOf(day, metric),
    ...Object.fromEntries(used.map((channel) => [channel, day.channels[channel][metric] ?? 0])),
  }));
  const hasRevenue = metric === 'conversions' && valuesOf(total).length > 0;
  const highest = rows.reduce((most, row) => (row.total > most.total ? row : most), { at: '', total: 0 });
  return (
    <StackedBars
      label={own.chart(own.metrics[metric], number(sumOf(total, metric)), number(highest.total), highest.at)}
      data={rows}
      series={used.map((name) => ({ name, label: texts.channels[name], color: channelColors[name] }))}
      height={HEIGHT_PX}
      hasFractions={false}
      hint={
        <Text size="xs" c="dimmed">
          {own.trendHint}
        </Text>
      }
      tableLabel={own.table}
      table={
        <Listing
          minWidth={320}
          heads={[
            own.day,
            ...used.map((channel) => texts.channels[channel]),
            own.total,
            ...(hasRevenue ? [own.revenue] : []),
          ]}
        >
          {days
            .filter((day) => sumOf(day, metric) > 0)
            .map((day) => (
              <Table.Tr key={day.day} className="numbers">
                <Table.Td>{write(day.day)}</Table.Td>
                {used.map((channel) => (
                  <Table.Td key={channel}>{number(day.channels[channel][metric] ?? 0)}</Table.Td>
                ))}
                <Table.Td>{number(sumOf(day, metric))}</Table.Td>
                {hasRevenue && <Table.Td>{sums(valuesOf(day))}</Table.Td>}
              </Table.Tr>
            ))}
        </Listing>
      }
    />
  );
}

/** Writes days such as `2026-03-01`, which are those of the time zone of the browser. */
function useDays(): (day: string) => string {
  const { locale } = useFormat();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
    return (day) => format.format(new Date(day));
  }, [locale]);
}

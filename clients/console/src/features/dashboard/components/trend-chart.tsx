import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { Schemas } from '@carillon/sdk';
import { Button, Collapse, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { Listing } from '../../../ui/page';
import { channelColors } from '../../../ui/states';
import { type Metric, sumOf, usedChannels } from '../metrics';
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
  const { number } = useFormat();
  const write = useDays();
  const [isTable, table] = useDisclosure(false);
  const used = usedChannels(total, metric);
  const rows = days.map((day) => ({
    at: write(day.day),
    total: sumOf(day, metric),
    ...Object.fromEntries(used.map((channel) => [channel, day.channels[channel][metric] ?? 0])),
  }));
  const highest = rows.reduce((most, row) => (row.total > most.total ? row : most), { at: '', total: 0 });
  return (
    <Stack gap="sm">
      <div
        role="img"
        aria-label={own.chart(
          own.metrics[metric],
          number(sumOf(total, metric)),
          number(highest.total),
          highest.at,
        )}
      >
        <BarChart
          h={HEIGHT_PX}
          type="stacked"
          data={rows}
          dataKey="at"
          series={used.map((name) => ({ name, label: texts.channels[name], color: channelColors[name] }))}
          valueFormatter={number}
          withLegend={used.length > 1}
          legendProps={{ position: 'bottom', itemSorter: null }}
          maxBarWidth={28}
          xAxisProps={{ minTickGap: 48 }}
          yAxisProps={{ width: 44, allowDecimals: false }}
          barProps={{ isAnimationActive: false }}
          // Without room above, the highest number is next to its line.
          barChartProps={{ accessibilityLayer: false, margin: { top: 10 } }}
          tooltipAnimationDuration={0}
        />
      </div>
      <Text size="xs" c="dimmed">
        {own.trendHint}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconTable size={16} />}
        aria-expanded={isTable}
        onClick={table.toggle}
        style={{ alignSelf: 'flex-start' }}
      >
        {own.table}
      </Button>
      <Collapse expanded={isTable}>
        <Listing
          minWidth={320}
          heads={[own.day, ...used.map((channel) => texts.channels[channel]), own.total]}
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
              </Table.Tr>
            ))}
        </Listing>
      </Collapse>
    </Stack>
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

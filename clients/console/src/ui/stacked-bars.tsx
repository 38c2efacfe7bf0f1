import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Button, Collapse, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../texts';

interface StackedBarsProps {
  /** The chart in one sentence. */
  label: string;
  /** The values of each bar by series, with its place `at`. */
  data: Record<string, string | number>[];
  series: { name: string; label: string; color: string }[];
  height: number;
  /** Whether the scale may have fractions. */
  hasFractions: boolean;
  /** A remark below the chart. */
  hint?: ReactNode;
  tableLabel: string;
  /** The same numbers as a table, which is shown on request. */
  table: ReactNode;
}

/** Bars of stacked numbers, with a table as the alternative. The library of the chart is large: load it lazily. */
export function StackedBars({
  label,
  data,
  series,
  height,
  hasFractions,
  hint,
  tableLabel,
  table,
}: StackedBarsProps) {
  const { number } = useFormat();
  const [isTable, { toggle }] = useDisclosure(false);
  return (
    <Stack gap="sm">
      <div role="img" aria-label={label}>
        <BarChart
          h={height}
          type="stacked"
          data={data}
          dataKey="at"
          series={series}
          valueFormatter={number}
          withLegend={series.length > 1}
          legendProps={{ position: 'bottom', itemSorter: null }}
          maxBarWidth={28}
          xAxisProps={{ minTickGap: 48 }}
          yAxisProps={{ width: 44, allowDecimals: hasFractions }}
          barProps={{ isAnimationActive: false }}
          // Without room above, the highest number is next to its line.
          barChartProps={{ accessibilityLayer: false, margin: { top: 10 } }}
          tooltipAnimationDuration={0}
        />
      </div>
      {hint}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconTable size={16} />}
        aria-expanded={isTable}
        onClick={toggle}
        style={{ alignSelf: 'flex-start' }}
      >
        {tableLabel}
      </Button>
      <Collapse expanded={isTable}>{table}</Collapse>
    </Stack>
  );
}

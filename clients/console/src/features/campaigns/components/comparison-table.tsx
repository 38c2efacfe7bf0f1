import { Anchor, Badge, Group, Paper, Progress, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconStar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { StatusBadge } from '../../../ui/states';
import { titleOf } from '../draft/title';
import { useTargetNames } from './target-names';
import { resultsOf } from '../../reports';
import { type Compared, useLastFigures } from '../api/comparison';
import { type RateName, averagesOf, bestOf, rateNames, rates, ratesOf, valueOf } from '../comparison';
import { useComparisonTexts } from '../comparison-texts';

/** The widths of the columns (px). */
const WIDTHS = { names: 120, campaign: 150 };

/** A row for each fact, and a column for each campaign. */
export function ComparisonTable({ campaigns }: { campaigns: readonly Compared[] }) {
  const all = useTexts();
  const texts = useComparisonTexts();
  const { number, time, sums } = useFormat();
  const hasConversions = campaigns.some(({ report }) => report.conversions !== null);
  const nameOf = useTargetNames();
  const last = useLastFigures().data ?? [];
  const averages = averagesOf(last);
  const hasAverage = last.length > 0;
  const shownRates = rateNames.filter((name) => name !== 'converted' || hasConversions);
  const facts: [name: string, of: (campaign: Compared) => ReactNode, isNumber?: true][] = [
    [texts.rows.audience, ({ figures }) => nameOf(figures) || all.none],
    [
      texts.rows.channels,
      ({ figures }) => figures.channels.map((channel) => all.channels[channel]).join(', ') || all.none,
    ],
    [texts.rows.started, ({ report: { startedAt } }) => (startedAt === null ? '–' : time(startedAt))],
    [texts.rows.recipients, ({ report }) => number(resultsOf(report).addressed), true],
    [texts.rows.sent, ({ report }) => number(resultsOf(report).sent), true],
  ];
  const conversions: typeof facts = [
    [
      texts.rows.conversions,
      ({ report }) => (report.conversions ? number(report.conversions.total) : '–'),
      true,
    ],
    [texts.rows.revenue, ({ report: { conversions: counts } }) => sums(counts?.values ?? []) || '–', true],
  ];
  return (
    <Stack gap="sm">
      <Paper className="pane" p={0}>
        <Table.ScrollContainer
          minWidth={WIDTHS.names + WIDTHS.campaign * (campaigns.length + (hasAverage ? 1 : 0))}
          scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
        >
          <Table aria-label={texts.table} verticalSpacing="sm" layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Td w={WIDTHS.names} />
                {campaigns.map(({ campaign: { _id: campaignId, name, status } }) => (
                  <Table.Th key={campaignId} scope="col" style={{ overflowWrap: 'anywhere' }}>
                    <Stack gap={4} align="flex-start">
                      <Anchor
                        renderRoot={(props) => (
                          <Link to="/campaigns/$campaignId/report" params={{ campaignId }} {...props} />
                        )}
                        size="sm"
                        fw={600}
                      >
                        {titleOf(name, all)}
                      </Anchor>
                      <StatusBadge status={status} />
                    </Stack>
                  </Table.Th>
                ))}
                {hasAverage && (
                  <Table.Th scope="col">
                    {texts.average}
                    <Text size="xs" c="dimmed" fw={400}>
                      {texts.averageOf(last.length)}
                    </Text>
                  </Table.Th>
                )}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {(hasConversions ? [...facts, ...conversions] : facts).map(([name, of, isNumber]) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {campaigns.map((campaign) => (
                    <Table.Td
                      key={campaign.campaign._id}
                      className={isNumber && 'numbers'}
                      style={{ overflowWrap: 'anywhere' }}
                    >
                      {of(campaign)}
                    </Table.Td>
                  ))}
                  {hasAverage && <Table.Td />}
                </Table.Tr>
              ))}
              {shownRates.map((name) => (
                <RateRow
                  key={name}
                  name={name}
                  campaigns={campaigns}
                  average={hasAverage ? valueOf(averages[name]) : undefined}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
    </Stack>
  );
}

interface RateRowProps {
  name: RateName;
  campaigns: readonly Compared[];
  /** Null: unknown. Undefined: there is no column for it. */
  average: number | null | undefined;
}

/** A rate of each campaign, as a number and as a bar, with the best one marked. */
function RateRow({ name, campaigns, average }: RateRowProps) {
  const texts = useComparisonTexts();
  const { number, share, locale } = useFormat();
  const found = campaigns.map(({ report }) => ratesOf(report)[name]);
  const values = found.map(valueOf);
  const best = bestOf(values, rates[name]);
  const largest = Math.max(...values.map((value) => value ?? 0), average ?? 0);
  const points = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return (
    <Table.Tr className="numbers">
      <Table.Th scope="row">{texts.rows[name]}</Table.Th>
      {found.map((rate, index) => {
        const value = values[index] ?? null;
        return (
          <Table.Td key={campaigns[index]?.campaign._id}>
            {rate === null || value === null ? (
              '–'
            ) : (
              <Stack gap={4}>
                <Group gap={6}>
                  <Text size="sm" fw={best.has(index) ? 650 : 400} title={number(rate.part)}>
                    {share(rate.part, rate.whole)}
                  </Text>
                  {best.has(index) && (
                    <Badge
                      size="sm"
                      variant="light"
                      color="teal"
                      tt="none"
                      leftSection={<IconStar size={10} aria-hidden />}
                    >
                      {texts.best}
                    </Badge>
                  )}
                </Group>
                <Progress value={largest === 0 ? 0 : (value / largest) * 100} size="xs" aria-hidden />
                {typeof average === 'number' && (
                  <Text size="xs" c="dimmed">
                    {texts.points(points.format((value - average) * 100))}
                  </Text>
                )}
              </Stack>
            )}
          </Table.Td>
        );
      })}
      {average !== undefined && <Table.Td>{average === null ? '–' : share(average, 1)}</Table.Td>}
    </Table.Tr>
  );
}

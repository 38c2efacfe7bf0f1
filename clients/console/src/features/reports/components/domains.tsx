import type { Schemas } from '@carillon/sdk';
import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useFormat, useTexts } from '../../../texts';
import { ErrorNote, Listing, Loading } from '../../../ui/page';
import { useIsPhone } from '../../../ui/phone';
import { useRecipientDomains } from '../api/report';
import { isHighRate } from '../domains';
import { useReportTexts } from '../texts';

type Domains = Schemas['RecipientDomains'];
type Figures = Omit<Domains['groups'][number], 'group'>;

/** The results of the emails by domain of the recipients. Counting takes time, so it starts when the table is visible. */
export function Domains({ report }: { report: Schemas['Report'] }) {
  const { domains: texts } = useReportTexts();
  const { ref, inViewport } = useInViewport<HTMLElement>();
  const counted = useRecipientDomains(report, inViewport);
  const { data } = counted;
  if (report.channels.EMAIL.addressed === 0) return null;
  return (
    <section ref={ref} className={data?.isComplete ? undefined : 'not-printed'}>
      <Title order={2} mb="sm">
        {texts.title}
      </Title>
      <Paper className="pane">
        {counted.isLoadingError ? (
          <ErrorNote error={counted.error} retry={() => void counted.refetch()} />
        ) : data?.isComplete !== true ? (
          <div aria-busy>
            {data && (
              <Text size="sm" role="status" mb="sm">
                {texts.counting}
              </Text>
            )}
            <Loading lines={4} />
          </div>
        ) : data.areDeliveriesKept ? (
          <DomainTable counted={data} />
        ) : (
          <Text size="sm" c="dimmed">
            {texts.deleted}
          </Text>
        )}
      </Paper>
    </section>
  );
}

function DomainTable({ counted: { asOf, domains, others, groups } }: { counted: Domains }) {
  const { domains: texts } = useReportTexts();
  const { domainGroups } = useTexts();
  const { time } = useFormat();
  const isPersonal = others.opens !== null;
  const columns = useColumns(isPersonal);
  const problems = domains.filter((figures) =>
    columns.some(({ count, of, isRisk }) => isRisk && isHighRate(count(figures) ?? 0, of?.(figures) ?? 0)),
  );
  const rows: Row[] = domains.map(({ domain, group: _, ...numbers }) => ({ name: domain, numbers }));
  if (others.addressed > 0) rows.push({ name: texts.others(others.domains), numbers: others });
  return (
    <Stack gap="sm">
      {problems.length > 0 && (
        <Group gap={8} wrap="nowrap" align="flex-start">
          <HighRate />
          <Text size="sm">{texts.problems(problems.map(({ domain }) => domain).join(', '))}</Text>
        </Group>
      )}
      <FigureTable head={texts.domain} rows={rows} columns={columns} isPersonal={isPersonal} />
      <FigureTable
        head={texts.group}
        rows={groups.map(({ group, ...numbers }) => ({ name: domainGroups[group], numbers }))}
        columns={columns}
        isPersonal={isPersonal}
      />
      <Text size="xs" c="dimmed">
        {texts.asOf(time(asOf))} {isPersonal && texts.people}
      </Text>
    </Stack>
  );
}

interface Row {
  name: string;
  numbers: Figures;
}

interface FigureTableProps {
  head: string;
  rows: readonly Row[];
  columns: readonly Column[];
  isPersonal: boolean;
}

function FigureTable({ head, rows, columns, isPersonal }: FigureTableProps) {
  return (
    <Listing minWidth={isPersonal ? 820 : 660} heads={[head, ...columns.map((column) => column.head)]}>
      {rows.map(({ name, numbers }) => (
        <Table.Tr key={name} className="numbers">
          <Table.Td style={{ overflowWrap: 'break-word' }}>{name}</Table.Td>
          {columns.map(({ head: column, count, of, isRisk = false }) => (
            <NumberCell key={column} count={count(numbers)} of={of?.(numbers) ?? 0} isRisk={isRisk} />
          ))}
        </Table.Tr>
      ))}
    </Listing>
  );
}

interface Column {
  head: string;
  count: (figures: Figures) => number | null;
  /** What the rate of the number refers to. Absent: it has no rate. */
  of?: (figures: Figures) => number;
  /** Whether a high rate is a problem. */
  isRisk?: true;
}

/** The columns that can show a problem come early, because a table can be wider than the window, above all on phones. */
function useColumns(isPersonal: boolean): Column[] {
  const { domains: texts, results } = useReportTexts();
  const isPhone = useIsPhone();
  const { figures } = results;
  const recipients: Column[] = [
    { head: figures.addressed, count: (each) => each.addressed },
    { head: figures.sent, count: (each) => each.sent },
    { head: figures.delivered, count: (each) => each.delivered },
  ];
  const problems: Column[] = [
    { head: figures.bounced, count: (each) => each.bounced, of: (each) => each.sent, isRisk: true },
    {
      ...{ head: figures.failed, count: (each) => each.failed, of: (each) => each.sent + each.failed },
      isRisk: true,
    },
    { head: texts.complained, count: (each) => each.complained },
  ];
  const readers: Column[] = [
    { head: figures.opened, count: (each) => each.opens, of: (each) => each.delivered },
    { head: figures.clicked, count: (each) => each.clicks, of: (each) => each.delivered },
  ];
  const counted = isPhone ? [...problems, ...recipients] : [...recipients, ...problems];
  return isPersonal ? [...counted, ...readers] : counted;
}

function NumberCell({ count, of, isRisk }: { count: number | null; of: number; isRisk: boolean }) {
  const { number, share } = useFormat();
  if (count === null) return <Table.Td>–</Table.Td>;
  const text = of > 0 ? `${number(count)} (${share(count, of)})` : number(count);
  const isHigh = isRisk && isHighRate(count, of);
  return (
    <Table.Td fw={isHigh ? 600 : undefined}>
      {text} {isHigh && <HighRate />}
    </Table.Td>
  );
}

function HighRate() {
  const { domains: texts } = useReportTexts();
  return (
    <IconAlertTriangle
      size={16}
      color="var(--mantine-color-red-text)"
      style={{ flex: 'none', verticalAlign: 'text-bottom' }}
      role="img"
      aria-label={texts.high}
    />
  );
}

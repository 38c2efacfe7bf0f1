import type { Schemas } from '@carillon/sdk';
import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useFormat } from '../../../texts';
import { ErrorNote, Listing, Loading } from '../../../ui/page';
import { useRecipientDomains } from '../api/report';
import { isHighRate } from '../domains';
import { useReportTexts } from '../texts';

type Domains = Schemas['RecipientDomains'];
type Figures = Omit<Domains['domains'][number], 'domain'>;

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

function DomainTable({ counted: { asOf, domains, others } }: { counted: Domains }) {
  const { domains: texts, results } = useReportTexts();
  const { time } = useFormat();
  const { figures } = results;
  const problems = domains.filter(
    ({ sent, bounced, failed }) => isHighRate(bounced, sent) || isHighRate(failed, sent + failed),
  );
  return (
    <Stack gap="sm">
      {problems.length > 0 && (
        <Group gap={8} wrap="nowrap" align="flex-start">
          <HighRate />
          <Text size="sm">{texts.problems(problems.map(({ domain }) => domain).join(', '))}</Text>
        </Group>
      )}
      <Listing
        minWidth={820}
        heads={[
          ...[texts.domain, figures.addressed, figures.sent, figures.delivered, figures.opened],
          ...[figures.clicked, figures.bounced, texts.complained, figures.failed],
        ]}
      >
        {domains.map(({ domain, ...numbers }) => (
          <DomainRow key={domain} name={domain} numbers={numbers} />
        ))}
        {others.addressed > 0 && <DomainRow name={texts.others(others.domains)} numbers={others} />}
      </Listing>
      <Text size="xs" c="dimmed">
        {texts.asOf(time(asOf))}
      </Text>
    </Stack>
  );
}

function DomainRow({ name, numbers }: { name: string; numbers: Figures }) {
  const { number, share } = useFormat();
  const { addressed, sent, delivered, bounced, complained, failed, opens, clicks } = numbers;
  const part = (count: number | null, whole: number): string =>
    count === null ? '–' : whole === 0 ? number(count) : `${number(count)} (${share(count, whole)})`;
  return (
    <Table.Tr className="numbers">
      <Table.Td miw={180} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Table.Td>
      <Table.Td>{number(addressed)}</Table.Td>
      <Table.Td>{number(sent)}</Table.Td>
      <Table.Td>{part(delivered, sent)}</Table.Td>
      <Table.Td>{part(opens, delivered)}</Table.Td>
      <Table.Td>{part(clicks, delivered)}</Table.Td>
      <RateCell text={part(bounced, sent)} isHigh={isHighRate(bounced, sent)} />
      <Table.Td>{number(complained)}</Table.Td>
      <RateCell text={number(failed)} isHigh={isHighRate(failed, sent + failed)} />
    </Table.Tr>
  );
}

function RateCell({ text, isHigh }: { text: string; isHigh: boolean }) {
  return (
    <Table.Td>
      {isHigh ? (
        <Group gap={4} wrap="nowrap">
          <Text size="sm" fw={600}>
            {text}
          </Text>
          <HighRate />
        </Group>
      ) : (
        text
      )}
    </Table.Td>
  );
}

function HighRate() {
  const { domains: texts } = useReportTexts();
  return (
    <IconAlertTriangle
      size={16}
      color="var(--mantine-color-red-text)"
      style={{ flex: 'none' }}
      role="img"
      aria-label={texts.high}
    />
  );
}

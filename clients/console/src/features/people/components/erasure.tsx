import type { Schemas } from '@carillon/sdk';
import { Group, Loader, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useFormat } from '../../../texts';
import { useErasureTexts } from '../erasure-texts';
import { ErrorNote, ListingPane, Loading } from '../../../ui/page';
import { useErasure } from '../api/erasures';

type Erasure = Schemas['Erasure'];

interface ErasureProgressProps {
  kind: 'person' | 'user';
  erasureId: string;
  /** The usual duration, as text. */
  wait: string;
}

/** The services that have erased their data, and the remaining services. */
export function ErasureProgress({ kind, erasureId, wait }: ErasureProgressProps) {
  const erasureTexts = useErasureTexts();
  const { time } = useFormat();
  const erasure = useErasure(kind, erasureId);
  const isDone = erasure.data?.state === 'DONE';
  if (erasure.isLoadingError) return <ErrorNote error={erasure.error} retry={() => void erasure.refetch()} />;
  if (!erasure.data) return <Loading lines={3} />;
  return (
    <Paper className="pane">
      <Stack gap="sm">
        <div role="status">
          <Title order={2}>{isDone ? erasureTexts.done : erasureTexts.running}</Title>
        </div>
        {!isDone && <Text c="dimmed">{wait}</Text>}
        {erasure.data.services.map(({ service, erasedAt }) => (
          <Group key={service} gap="sm" wrap="nowrap">
            {erasedAt === null ? (
              <Loader size={18} aria-hidden />
            ) : (
              <Text c="teal" lh={0} aria-hidden>
                <IconCircleCheck size={18} />
              </Text>
            )}
            <div>
              <Text size="sm">{erasureTexts.services[service]}</Text>
              <Text size="xs" c="dimmed">
                {erasedAt === null ? erasureTexts.waits : erasureTexts.erasedAt(time(erasedAt))}
              </Text>
            </div>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

/** Erasures, with one row for each. */
export function ErasureTable<E extends Erasure>({
  erasures,
  first,
}: {
  erasures: readonly E[];
  /** An additional first column. */
  first?: { head: string; cell: (erasure: E) => ReactNode };
}) {
  const erasureTexts = useErasureTexts();
  const { time } = useFormat();
  const heads = [erasureTexts.requested, erasureTexts.state, erasureTexts.finished];
  return (
    <ListingPane minWidth={520} heads={first ? [first.head, ...heads] : heads}>
      {erasures.map((each) => (
        <Table.Tr key={each._id}>
          {first && <Table.Td>{first.cell(each)}</Table.Td>}
          <Table.Td>{time(each.requestedAt)}</Table.Td>
          <Table.Td>{erasureTexts.states[each.state]}</Table.Td>
          <Table.Td>{each.finishedAt === null ? '' : time(each.finishedAt)}</Table.Td>
        </Table.Tr>
      ))}
    </ListingPane>
  );
}

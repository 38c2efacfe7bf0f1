import type { Schemas } from '@carillon/sdk';
import { Group, Loader, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { ErrorNote, Listing, Loading } from '../../../ui/page';

type Erasure = Schemas['Erasure'];

/** How often the progress of an erasure is requested (milliseconds). */
const ERASURE_MS = 2_000;

interface ErasureProgressProps {
  erasureId: string;
  load: (id: string, signal: AbortSignal) => Promise<Erasure>;
  /** The usual duration, as text. */
  wait: string;
  /** The query keys that it changes when it is done. */
  changes: readonly string[];
}

/** The services that have erased their data, and the others. */
export function ErasureProgress({ erasureId, load, wait, changes }: ErasureProgressProps) {
  const texts = useTexts();
  const { time } = useFormat();
  const queries = useQueryClient();
  const erasure = useQuery({
    queryKey: ['erasure', erasureId],
    queryFn: ({ signal }) => load(erasureId, signal),
    refetchInterval: ({ state: { data } }) => (data?.state === 'DONE' ? false : ERASURE_MS),
  });
  const isDone = erasure.data?.state === 'DONE';
  const changed = changes.join(' ');
  useEffect(() => {
    if (!isDone) return;
    for (const key of changed.split(' ')) void queries.invalidateQueries({ queryKey: [key] });
  }, [isDone, changed, queries]);
  if (erasure.isLoadingError) return <ErrorNote error={erasure.error} retry={() => void erasure.refetch()} />;
  if (!erasure.data) return <Loading lines={3} />;
  return (
    <Paper className="pane">
      <Stack gap="sm">
        <div role="status">
          <Title order={2}>{isDone ? texts.erasures.done : texts.erasures.running}</Title>
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
              <Text size="sm">{texts.erasures.services[service]}</Text>
              <Text size="xs" c="dimmed">
                {erasedAt === null ? texts.erasures.waits : texts.erasures.erasedAt(time(erasedAt))}
              </Text>
            </div>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

/** Erasures, a row each. */
export function ErasureTable<E extends Erasure>({
  erasures,
  first,
}: {
  erasures: readonly E[];
  /** An additional first column. */
  first?: { head: string; cell: (erasure: E) => ReactNode };
}) {
  const texts = useTexts();
  const { time } = useFormat();
  const heads = [texts.erasures.requested, texts.erasures.state, texts.erasures.finished];
  return (
    <Paper className="pane" p={0}>
      <Listing minWidth={520} heads={first ? [first.head, ...heads] : heads}>
        {erasures.map((each) => (
          <Table.Tr key={each._id}>
            {first && <Table.Td>{first.cell(each)}</Table.Td>}
            <Table.Td>{time(each.requestedAt)}</Table.Td>
            <Table.Td>{texts.erasures.states[each.state]}</Table.Td>
            <Table.Td>{each.finishedAt === null ? '' : time(each.finishedAt)}</Table.Td>
          </Table.Tr>
        ))}
      </Listing>
    </Paper>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Empty, ErrorNote, Loading } from './page';

interface ManagedListProps<T> {
  list: {
    data: readonly T[] | undefined;
    error: Error | null;
    isLoadingError: boolean;
    refetch: () => unknown;
  };
  icon: ReactNode;
  labels: { emptyTitle: string; empty: string; hint: string; add: string };
  /** Whether the user may add entries. */
  mayAdd: boolean;
  entry: (each: T) => ReactNode;
  /** The dialog that adds an entry. */
  form: (close: () => void) => ReactNode;
}

/** A list with its purpose and the button that adds an entry. */
export function ManagedList<T>({ list, icon, labels, mayAdd, entry, form }: ManagedListProps<T>) {
  const [isAdding, adding] = useDisclosure(false);
  if (list.isLoadingError && list.error)
    return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <Loading lines={3} />;
  const add = mayAdd && (
    <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
      {labels.add}
    </Button>
  );
  return (
    <Stack>
      {list.data.length === 0 ? (
        <Empty icon={icon} title={labels.emptyTitle} action={add}>
          {labels.empty}
        </Empty>
      ) : (
        <>
          <Group justify="space-between">
            <Text c="dimmed" maw={620}>
              {labels.hint}
            </Text>
            {add}
          </Group>
          {list.data.map(entry)}
        </>
      )}
      {isAdding && form(adding.close)}
    </Stack>
  );
}

import { Button, Group, Text } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { timeZone, useTexts } from '../texts';

type Paged = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** Stands below a list that is read page by page: the zone of its times, and the way to more. */
export function PageFoot({ list }: { list: Paged }) {
  const texts = useTexts();
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {texts.zone(timeZone)}
      </Text>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.loadMore}
        </Button>
      )}
    </Group>
  );
}

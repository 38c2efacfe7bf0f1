import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTexts } from '../texts';
import { ErrorNote } from './page';

type Paged = Pick<
  UseInfiniteQueryResult,
  | 'hasNextPage'
  | 'isFetching'
  | 'isFetchingNextPage'
  | 'isPlaceholderData'
  | 'isFetchNextPageError'
  | 'error'
  | 'fetchNextPage'
>;

/** Reads the next page; undefined: there is none, it comes already, or it could not be read, as `NextPage` says. */
export function nextPageOf(list: Paged): (() => void) | undefined {
  const { hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError } = list;
  if (!hasNextPage || isFetching || isPlaceholderData || isFetchNextPageError) return undefined;
  return () => void list.fetchNextPage();
}

/** Why the next page could not be read, with a way to try again. */
export function NextPageError({ list }: { list: Paged }) {
  if (!list.isFetchNextPageError) return null;
  return <ErrorNote error={list.error} retry={() => void list.fetchNextPage()} />;
}

/** The way to the next page, for who asks for it. */
export function NextPage({ list }: { list: Paged }) {
  const texts = useTexts();
  if (list.isFetchNextPageError) return <NextPageError list={list} />;
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
      style={{ alignSelf: 'flex-start' }}
    >
      {texts.loadMore}
    </Button>
  );
}

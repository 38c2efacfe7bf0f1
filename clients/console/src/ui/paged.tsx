import { Button } from '@mantine/core';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
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

interface Page<T> {
  items: T[];
  next: string | null;
}
export type Pages<T> = UseInfiniteQueryResult<InfiniteData<Page<T>>>;

interface PagesOptions {
  /** false: nothing is read yet. */
  enabled?: boolean;
  /** How often the list is refreshed while only its first page is shown (milliseconds); absent: never. */
  refetchMs?: number | false;
}

/** A list of the API, page by page. While another filter loads, the previous results stay as a placeholder. */
export function usePages<T>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
  { enabled = true, refetchMs = false }: PagesOptions = {},
): Pages<T> {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) <= 1 ? refetchMs : false),
  });
}

interface WholeListOptions extends Pick<PagesOptions, 'enabled'> {
  /** Whether the list of the previous key is shown until this one is read. */
  keepsPrevious?: boolean;
}

/** A short list of the API as a whole. */
export function useWholeList<T>(
  queryKey: readonly unknown[],
  read: (signal: AbortSignal) => AsyncIterable<T>,
  { enabled = true, keepsPrevious = false }: WholeListOptions = {},
): UseQueryResult<T[]> {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const items: T[] = [];
      for await (const item of read(signal)) items.push(item);
      return items;
    },
    enabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
}

/** Reads the next page; undefined: there is none, it is already loading, or it failed, as `NextPage` shows. */
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

/** The button that loads the next page. */
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

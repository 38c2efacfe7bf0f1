import type { Schemas } from '@carillon/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { useWholeList } from '../../../ui/paged';
import type { Conditions } from '../conditions';

/** How often an unfinished count is requested again (milliseconds). */
const RECOUNT_MS = 1_500;

/** All segments of the account (at most 500). */
export function useSegments() {
  const { client } = useSession();
  return useWholeList(['segments'], (signal) => client.list('/segments', { signal }));
}

/** @param id null: a new segment */
export function useSegment(id: string | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['segments', id],
    queryFn: ({ signal }) => client.get('/segments/{id}', { path: { id: id ?? '' }, signal }),
    enabled: id !== null,
  });
}

/** The number of people of a segment, once it is needed, requested again until they are all counted. */
export function useSegmentCount(id: string, isNeeded: boolean) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['segments', id, 'count'],
    queryFn: ({ signal }) => client.get('/segments/{id}/count', { path: { id }, signal }),
    enabled: isNeeded,
    refetchInterval: ({ state: { data } }) => (data && !data.isComplete ? RECOUNT_MS : false),
  });
}

/** @param conditions null: they aren't complete */
export function useSegmentPreview(conditions: Conditions | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['segment-preview', JSON.stringify(conditions)],
    queryFn: ({ signal }) =>
      client.post('/segments/preview', { body: { conditions: conditions ?? { all: [] } }, signal }),
    enabled: conditions !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && !data.isComplete ? RECOUNT_MS : false),
  });
}

/** Creates a segment, or changes the one with the ID. Without conditions, only the name changes. */
export const useSaveSegment = apiAction(
  (client, { id, name, conditions }: { id: string | null; name: string; conditions: Conditions | null }) => {
    if (id === null)
      return client.post('/segments', { body: { name, conditions: conditions ?? { all: [] } } });
    const body = { name, ...(conditions && { conditions }) };
    return client.patch('/segments/{id}', { path: { id }, body });
  },
  ['segments', 'audience'],
);

export const useDeleteSegment = apiAction(
  (client, id: string) => client.delete('/segments/{id}', { path: { id } }),
  ['audience'],
);

/** Removes a deleted segment from the list. Reading its count again would fail. */
export function useForgetSegment(): (id: string) => void {
  const queries = useQueryClient();
  return (id) =>
    void queries.setQueryData<Schemas['Segment'][]>(['segments'], (segments) =>
      segments?.filter(({ _id }) => _id !== id),
    );
}

import type { Schemas } from '@carillon/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAnySession, useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

type Erasure = Schemas['Erasure'];

/** The number of erasures in a page of the list. */
const PAGE = 50;
/** How often the progress of an erasure is requested (milliseconds). */
const ERASURE_MS = 2_000;

export function useErasures() {
  const { client } = useSession();
  return usePages(['erasures'], (cursor, signal) =>
    client.page('/people/erasures', { query: { limit: PAGE, cursor }, signal }),
  );
}

/** The erasure of a person, or of a whole account, and the query keys that it changes. */
const kinds = {
  person: {
    path: '/people/erasures/{id}',
    changes: ['erasures', 'members', 'groups', 'suppressions', 'person', 'report'],
  },
  user: { path: '/operator/erasures/{id}', changes: ['userErasures', 'users', 'user'] },
} as const;

/** The progress of an erasure. When it is done, the affected queries are refreshed. */
export function useErasure(kind: keyof typeof kinds, id: string) {
  const { client } = useAnySession();
  const queries = useQueryClient();
  const { path, changes } = kinds[kind];
  const erasure = useQuery({
    queryKey: ['erasure', id],
    queryFn: ({ signal }): Promise<Erasure> => client.get(path, { path: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'DONE' ? false : ERASURE_MS),
  });
  const isDone = erasure.data?.state === 'DONE';
  useEffect(() => {
    if (!isDone) return;
    for (const key of changes) void queries.invalidateQueries({ queryKey: [key] });
  }, [isDone, changes, queries]);
  return erasure;
}

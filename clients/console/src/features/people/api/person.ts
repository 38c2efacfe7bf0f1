import { useQueries, useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';

/** A contact record is loaded again only after a change, because the audit trail records each view. */
const ONCE = Infinity;

/** The contact record of an address. */
export function usePerson(identifier: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['person', identifier],
    queryFn: ({ signal }) => client.get('/people/data', { query: { identifier }, signal }),
    staleTime: ONCE,
    enabled: identifier !== '',
  });
}

export const useErase = apiAction((client, identifier: string) =>
  client.delete('/people/data', { body: { identifier } }),
);

/** Erases a person with all addresses. */
export const useErasePerson = apiAction((client, id: string) =>
  client.delete('/people/{id}/data', { path: { id } }),
);

/** The contact records of all addresses of a person, which are read only on request. */
export const useReadPerson = apiAction((client, id: string) =>
  client.get('/people/{id}/data', { path: { id } }),
);

/** The names of campaigns, each read once; null: not readable; undefined: still loading. */
export function useCampaignNames(campaignIds: readonly string[]): (id: string) => string | null | undefined {
  const { client } = useSession();
  const ids = [...new Set(campaignIds)];
  const names = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['campaignName', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await client.get('/campaigns/{id}', { path: { id }, signal })).name,
      staleTime: ONCE,
    })),
  });
  return (id) => {
    const name = names[ids.indexOf(id)];
    return name?.error ? null : name?.data;
  };
}

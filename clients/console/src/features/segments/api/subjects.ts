import { pathName } from '@carillon/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

/** Frequent values of an attribute that begin with the typed text. */
export function useAttributeValues(name: string, search: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['attributes', name, 'values', search],
    queryFn: ({ signal }) =>
      client.get('/attributes/{name}/values', {
        path: { name: pathName(name) },
        query: search === '' ? {} : { search },
        signal,
      }),
    enabled: name !== '',
    placeholderData: keepPreviousData,
  });
}

/** The number of campaigns that the builder offers. */
const OFFERED = 100;

/** The newest published campaigns, to which people can have reacted. */
export function useSentCampaigns() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['campaigns', 'sent'],
    queryFn: async ({ signal }) => {
      const query = { fields: 'summary' as const, limit: OFFERED };
      const { items } = await client.page('/campaigns', { query, signal });
      return items.filter(({ status }) => status !== 'DRAFT' && status !== 'SCHEDULED');
    },
  });
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

/** The number of campaigns that are offered. A search finds others. */
const OFFERED = 50;

/** Why the person with this address got the campaign, or did not. Null: no campaign is chosen. */
export function useExplanation(campaignId: string | null, identifier: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['explanation', campaignId, identifier],
    queryFn: ({ signal }) =>
      client.get('/campaigns/{id}/explain', {
        path: { id: campaignId ?? '' },
        query: { identifier },
        signal,
      }),
    enabled: campaignId !== null,
  });
}

/** The newest campaigns, or those with this part of the name. */
export function useCampaignChoice(search: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['campaigns', 'choice', search],
    queryFn: async ({ signal }) => {
      const query = { fields: 'summary' as const, limit: OFFERED, ...(search !== '' && { search }) };
      return (await client.page('/campaigns', { query, signal })).items;
    },
    placeholderData: keepPreviousData,
  });
}

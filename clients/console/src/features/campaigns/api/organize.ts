import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';

/** The number of campaigns that the API changes at a time. */
const AT_ONCE = 1_000;

interface Organized {
  campaignIds: readonly string[];
  addTags?: string[];
  removeTags?: string[];
  archived?: boolean;
}

/** The tags of all campaigns, the most frequent first. */
export function useTags() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['campaigns', 'tags'],
    queryFn: ({ signal }) => client.get('/campaigns/tags', { signal }),
  });
}

/** Tags campaigns, or moves them to the archive or back. */
export const useOrganize = apiAction(
  async (client, { campaignIds, ...change }: Organized) => {
    for (let from = 0; from < campaignIds.length; from += AT_ONCE) {
      const body = { ...change, campaignIds: campaignIds.slice(from, from + AT_ONCE) };
      await client.post('/campaigns/organize', { body });
    }
  },
  ['campaigns', 'campaign', 'figures'],
);

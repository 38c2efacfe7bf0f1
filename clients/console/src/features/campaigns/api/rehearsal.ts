import type { Carillon, Schemas } from '@carillon/sdk';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

/** The pause before an incomplete rehearsal is requested again (milliseconds). Its response takes a few seconds. */
const AGAIN_MS = 500;

/** How long a rehearsal is kept for the dialog that shows it (milliseconds). Then, others can have changed the audience. */
const KEPT_MS = 10_000;

function rehearsalOf(client: Carillon, { _id: id, updatedAt }: Schemas['CampaignDetail']) {
  return queryOptions({
    queryKey: ['rehearsal', id, updatedAt],
    queryFn: ({ signal }) => client.get('/campaigns/{id}/rehearsal', { path: { id }, signal }),
    gcTime: KEPT_MS,
    staleTime: 0,
  });
}

/** What publishing the campaign would do now. An incomplete rehearsal is requested again until it is complete. */
export function useRehearsal(campaign: Schemas['CampaignDetail']) {
  const { client } = useSession();
  return useQuery({
    ...rehearsalOf(client, campaign),
    refetchInterval: ({ state }) => (state.data?.isComplete === false ? AGAIN_MS : false),
  });
}

/** Reads once what publishing a campaign would do now. */
export function useRehearse(): (campaign: Schemas['CampaignDetail']) => Promise<Schemas['Rehearsal']> {
  const { client } = useSession();
  const queries = useQueryClient();
  return (campaign) => queries.query(rehearsalOf(client, campaign));
}

import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

/** The pause before an incomplete rehearsal is requested again (milliseconds). Its response takes a few seconds. */
const AGAIN_MS = 500;

/** What publishing the campaign would do now. An incomplete rehearsal is requested again until it is complete. */
export function useRehearsal({ _id: id, updatedAt }: Schemas['CampaignDetail']) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['rehearsal', id, updatedAt],
    queryFn: ({ signal }) => client.get('/campaigns/{id}/rehearsal', { path: { id }, signal }),
    // Other people can change the audience and the senders at any time.
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.isComplete === false ? AGAIN_MS : false),
  });
}

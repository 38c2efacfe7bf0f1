import type { Schemas } from '@carillon/sdk';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

/** A pause after a save, because a draft is saved again and again while it is written (milliseconds). */
const PAUSE_MS = 800;

/** What is wrong with the messages of a stored campaign. Checked again after each change; null: nothing is stored. */
export function useContentChecks(campaign: Schemas['CampaignDetail'] | null) {
  const { client } = useSession();
  const id = campaign?._id;
  const [version] = useDebouncedValue(campaign?.updatedAt, PAUSE_MS);
  return useQuery({
    queryKey: ['content-checks', id, version],
    queryFn: ({ signal }) => client.post('/campaigns/{id}/checks', { path: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    // Other people can change the data of recipients at any time.
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}

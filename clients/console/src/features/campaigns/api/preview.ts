import type { Schemas } from '@carillon/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

export type Preview = Schemas['Preview'];

/** The messages of a stored campaign for one person. `person` null: no specific person. */
export function usePreview(campaign: Schemas['CampaignDetail'] | null, person: Schemas['Subscriber'] | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['preview', campaign?._id, campaign?.updatedAt, person?._id ?? null],
    queryFn: ({ signal }) => {
      const body = person === null ? { extraData: {} } : { subscriberId: person._id };
      return client.post('/campaigns/{id}/preview', { path: { id: campaign?._id ?? '' }, body, signal });
    },
    enabled: campaign !== null,
    placeholderData: keepPreviousData,
  });
}

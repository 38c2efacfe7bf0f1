import type { Schemas } from '@carillon/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

export type Preview = Schemas['Preview'];

/**
 * The messages of a stored campaign for one person. `person` null: no specific person. `tag`: the language of the texts;
 * null: the texts for everyone; absent: those that the person gets.
 */
export function usePreview(
  campaign: Schemas['CampaignDetail'] | null,
  person: Schemas['Subscriber'] | null,
  tag?: string | null,
) {
  const { client } = useSession();
  return useQuery({
    queryKey: [
      'preview',
      campaign?._id,
      campaign?.updatedAt,
      person?._id ?? null,
      tag ?? null,
      tag === undefined,
    ],
    queryFn: ({ signal }) => {
      const whom = person === null ? { extraData: {} } : { subscriberId: person._id };
      const body = { ...whom, ...(tag !== undefined && { translation: tag }) };
      return client.post('/campaigns/{id}/preview', { path: { id: campaign?._id ?? '' }, body, signal });
    },
    // A new language is previewed after it is saved.
    enabled: campaign !== null && (tag == null || campaign.translations[tag] !== undefined),
    placeholderData: keepPreviousData,
  });
}

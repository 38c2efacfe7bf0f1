import type { Schemas } from '@carillon/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';

type Detail = Schemas['CampaignDetail'];

/** How many people each channel of a campaign reaches. */
export function useAudience({ _id: id, groups, audience }: Detail) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['audience', id, groups, audience],
    queryFn: ({ signal }) => client.get('/campaigns/{id}/audience', { path: { id }, signal }),
  });
}

export type Fields = Schemas['AudienceFields'];

/** The data of the recipients, requested again when the placeholders, the SMS, or the groups have changed. */
export function useFields(campaign: Detail | null) {
  const { client } = useSession();
  const id = campaign?._id ?? '';
  return useQuery({
    queryKey: ['fields', id, campaign && usedBy(campaign)],
    queryFn: ({ signal }) => client.get('/campaigns/{id}/fields', { path: { id }, signal }),
    enabled: campaign !== null,
    placeholderData: keepPreviousData,
  });
}

/** The groups, the placeholders, and the SMS. Other parts of a campaign don't change the result. */
function usedBy(campaign: Detail) {
  return [campaign.groups, JSON.stringify(campaign).match(/\{\{[^{}]*\}\}/g) ?? [], campaign.smsMessage];
}

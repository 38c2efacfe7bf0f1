import type { Schemas } from '@carillon/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';
import { writtenChannels } from '../../content';

type Detail = Schemas['CampaignDetail'];

/**
 * How many people each channel of a campaign reaches. If each person gets one message, this depends on the channels with
 * a message and a sender.
 */
export function useAudience(campaign: Detail) {
  const { client } = useSession();
  const { _id: id, groups, audience, senders } = campaign;
  const first = audience.channels.strategy === 'FIRST' && [writtenChannels(campaign), senders];
  return useQuery({
    queryKey: ['audience', id, groups, audience, first],
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
  return [
    campaign.groups,
    JSON.stringify(campaign).match(/\{\{[^{}]*\}\}/g) ?? [],
    campaign.smsMessage,
    campaign.smsMedia,
  ];
}

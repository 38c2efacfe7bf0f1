import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

/** A campaign as lists need it: without its mail, which may have half a million characters. */
export type ListedCampaign = Omit<Schemas['Campaign'], 'message'>;

/** Campaigns in a page of the list. */
const PAGE = 100;

export const campaignStatuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED', 'SENT', 'CANCELLED'] as const;

/** The filters of the campaign list. */
export interface CampaignFilter {
  /** A part of the name. */
  search?: string | undefined;
  status?: Schemas['CampaignStatus'] | undefined;
}

/** Newest first, a page at a time. */
export function useCampaigns({ search, status }: CampaignFilter) {
  const { client } = useSession();
  return usePages(['campaigns', search, status], (cursor, signal) => {
    const fields = 'summary' as const;
    const query = { search, status, fields, limit: PAGE, cursor };
    return client.page('/campaigns', { query, signal });
  });
}

export function useCampaign(campaignId: string | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['campaign', campaignId],
    queryFn: ({ signal }) => client.get('/campaigns/{id}', { path: { id: campaignId ?? '' }, signal }),
    enabled: campaignId !== null,
  });
}

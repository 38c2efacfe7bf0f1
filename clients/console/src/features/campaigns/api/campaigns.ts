import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages, useWholeList } from '../../../ui/paged';

/** A campaign in a list: without its HTML, which can have half a million characters. */
export type ListedCampaign = Omit<Schemas['Campaign'], 'message'>;

/** The number of campaigns in a page of the list. */
const PAGE = 100;

export const campaignStatuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED', 'SENT', 'CANCELLED'] as const;

export const approvalStates = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;

/** The filters of the campaign list. */
export interface CampaignFilter {
  /** A part of the name. */
  search?: string | undefined;
  status?: Schemas['CampaignStatus'] | undefined;
  tag?: string | undefined;
  /** The state of the latest request for an approval. */
  approval?: Schemas['CampaignApproval']['state'] | undefined;
  /** Shows the archive instead of the other campaigns. */
  isArchived?: true | undefined;
}

/** Newest first, a page at a time. */
export function useCampaigns({ search, status, tag, approval, isArchived }: CampaignFilter) {
  const { client } = useSession();
  return usePages(['campaigns', search, status, tag, approval, isArchived], (cursor, signal) => {
    const fields = 'summary' as const;
    const archived = isArchived ? ('true' as const) : ('false' as const);
    const query = { search, status, tag, approval, archived, fields, limit: PAGE, cursor };
    return client.page('/campaigns', { query, signal });
  });
}

/** All scheduled campaigns. */
export function useScheduled() {
  const { client } = useSession();
  const query = { status: 'SCHEDULED', fields: 'summary' } as const;
  return useWholeList(['campaigns', 'scheduled'], (signal) => client.list('/campaigns', { query, signal }));
}

export function useCampaign(campaignId: string | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['campaign', campaignId],
    queryFn: ({ signal }) => client.get('/campaigns/{id}', { path: { id: campaignId ?? '' }, signal }),
    enabled: campaignId !== null,
  });
}

/** The query keys of views that show a campaign. */
export const CAMPAIGN_VIEWS = ['campaigns', 'campaign', 'report', 'figures'];

export const usePause = apiAction(
  (client, { id, verb }: { id: string; verb: 'pause' | 'resume' }) =>
    verb === 'pause'
      ? client.post('/campaigns/{id}/pause', { path: { id } })
      : client.post('/campaigns/{id}/resume', { path: { id } }),
  CAMPAIGN_VIEWS,
);

/** Ends a campaign permanently. */
export const useCancel = apiAction(
  (client, id: string) => client.post('/campaigns/{id}/cancel', { path: { id } }),
  CAMPAIGN_VIEWS,
);

export const useUnschedule = apiAction(
  (client, id: string) => client.post('/campaigns/{id}/unschedule', { path: { id } }),
  CAMPAIGN_VIEWS,
);

/** Changes the time of a scheduled campaign. */
export const useReschedule = apiAction(
  (client, { id, scheduledAt }: { id: string; scheduledAt: string }) =>
    client.post('/campaigns/{id}/reschedule', { path: { id }, body: { scheduledAt } }),
  CAMPAIGN_VIEWS,
);

/** Creates a draft copy. If the campaign has a name, the copy gets a new name. */
export const useDuplicate = apiAction(
  async (client, { id, nameOf }: { id: string; nameOf: (original: string) => string }) => {
    const copy = await client.post('/campaigns/{id}/duplicate', { path: { id } });
    if (copy.name === '') return copy;
    const body = { name: nameOf(copy.name), ifUpdatedAt: copy.updatedAt };
    return client.patch('/campaigns/{id}', { path: { id: copy._id }, body });
  },
  CAMPAIGN_VIEWS,
);

/** Deletes campaigns immediately. `useDeletion` can be undone. */
export const useDeleteCampaigns = apiAction(
  (client, campaignIds: string[]) => client.delete('/campaigns', { body: { campaignIds } }),
  ['campaigns'],
);

/** @param scheduledAt absent: now */
export const usePublish = apiAction(
  (client, body: Schemas['PublishCampaign']) => client.post('/campaigns/publish', { body }),
  CAMPAIGN_VIEWS,
);

/** Sends one message of a campaign to one address. */
export const useTestCampaign = apiAction(
  (client, { id, ...body }: Schemas['TestCampaign'] & { id: string }) =>
    client.post('/campaigns/{id}/test', { path: { id }, body }),
);

import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { CAMPAIGN_VIEWS } from './campaigns';

/** The number of waiting campaigns that are counted. */
const MOST_PENDING = 100;

/** The approval of the version of a draft. Null: nobody has asked for one. */
export function useApproval(campaign: Schemas['CampaignDetail'] | null, isRequired: boolean) {
  const { client } = useSession();
  const { _id: id = '', updatedAt } = campaign ?? {};
  return useQuery({
    queryKey: ['campaign', id, 'approval', updatedAt],
    queryFn: async ({ signal }) => (await client.get('/campaigns/{id}', { path: { id }, signal })).approval,
    enabled: campaign?.status === 'DRAFT' && (isRequired || campaign.approval !== null),
    placeholderData: campaign?.approval ?? null,
  });
}

/** How many campaigns wait for an approval. */
export function usePendingCount(isAsked: boolean) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['campaigns', 'pending-approvals'],
    queryFn: async ({ signal }) => {
      const query = { approval: 'PENDING', status: 'DRAFT', fields: 'summary', limit: MOST_PENDING } as const;
      return (await client.page('/campaigns', { query, signal })).items.length;
    },
    enabled: isAsked,
  });
}

export const useRequestApproval = apiAction(
  (client, { id, ...body }: Schemas['RequestApproval'] & { id: string }) =>
    client.post('/campaigns/{id}/request-approval', { path: { id }, body }),
  CAMPAIGN_VIEWS,
);

export const useWithdrawApproval = apiAction(
  (client, id: string) => client.post('/campaigns/{id}/withdraw-approval', { path: { id } }),
  CAMPAIGN_VIEWS,
);

export const useDecide = apiAction(
  (
    client,
    { id, verb, ...body }: Schemas['DecideOnCampaign'] & { id: string; verb: 'approve' | 'reject' },
  ) =>
    verb === 'approve'
      ? client.post('/campaigns/{id}/approve', { path: { id }, body })
      : client.post('/campaigns/{id}/reject', { path: { id }, body }),
  CAMPAIGN_VIEWS,
);

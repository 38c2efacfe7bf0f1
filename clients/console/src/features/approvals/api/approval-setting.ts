import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';

/** Whether campaigns of the account need an approval. */
export function useApprovalSetting() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['approval-setting'],
    queryFn: ({ signal }) => client.get('/account/approval', { signal }),
  });
}

export const useSetApproval = apiAction(
  (client, body: Schemas['UpdateApproval']) => client.patch('/account/approval', { body }),
  ['approval-setting'],
);

import type { Schemas } from '@carillon/sdk';
import { apiAction } from '../../../app/session/api-action';
import { useAnySession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

export function useProviderAccounts() {
  const { client } = useAnySession();
  return usePages(['providerAccounts'], (cursor, signal) =>
    client.page('/operator/provider-accounts', { query: { cursor }, signal }),
  );
}

export const useUpdateProviderAccount = apiAction(
  (client, { id, ...body }: Schemas['UpdateProviderAccount'] & { id: string }) =>
    client.patch('/operator/provider-accounts/{id}', { path: { id }, body }),
  ['providerAccounts', 'operatorAudit'],
);

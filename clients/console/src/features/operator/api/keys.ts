import type { Schemas } from '@carillon/sdk';
import { apiAction } from '../../../app/session/api-action';
import { useAnySession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

export function useOperatorKeys() {
  const { client } = useAnySession();
  return usePages(['operatorKeys'], (cursor, signal) =>
    client.page('/operator/api-keys', { query: { cursor }, signal }),
  );
}

export const useCreateOperatorKey = apiAction(
  (client, { name, scopes }: Schemas['CreateOperatorApiKey']) =>
    client.post('/operator/api-keys', { body: { name, scopes } }),
  ['operatorKeys'],
);

export const useRevokeOperatorKey = apiAction(
  (client, id: string) => client.delete('/operator/api-keys/{id}', { path: { id } }),
  ['operatorKeys'],
);

/** The API keys of an account. */
export function useUserKeys(userId: string) {
  const { client } = useAnySession();
  return usePages(['userKeys', userId], (cursor, signal) =>
    client.page('/operator/users/{id}/api-keys', { path: { id: userId }, query: { cursor }, signal }),
  );
}

export const useCreateUserKey = apiAction(
  (client, { userId, ...body }: Schemas['CreateUserApiKey'] & { userId: string }) =>
    client.post('/operator/users/{id}/api-keys', { path: { id: userId }, body }),
  ['userKeys', 'operatorAudit'],
);

export const useRevokeUserKey = apiAction(
  (client, path: { id: string; keyId: string }) =>
    client.delete('/operator/users/{id}/api-keys/{keyId}', { path }),
  ['userKeys', 'operatorAudit'],
);

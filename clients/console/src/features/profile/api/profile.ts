import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';

export const useRename = apiAction(
  (client, name: string) => client.patch('/profile', { body: { name } }),
  ['profile', 'accountMembers'],
);

/** Requests an email with a link to set a password. */
export const useRequestPasswordLink = apiAction((client, email: string) =>
  client.post('/passwords/forgotten', { body: { email } }),
);

export const useUnlink = apiAction(
  (client, body: Schemas['DeleteIdentity']) => client.delete('/profile/identities', { body }),
  ['profile', 'sessions'],
);

export const useChangePassword = apiAction(
  (client, body: Schemas['ChangePassword']) => client.post('/profile/password', { body }),
  ['sessions'],
);

/** Returns the secret, which has to be confirmed with a code. */
export const useBeginSecondFactor = apiAction((client, currentPassword: string) =>
  client.post('/profile/second-factor', { body: { currentPassword } }),
);

export const useConfirmSecondFactor = apiAction(
  (client, code: string) => client.post('/profile/second-factor/confirm', { body: { code } }),
  ['profile', 'accountMembers'],
);

export const useRemoveSecondFactor = apiAction(
  (client, currentPassword: string) => client.delete('/profile/second-factor', { body: { currentPassword } }),
  ['profile', 'accountMembers'],
);

/** The person has at most 50 sessions, which is one page. */
export function useSessions() {
  const { client } = useSession();
  return useQuery({ queryKey: ['sessions'], queryFn: ({ signal }) => client.get('/sessions', { signal }) });
}

export const useEndSessions = apiAction(
  (client, ids: readonly string[]) =>
    Promise.all(ids.map((id) => client.delete('/sessions/{id}', { path: { id } }))),
  ['sessions'],
);

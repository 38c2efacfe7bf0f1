import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useAnySession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

/** The number of accounts in a page of the list. */
const PAGE = 200;

export function useUsers() {
  const { client } = useAnySession();
  return usePages(['users'], (cursor, signal) =>
    client.page('/operator/users', { query: { limit: PAGE, cursor }, signal }),
  );
}

export function useUser(userId: string) {
  const { client } = useAnySession();
  return useQuery({
    queryKey: ['user', userId],
    queryFn: ({ signal }) => client.get('/operator/users/{id}', { path: { id: userId }, signal }),
  });
}

export function useUserUsage(userId: string) {
  const { client } = useAnySession();
  return useQuery({
    queryKey: ['userUsage', userId],
    queryFn: ({ signal }) => client.get('/operator/users/{id}/usage', { path: { id: userId }, signal }),
  });
}

export const useCreateUser = apiAction(
  (client, body: Schemas['CreateUser']) => client.post('/operator/users', { body }),
  ['users'],
);

export const useUpdateUser = apiAction(
  (client, { id, ...body }: Schemas['UpdateUser'] & { id: string }) =>
    client.patch('/operator/users/{id}', { path: { id }, body }),
  ['user', 'users', 'operatorAudit'],
);

export const useDeleteUser = apiAction(
  (client, id: string) => client.delete('/operator/users/{id}', { path: { id } }),
  ['users', 'userErasures'],
);

export function useUserMembers(userId: string) {
  const { client } = useAnySession();
  return usePages(['userMembers', userId], (cursor, signal) =>
    client.page('/operator/users/{id}/members', { path: { id: userId }, query: { cursor }, signal }),
  );
}

export const useAddMember = apiAction(
  (client, { userId, ...body }: Schemas['CreateMember'] & { userId: string }) =>
    client.post('/operator/users/{id}/members', { path: { id: userId }, body }),
  ['userMembers', 'operatorAudit'],
);

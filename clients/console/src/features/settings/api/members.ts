import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';

/** Members and invitations are at most 100 together, which is one page of each list. */
export function useMembers() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['accountMembers'],
    queryFn: ({ signal }) => client.get('/members', { signal }),
  });
}

export const useChangeRole = apiAction(
  (client, { id, role }: { id: string; role: Schemas['MemberRole'] }) =>
    client.patch('/members/{id}', { path: { id }, body: { role } }),
  ['accountMembers', 'profile'],
);

export const useRemoveMember = apiAction(
  (client, id: string) => client.delete('/members/{id}', { path: { id } }),
  ['accountMembers'],
);

export function useInvitations() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => client.get('/invitations', { signal }),
  });
}

export const useInvite = apiAction(
  (client, body: Schemas['CreateInvitation']) => client.post('/invitations', { body }),
  ['invitations'],
);

export const useWithdrawInvitation = apiAction(
  (client, id: string) => client.delete('/invitations/{id}', { path: { id } }),
  ['invitations'],
);

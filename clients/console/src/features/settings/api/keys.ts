import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';

export function useKeys() {
  const { client } = useSession();
  return useQuery({ queryKey: ['keys'], queryFn: ({ signal }) => client.get('/api-keys', { signal }) });
}

export const useCreateKey = apiAction(
  (client, { name, scopes }: Schemas['CreateApiKey']) => client.post('/api-keys', { body: { name, scopes } }),
  ['keys'],
);

export const useRevokeKey = apiAction(
  (client, id: string) => client.delete('/api-keys/{id}', { path: { id } }),
  ['keys'],
);

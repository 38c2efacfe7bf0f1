import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';

/** All domains of the account (at most 50). */
export function useDomains() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['domains'],
    queryFn: ({ signal }) => client.get('/domains', { query: { limit: 100 }, signal }),
  });
}

export const useCreateDomain = apiAction(
  (client, domain: string) => client.post('/domains', { body: { domain } }),
  ['domains'],
);

export const useCheckDomain = apiAction(
  (client, id: string) => client.post('/domains/{id}/check', { path: { id } }),
  ['domains'],
);

export const useRotateDomain = apiAction(
  (client, id: string) => client.post('/domains/{id}/rotate', { path: { id } }),
  ['domains'],
);

export const useDeleteDomain = apiAction(
  (client, id: string) => client.delete('/domains/{id}', { path: { id } }),
  ['domains'],
);

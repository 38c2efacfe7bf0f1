import type { Schemas } from '@carillon/sdk';
import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import type { ActionOptions } from '../../../ui/action';

/** All domains of the account (at most 50). */
export function useDomains() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['domains'],
    queryFn: ({ signal }) => client.get('/domains', { query: { limit: 100 }, signal }),
  });
}

const useCreateDomain = apiAction(
  (client, domain: string) => client.post('/domains', { body: { domain } }),
  ['domains'],
);

const useCheckDomain = apiAction(
  (client, id: string) => client.post('/domains/{id}/check', { path: { id } }),
  ['domains'],
);

const useRotateDomain = apiAction(
  (client, id: string) => client.post('/domains/{id}/rotate', { path: { id } }),
  ['domains'],
);

const useDeleteDomain = apiAction(
  (client, id: string) => client.delete('/domains/{id}', { path: { id } }),
  ['domains'],
);

type Action = (
  options?: ActionOptions<string, unknown>,
) => Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'mutateAsync' | 'isPending' | 'error'>;

/** Reads and changes the domains of an owner. */
export interface DomainApi {
  useDomains: () => {
    data: readonly Schemas['OperatorDomain'][] | undefined;
    error: Error | null;
    isLoadingError: boolean;
    refetch: () => unknown;
  };
  useCreateDomain: Action;
  useCheckDomain: Action;
  useRotateDomain: Action;
  useDeleteDomain: Action;
}

export const ownDomains: DomainApi = {
  useDomains,
  useCreateDomain,
  useCheckDomain,
  useRotateDomain,
  useDeleteDomain,
};

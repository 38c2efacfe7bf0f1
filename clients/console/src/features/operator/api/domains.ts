import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useAnySession } from '../../../app/session/session';
import type { DomainApi } from '../../settings';

const changes = ['operatorDomains', 'operatorAudit'];

/** All domains of the default sender (at most 50). */
function useDomains() {
  const { client } = useAnySession();
  return useQuery({
    queryKey: ['operatorDomains'],
    queryFn: ({ signal }) => client.get('/operator/domains', { query: { limit: 100 }, signal }),
  });
}

export const operatorDomains: DomainApi = {
  useDomains,
  useCreateDomain: apiAction(
    (client, domain: string) => client.post('/operator/domains', { body: { domain } }),
    changes,
  ),
  useCheckDomain: apiAction(
    (client, id: string) => client.post('/operator/domains/{id}/check', { path: { id } }),
    changes,
  ),
  useRotateDomain: apiAction(
    (client, id: string) => client.post('/operator/domains/{id}/rotate', { path: { id } }),
    changes,
  ),
  useDeleteDomain: apiAction(
    (client, id: string) => client.delete('/operator/domains/{id}', { path: { id } }),
    changes,
  ),
};

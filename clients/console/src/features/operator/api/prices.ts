import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useAnySession } from '../../../app/session/session';

export function usePrices() {
  const { client } = useAnySession();
  return useQuery({
    queryKey: ['operatorPrices'],
    queryFn: ({ signal }) => client.get('/operator/prices', { signal }),
  });
}

export const useUpdatePrices = apiAction(
  (client, body: Schemas['UpdatePrices']) => client.patch('/operator/prices', { body }),
  ['operatorPrices', 'operatorAudit'],
);

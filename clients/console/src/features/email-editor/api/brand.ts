import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import type { Brand } from '../design/brand';

/** How the account looks in emails. */
export function useBrand() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['brand'],
    queryFn: ({ signal }) => client.get('/account/brand', { signal }),
  });
}

export const useSaveBrand = apiAction(
  (client, body: Brand) => client.patch('/account/brand', { body }),
  ['brand'],
);

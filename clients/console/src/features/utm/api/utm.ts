import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';

/** The UTM parameters of the account. */
export function useUtm() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['utm'],
    queryFn: ({ signal }) => client.get('/account/utm', { signal }),
  });
}

export const useSetUtm = apiAction(
  (client, body: Schemas['UpdateUtm']) => client.patch('/account/utm', { body }),
  ['utm'],
);

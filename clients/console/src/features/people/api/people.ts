import type { Schemas } from '@carillon/sdk';
import { useSession } from '../../../app/session/session';
import { type Pages, usePages } from '../../../ui/paged';

/** The number of people in a page of the list. */
const PAGE = 50;

/** The people of the account, or those with exactly this address or external ID. */
export function usePeople(filter: { identifier?: string; externalId?: string }): Pages<Schemas['Person']> {
  const { client } = useSession();
  return usePages(['people', filter], (cursor, signal) =>
    client.page('/people', { query: { ...filter, limit: PAGE, cursor }, signal }),
  );
}

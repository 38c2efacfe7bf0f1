import type { Schemas } from '@carillon/sdk';
import { useSession } from '../../../app/session/session';
import { type Pages, usePages } from '../../../ui/paged';
import { MOST_FOUND } from './members';

/** The number of people in a page of the list. */
const PAGE = 50;

/** The people of the account, those with exactly this address, or those that a search finds, at most `MOST_FOUND`. */
export function usePeople(filter: { identifier?: string; search?: string }): Pages<Schemas['Person']> {
  const { client } = useSession();
  return usePages(['people', filter], (cursor, signal) =>
    client.page('/people', {
      query: { ...filter, limit: filter.search === undefined ? PAGE : MOST_FOUND, cursor },
      signal,
    }),
  );
}

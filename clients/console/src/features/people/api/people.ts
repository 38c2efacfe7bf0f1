import type { Schemas } from '@carillon/sdk';
import { useSession } from '../../../app/session/session';
import { type Pages, usePages } from '../../../ui/paged';
import { isWholeAddress } from '../components/person-link';

/** The number of people in a page of the list. */
const PAGE = 50;

/** The people of the account, or those with exactly this address or external ID. */
export function usePeople(search: string): Pages<Schemas['Person']> {
  const { client } = useSession();
  const narrowed =
    search === '' ? {} : isWholeAddress(search) ? { identifier: search } : { externalId: search };
  return usePages(['people', narrowed], (cursor, signal) =>
    client.page('/people', { query: { ...narrowed, limit: PAGE, cursor }, signal }),
  );
}

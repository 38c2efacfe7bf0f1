import { useAnySession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

/** The number of erasures in a page of the list. */
const PAGE = 50;

export function useUserErasures() {
  const { client } = useAnySession();
  return usePages(['userErasures'], (cursor, signal) =>
    client.page('/operator/erasures', { query: { limit: PAGE, cursor }, signal }),
  );
}

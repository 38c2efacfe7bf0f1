import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

/** Members in a page of the list. */
const PAGE = 100;
/** People that a search returns at most. */
export const MOST_FOUND = 100;

/** The members of a group, or matches of a search, in one or all groups. */
export function useMembers(groupId: string | undefined, search = '') {
  const { client } = useSession();
  return usePages(
    ['members', groupId, search],
    (cursor, signal) => {
      const narrowed = search === '' ? {} : { search };
      return client.page('/subscribers', {
        query: { groupId, limit: PAGE, cursor, ...narrowed },
        signal,
      });
    },
    { enabled: groupId !== undefined || search !== '' },
  );
}

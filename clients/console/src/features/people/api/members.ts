import type { Schemas } from '@carillon/sdk';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

/** The number of members in a page of the list. */
const PAGE = 100;
/** The maximum number of people that a search returns. */
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

export const useAddMember = apiAction(
  (client, body: Schemas['Subscribe']) => client.post('/subscribers', { body }),
  ['members', 'groups'],
);

export const useUpdateMember = apiAction(
  (client, { id, ...body }: Schemas['UpdateSubscriber'] & { id: string }) =>
    client.patch('/subscribers/{id}', { path: { id }, body }),
  ['members', 'groups', 'person'],
);

export const useRemoveMember = apiAction(
  (client, { groupId, id }: { groupId: string; id: string }) =>
    client.delete('/subscribers', { body: { groupId, subscriberIds: [id] } }),
  ['members', 'groups', 'person'],
);

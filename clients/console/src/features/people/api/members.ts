import type { Schemas } from '@carillon/sdk';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { type Pages, usePages } from '../../../ui/paged';

/** The number of people in a page of the list. */
const PAGE = 100;
/** The maximum number of people that a search returns. */
export const MOST_FOUND = 100;

/** The people of a group, or those that a search finds, at most `MOST_FOUND`. */
export function useGroupPeople(groupId: string, search: string): Pages<Schemas['GroupPerson']> {
  const { client } = useSession();
  return usePages(['members', groupId, search], (cursor, signal) =>
    client.page('/groups/{groupId}/people', {
      path: { groupId },
      query: { limit: PAGE, cursor, ...(search !== '' && { search }) },
      signal,
    }),
  );
}

/** The members of all groups that a search finds. */
export function useFoundMembers(search: string): Pages<Schemas['Subscriber']> {
  const { client } = useSession();
  return usePages(
    ['members', search],
    (cursor, signal) => client.page('/subscribers', { query: { limit: PAGE, cursor, search }, signal }),
    { enabled: search !== '' },
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

export const useRemoveMembers = apiAction(
  (client, body: Schemas['DeleteSubscribers']) => client.delete('/subscribers', { body }),
  ['members', 'groups', 'person'],
);

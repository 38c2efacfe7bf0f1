import type { Schemas } from '@carillon/sdk';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

/** How often an open panel is refreshed (milliseconds). A hidden tab isn't. */
const REFRESH_MS = 15_000;
const PAGE = 50;
const COMMENTS = 'comments';

/** The comments on a campaign, newest first. */
export function useComments(id: string) {
  const { client } = useSession();
  return usePages(
    [COMMENTS, id],
    (cursor, signal) => {
      const query = { order: 'newest' as const, limit: PAGE, cursor };
      return client.page('/campaigns/{id}/comments', { path: { id }, query, signal });
    },
    { refetchMs: REFRESH_MS },
  );
}

/** The actions of members and programs on a campaign, newest first. */
export function useActions(target: string) {
  const { client } = useSession();
  return usePages(
    ['audit', { target }],
    (cursor, signal) => {
      const query = { target, order: 'newest' as const, limit: PAGE, cursor };
      return client.page('/account/audit', { query, signal });
    },
    { refetchMs: REFRESH_MS },
  );
}

export const useWriteComment = apiAction(
  (client, { id, text }: { id: string; text: string }) =>
    client.post('/campaigns/{id}/comments', { path: { id }, body: { text } }),
  [COMMENTS],
);

export const useDeleteComment = apiAction(
  (client, { campaign: id, _id: commentId }: Pick<Schemas['Comment'], '_id' | 'campaign'>) =>
    client.delete('/campaigns/{id}/comments/{commentId}', { path: { id, commentId } }),
  [COMMENTS],
);

import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

const REFRESH_MS = 30_000;
const PAGE = 20;

/** Marking as read changes both the list and the count. */
const NOTIFICATIONS = 'notifications';

/** The number of unread notifications. Undefined: not read yet. */
export function useUnread(): number | undefined {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: [NOTIFICATIONS, 'unread'],
    queryFn: async ({ signal }) => (await client.get('/notifications/unread', { signal })).unread,
    refetchInterval: REFRESH_MS,
  });
  return data;
}

export function useNotifications() {
  const { client } = useSession();
  return usePages(
    [NOTIFICATIONS, 'list'],
    (cursor, signal) =>
      client.page('/notifications', {
        query: { limit: PAGE, ...(cursor !== undefined && { cursor }) },
        signal,
      }),
    { refetchMs: REFRESH_MS },
  );
}

export const useMarkRead = apiAction(
  (client, body: Schemas['MarkNotificationsRead']) => client.post('/notifications/read', { body }),
  [NOTIFICATIONS],
);

export function useNotificationSettings() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['notification-settings'],
    queryFn: ({ signal }) => client.get('/notifications/settings', { signal }),
  });
}

export const useSetNotifications = apiAction(
  (client, body: Schemas['UpdateNotificationSettings']) => client.patch('/notifications/settings', { body }),
  ['notification-settings'],
);

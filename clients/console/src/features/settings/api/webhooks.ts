import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

export function useWebhooks() {
  const { client } = useSession();
  return useQuery({ queryKey: ['webhooks'], queryFn: ({ signal }) => client.get('/webhooks', { signal }) });
}

/** Returns the secret, once. */
export const useCreateWebhook = apiAction(
  (client, body: Schemas['CreateWebhook']) => client.post('/webhooks', { body }),
  ['webhooks'],
);

export const useUpdateWebhook = apiAction(
  (client, { id, ...body }: Schemas['UpdateWebhook'] & { id: string }) =>
    client.patch('/webhooks/{id}', { path: { id }, body }),
  ['webhooks'],
);

export const useDeleteWebhook = apiAction(
  (client, id: string) => client.delete('/webhooks/{id}', { path: { id } }),
  ['webhooks'],
);

export const useTestWebhook = apiAction(
  (client, id: string) => client.post('/webhooks/{id}/test', { path: { id } }),
  ['webhooks', 'attempts'],
);

/** Returns the new secret, once. */
export const useRotateSecret = apiAction(
  (client, id: string) => client.post('/webhooks/{id}/secret/rotate', { path: { id } }),
  ['webhooks'],
);

/** The messages to an endpoint, newest first. */
export function useAttempts(webhookId: string, filter: 'all' | 'failed') {
  const { client } = useSession();
  return usePages(['attempts', webhookId, filter], (cursor, signal) => {
    const query = { cursor, ...(filter === 'failed' && { ok: 'false' as const }) };
    return client.page('/webhooks/{id}/attempts', { path: { id: webhookId }, query, signal });
  });
}

/** Sends one message again, or all messages of a period. */
export const useReplay = apiAction(
  (client, { id, ...body }: Schemas['ReplayWebhook'] & { id: string }) =>
    client.post('/webhooks/{id}/replay', { path: { id }, body }),
  ['attempts'],
);

import type { Schemas } from '@carillon/sdk';
import { useQuery } from '@tanstack/react-query';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';

type Sender = Schemas['Sender'];

/** All senders of the account (at most 50). */
export function useSenders() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['senders'],
    queryFn: ({ signal }) => client.get('/senders', { query: { limit: 100 }, signal }),
  });
}

/** The senders of a pool, or the only sender. */
export function sendersIn(sender: Sender, all: readonly Sender[]): Sender[] {
  const { settings } = sender;
  if (!('strategy' in settings)) return [sender];
  return settings.members.flatMap(({ senderId }) => all.find(({ _id }) => _id === senderId) ?? []);
}

/** Whether a channel has no sender. Email also has the shared server. */
export function useMissingSenders(): (channel: Schemas['Channel']) => boolean {
  const { data } = useSenders();
  return (channel) =>
    channel !== 'EMAIL' && data !== undefined && !data.some((each) => each.channel === channel);
}

export const useCreateSender = apiAction(
  (client, body: Schemas['CreateSender']) => client.post('/senders', { body }),
  ['senders'],
);

export const useUpdateSender = apiAction(
  (client, { id, body }: { id: string; body: Schemas['UpdateSender'] }) =>
    client.patch('/senders/{id}', { path: { id }, body }),
  ['senders'],
);

export const useDeleteSender = apiAction(
  (client, id: string) => client.delete('/senders/{id}', { path: { id } }),
  ['senders'],
);

export const useMakeDefaultSender = apiAction(
  (client, id: string) => client.post('/senders/{id}/default', { path: { id } }),
  ['senders'],
);

/** Tests the sign-in, and sends one message if an address is given. */
export const useTestSender = apiAction(
  (client, { id, identifier }: { id: string; identifier?: string }) =>
    client.post('/senders/{id}/test', { path: { id }, body: identifier === undefined ? {} : { identifier } }),
  ['senders'],
);

import type { Schemas } from '@carillon/sdk';
import { apiAction } from '../../../app/session/api-action';
import { useSession } from '../../../app/session/session';
import { usePages } from '../../../ui/paged';

type Message = Schemas['InboundMessage'];

interface ReplyFilter extends Partial<Pick<Message, 'channel' | 'identifier'>> {
  meaning?: 'NONE' | 'STOP' | 'START' | 'HELP';
}

/** The number of replies in a page of the list. */
const PAGE = 50;

export function useReplies(filter: ReplyFilter) {
  const { client } = useSession();
  return usePages(['replies', filter], (cursor, signal) =>
    client.page('/messages/inbound', { query: { ...filter, limit: PAGE, cursor }, signal }),
  );
}

/** Treats a reply as an opt-out. */
export const useOptOut = apiAction(
  (client, id: string) => client.post('/messages/inbound/{id}/opt-out', { path: { id } }),
  ['replies', 'suppressions', 'suppressionHistory', 'person', 'audience'],
);

import { Readable } from 'node:stream';
import { type Entry } from '../messages/message';
import { type MessageStore } from '../messages/message-store';
import { readMessage } from '../messages/read-message';
import { Problem } from '../problem';
import { onlyNames, recipient, wholeNumber } from '../messages/query';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;

/**
 * `GET /api/messages?to=&limit=`: the newest messages first. With `to`, only messages to exactly this recipient, in
 * any letter case. JSON, streamed.
 */
export function listMessages(store: MessageStore, query: URLSearchParams): Readable {
  onlyNames(query, ['to', 'limit']);
  const limit = wholeNumber(query, 'limit', MAX_LIMIT);
  if (!query.has('to')) return messagesJson(store, store.list({ limit: limit ?? DEFAULT_LIMIT }));
  const to = recipient(query);
  if (to === '') throw new Problem(422, '"to" must be an address or a phone number.');
  return messagesJson(store, store.addressedTo(to, limit ?? MAX_LIMIT));
}

/** `GET /api/recipients`: the number of messages of each recipient. */
export function listRecipients(store: MessageStore, query: URLSearchParams): object {
  onlyNames(query, []);
  return { recipients: store.recipients() };
}

/** `DELETE /api/messages`: empties the inbox and returns how many messages were deleted. */
export function deleteMessages(store: MessageStore, query: URLSearchParams): object {
  onlyNames(query, []);
  const deleted = store.size;
  store.clear();
  return { deleted };
}

function messagesJson(store: MessageStore, entries: readonly Entry[]): Readable {
  return Readable.from(piecesOf(store, entries));
}

/** Holds one message in memory at a time, regardless of how many are requested. */
async function* piecesOf(store: MessageStore, entries: readonly Entry[]): AsyncGenerator<string> {
  yield '{"messages":[';
  let separator = '';
  for (const entry of entries) {
    const message = await readMessage(store, entry);
    if (!message) continue;
    yield separator + JSON.stringify(message);
    separator = ',';
  }
  yield ']}';
}

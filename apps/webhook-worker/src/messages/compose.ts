import { MAX_WEBHOOK_BATCH, type WebhookNews } from '@carillon/contracts';
import type { Message } from './message-record';

/** A chunk that is not stored yet. */
export interface Composed {
  key: string;
  messages: Message[];
}

/**
 * The messages for one endpoint about events, in chunks, with the same IDs and bytes on every repeat. In batch mode, a
 * message has up to 100 deliveries.
 */
export function compose({ id, type, at, items }: WebhookNews, batch: boolean): Composed[] {
  const isBatch = batch && type.startsWith('delivery.');
  const chunks: Composed[] = [];
  for (let from = 0; from < items.length; from += MAX_WEBHOOK_BATCH) {
    const some = items.slice(from, from + MAX_WEBHOOK_BATCH);
    const key = `${id}-${from / MAX_WEBHOOK_BATCH}`;
    const body = (data: object): string => JSON.stringify({ type, timestamp: at, data });
    const messages = isBatch
      ? [{ id: `msg_${key}`, body: body({ deliveries: some }) }]
      : some.map((item, n) => ({ id: `msg_${key}-${n}`, body: body(item) }));
    chunks.push({ key, messages });
  }
  return chunks;
}

import { MAX_WEBHOOK_BATCH, type WebhookEvent } from '@carillon/contracts';
import type { Message } from './message-record';

/** A chunk that is not stored yet. */
export interface NewChunk {
  key: string;
  messages: Message[];
}

/**
 * The messages to one endpoint about an event, in chunks. They have the same IDs and bytes on every repetition. In
 * batch mode, a message contains up to 100 deliveries.
 */
export function compose({ id, type, at, items }: WebhookEvent, batch: boolean): NewChunk[] {
  const isBatch = batch && type.startsWith('delivery.');
  const chunks: NewChunk[] = [];
  for (let from = 0; from < items.length; from += MAX_WEBHOOK_BATCH) {
    const chunk = items.slice(from, from + MAX_WEBHOOK_BATCH);
    const key = `${id}-${from / MAX_WEBHOOK_BATCH}`;
    const body = (data: object): string => JSON.stringify({ type, timestamp: at, data });
    const messages = isBatch
      ? [{ id: `msg_${key}`, body: body({ deliveries: chunk }) }]
      : chunk.map((item, n) => ({ id: `msg_${key}-${n}`, body: body(item) }));
    chunks.push({ key, messages });
  }
  return chunks;
}

import type { WebhookNews } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { type RoundEnd, storeRelay } from '@carillon/platform';
import type { Provider, Type } from '@nestjs/common';
import type { Model } from 'mongoose';

/** How soon webhooks are told (milliseconds), and at the latest, after a quiet time. */
const EVERY_MS = 500;
const IDLE_MS = 1_000;
/** Documents told of at once. */
const AT_ONCE = 50;
const INDEX = 'untold';
const hasUntold = { 'untold.id': { $exists: true } };

/** The index of documents with untold news, as arguments of `index` of a schema. Documents without any are not in it. */
export const UNTOLD_INDEX = [
  { 'untold.id': 1 },
  { name: INDEX, partialFilterExpression: hasUntold },
] as const;

/** A document that keeps what webhooks are to be told of, in the write that changes it, until that is stored for them. */
export interface Untold {
  untold?: WebhookNews[];
}

/** A store whose documents may have untold news. */
export interface UntoldStore {
  /** Tells some news. */
  tellWebhooks(messenger: Messenger): Promise<RoundEnd>;
}

/**
 * Tells the news of a collection, and removes what the webhook-worker has stored. After a crash in between, or by two
 * processes at once, it is told again under the same id, and stored once.
 * @throws AppError service_unavailable, timeout if the webhook-worker does not answer; the news stay
 */
export async function tellUntold<T extends Untold>(model: Model<T>, messenger: Messenger): Promise<RoundEnd> {
  const found = await model.collection
    .find<{ _id: object; untold: WebhookNews[] }>(hasUntold, { projection: { untold: 1 } })
    .hint(INDEX)
    .limit(AT_ONCE)
    .toArray();
  if (found.length === 0) return 'idle';
  await Promise.all(
    found.map(async ({ _id, untold }) => {
      for (const news of untold) await messenger.request('webhook.take', news);
      const told = { $pull: { untold: { id: { $in: untold.map(({ id }) => id) } } } };
      await model.collection.updateOne({ _id }, told as never);
    }),
  );
  return found.length === AT_ONCE;
}

/** Tells webhooks the news of a store in the background, for the providers of its feature. */
export function webhookRelayOf(store: Type<UntoldStore>): Provider {
  return storeRelay({
    store,
    name: 'telling webhooks',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    relay: (source, messenger) => source.tellWebhooks(messenger),
  });
}

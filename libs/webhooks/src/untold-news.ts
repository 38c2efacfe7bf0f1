import type { WebhookNews } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import { UserRounds } from '@carillon/mongo';
import { type RoundEnd, storeRelay } from '@carillon/platform';
import type { Provider, Type } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';

/** How soon webhooks are notified (milliseconds), and at the latest, after a quiet time. */
const EVERY_MS = 500;
const IDLE_MS = 1_000;
/** Documents whose news go out at the same time. The next account waits for these, so they are few. */
const AT_ONCE = 16;
const INDEX = 'untoldOfUser';
const hasUntold = { 'untold.id': { $exists: true } };

/** The index of documents with pending news, as arguments of `index` of a schema. Documents without any are not in it. */
export const UNTOLD_INDEX = [
  { userId: 1, 'untold.id': 1 },
  { name: INDEX, partialFilterExpression: hasUntold },
] as const;

/** A document that keeps what webhooks are to be notified about, in the write that changes it, until that is stored for them. */
export interface Untold {
  untold?: WebhookNews[];
}

/** A store whose documents may have pending news. */
export interface UntoldStore {
  /** Passes some news on. */
  notifyWebhooks(messenger: Messenger): Promise<RoundEnd>;
}

/**
 * The pending news of a collection. Accounts take turns, so an account with a hundred thousand suppressions delays nobody's
 * import.
 */
export class PendingNews<T extends Untold> {
  private readonly rounds: UserRounds;

  constructor(private readonly model: Model<T>) {
    this.rounds = new UserRounds((userId, most) =>
      model.collection
        .find<{ _id: ObjectId; userId: ObjectId }>({ ...hasUntold, userId } as never, {
          projection: { userId: 1 },
        })
        .sort({ userId: 1, 'untold.id': 1 })
        .hint(INDEX)
        .limit(most)
        .toArray(),
    );
  }

  /**
   * Passes some news to the webhook-worker, and removes what it has stored. After a crash in between, or by two processes at once,
   * it gets them again under the same id, and stores them once.
   * @throws AppError service_unavailable, timeout if the webhook-worker does not answer; the news stay
   */
  async notify(messenger: Messenger): Promise<RoundEnd> {
    const ids = await this.rounds.next(AT_ONCE);
    if (ids.length === 0) return 'idle';
    await Promise.all(ids.map((id) => this.notifyAbout(new ObjectId(id), messenger)));
    return ids.length === AT_ONCE;
  }

  private async notifyAbout(_id: ObjectId, messenger: Messenger): Promise<void> {
    const found = await this.model.collection.findOne<Untold & { userId: ObjectId }>({ _id } as never, {
      projection: { userId: 1, untold: 1 },
    });
    const { userId, untold: news = [] } = found ?? {};
    if (!userId || news.length === 0) return;
    await messenger.request('webhook.take', { userId: userId.toHexString(), news });
    const stored = { $pull: { untold: { id: { $in: news.map(({ id }) => id) } } } };
    await this.model.collection.updateOne({ _id }, stored as never);
  }
}

/** Notifies webhooks about the news of a store in the background, for the providers of its feature. */
export function webhookRelayOf(store: Type<UntoldStore>): Provider {
  return storeRelay({
    store,
    name: 'notifying webhooks',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    relay: (source, messenger) => source.notifyWebhooks(messenger),
  });
}

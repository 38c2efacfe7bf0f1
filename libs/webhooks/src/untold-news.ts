import type { WebhookNews } from '@carillon/contracts';
import { UserRounds } from '@carillon/mongo';
import { type RelayParts, StoreRelay, relayOf } from '@carillon/platform';
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

/** All that is pending of one document: the webhook-worker stores it in one step. */
interface PendingNews {
  userId: string;
  news: WebhookNews[];
}

/**
 * Passes the news of a collection to the webhook-worker. Accounts take turns, so an account with a hundred thousand suppressions
 * delays nobody's import. The webhook-worker stores news once that it gets twice, by their ids.
 */
class NewsRelay extends StoreRelay<ObjectId, PendingNews> {
  private readonly rounds: UserRounds;

  constructor(
    private readonly model: Model<Untold>,
    parts: RelayParts,
  ) {
    super(
      { entries: 'webhook news', everyMs: EVERY_MS, idleMs: IDLE_MS, page: AT_ONCE, atOnce: AT_ONCE },
      parts,
    );
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

  protected async pending(most: number): Promise<ObjectId[]> {
    return (await this.rounds.next(most)).map((id) => new ObjectId(id));
  }

  protected async entriesOf(_id: ObjectId): Promise<PendingNews[]> {
    const found = await this.model.collection.findOne<Untold & { userId: ObjectId }>({ _id } as never, {
      projection: { userId: 1, untold: 1 },
    });
    const { userId, untold: news = [] } = found ?? {};
    return userId && news.length > 0 ? [{ userId: userId.toHexString(), news }] : [];
  }

  protected async publish(pending: PendingNews): Promise<void> {
    await this.messenger.request('webhook.take', pending);
  }

  protected async remove(_id: ObjectId, published: readonly PendingNews[]): Promise<void> {
    const ids = published.flatMap(({ news }) => news.map(({ id }) => id));
    await this.model.collection.updateOne({ _id }, { $pull: { untold: { id: { $in: ids } } } } as never);
  }
}

/** Notifies webhooks about the news of a collection in the background. For the providers of its feature. */
export function newsRelay(record: Type): Provider {
  return relayOf(NewsRelay, record);
}

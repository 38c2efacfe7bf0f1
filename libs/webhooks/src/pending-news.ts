import type { WebhookNews } from '@carillon/contracts';
import { UserRounds, relayOf } from '@carillon/mongo';
import { type RelayParts, StoreRelay } from '@carillon/platform';
import type { Provider, Type } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';

/** The interval of notifications (milliseconds), and the longest interval after a quiet time. */
const EVERY_MS = 500;
const IDLE_MS = 1_000;
/**
 * The number of documents whose events are published at the same time. It is small, because the next account waits for
 * them.
 */
const AT_ONCE = 16;
const INDEX = 'newsOfUser';
const hasPendingNews = { 'pendingNews.id': { $exists: true } };

/** The index of documents with pending events, as arguments of `index` of a schema. It excludes all other documents. */
export const NEWS_INDEX = [
  { userId: 1, 'pendingNews.id': 1 },
  { name: INDEX, partialFilterExpression: hasPendingNews },
] as const;

/** A document that keeps events for webhooks, stored with the change, until the webhook-worker has stored them. */
export interface WithPendingNews {
  pendingNews?: WebhookNews[];
}

/** All pending events of one document, which the webhook-worker stores in one step. */
interface PendingNews {
  userId: string;
  news: WebhookNews[];
}

/**
 * Passes the events of a collection to the webhook-worker. Accounts take turns, so an account with a hundred thousand
 * suppressions delays no other account's import. The webhook-worker stores repeated events once, by their IDs.
 */
class NewsRelay extends StoreRelay<ObjectId, PendingNews> {
  private readonly rounds: UserRounds;

  constructor(
    private readonly model: Model<WithPendingNews>,
    parts: RelayParts,
  ) {
    super(
      { entries: 'webhook news', everyMs: EVERY_MS, idleMs: IDLE_MS, page: AT_ONCE, atOnce: AT_ONCE },
      parts,
    );
    this.rounds = new UserRounds((userId, most) =>
      model.collection
        .find<{ _id: ObjectId; userId: ObjectId }>({ ...hasPendingNews, userId } as never, {
          projection: { userId: 1 },
        })
        .sort({ userId: 1, 'pendingNews.id': 1 })
        .hint(INDEX)
        .limit(most)
        .toArray(),
    );
  }

  protected async pending(most: number): Promise<ObjectId[]> {
    return (await this.rounds.next(most)).map((id) => new ObjectId(id));
  }

  protected async entriesOf(_id: ObjectId): Promise<PendingNews[]> {
    const found = await this.model.collection.findOne<WithPendingNews & { userId: ObjectId }>(
      { _id } as never,
      {
        projection: { userId: 1, pendingNews: 1 },
      },
    );
    const { userId, pendingNews: news = [] } = found ?? {};
    return userId && news.length > 0 ? [{ userId: userId.toHexString(), news }] : [];
  }

  protected async publish(pending: PendingNews): Promise<void> {
    await this.messenger.request('webhook.take', pending);
  }

  protected async remove(_id: ObjectId, published: readonly PendingNews[]): Promise<void> {
    const ids = published.flatMap(({ news }) => news.map(({ id }) => id));
    await this.model.collection.updateOne({ _id }, { $pull: { pendingNews: { id: { $in: ids } } } } as never);
  }
}

/** Publishes the events of a collection to webhooks in the background. For the providers of its feature. */
export function newsRelay(record: Type): Provider {
  return relayOf(NewsRelay, record);
}

import type { WebhookEvent } from '@carillon/contracts';
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
const INDEX = 'webhookEventsOfUser';
const hasPendingWebhookEvents = { 'pendingWebhookEvents.id': { $exists: true } };

/** The index of documents with pending events, as arguments of `index` of a schema. It excludes all other documents. */
export const WEBHOOK_EVENTS_INDEX = [
  { userId: 1, 'pendingWebhookEvents.id': 1 },
  { name: INDEX, partialFilterExpression: hasPendingWebhookEvents },
] as const;

/** A document that stores webhook events with its change, until the webhook-worker has stored them. */
export interface WithPendingWebhookEvents {
  pendingWebhookEvents?: WebhookEvent[];
}

/** All pending events of one document, which the webhook-worker stores in one step. */
interface PendingWebhookEvents {
  userId: string;
  events: WebhookEvent[];
}

/**
 * Passes the events of a collection to the webhook-worker. Accounts take turns, so an account with a hundred thousand
 * suppressions delays no other account's import. The webhook-worker stores repeated events once, by their IDs.
 */
class WebhookEventRelay extends StoreRelay<ObjectId, PendingWebhookEvents> {
  private readonly rounds: UserRounds;

  constructor(
    private readonly model: Model<WithPendingWebhookEvents>,
    parts: RelayParts,
  ) {
    super(
      { entries: 'webhook events', everyMs: EVERY_MS, idleMs: IDLE_MS, page: AT_ONCE, atOnce: AT_ONCE },
      parts,
    );
    this.rounds = new UserRounds((userId, most) =>
      model.collection
        .find<{ _id: ObjectId; userId: ObjectId }>({ ...hasPendingWebhookEvents, userId } as never, {
          projection: { userId: 1 },
        })
        .sort({ userId: 1, 'pendingWebhookEvents.id': 1 })
        .hint(INDEX)
        .limit(most)
        .toArray(),
    );
  }

  protected async pending(most: number): Promise<ObjectId[]> {
    return (await this.rounds.next(most)).map((id) => new ObjectId(id));
  }

  protected async entriesOf(_id: ObjectId): Promise<PendingWebhookEvents[]> {
    const found = await this.model.collection.findOne<WithPendingWebhookEvents & { userId: ObjectId }>(
      { _id } as never,
      {
        projection: { userId: 1, pendingWebhookEvents: 1 },
      },
    );
    const { userId, pendingWebhookEvents: events = [] } = found ?? {};
    return userId && events.length > 0 ? [{ userId: userId.toHexString(), events }] : [];
  }

  protected async publish(pending: PendingWebhookEvents): Promise<void> {
    await this.messenger.request('webhook.take', pending);
  }

  protected async remove(_id: ObjectId, published: readonly PendingWebhookEvents[]): Promise<void> {
    const ids = published.flatMap(({ events }) => events.map(({ id }) => id));
    await this.model.collection.updateOne({ _id }, {
      $pull: { pendingWebhookEvents: { id: { $in: ids } } },
    } as never);
  }
}

/** A provider that passes the webhook events of a collection to the webhook-worker in the background. */
export function webhookEventRelay(record: Type): Provider {
  return relayOf(WebhookEventRelay, record);
}

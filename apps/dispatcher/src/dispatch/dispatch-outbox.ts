import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { inAllChannels, nextUser } from '../ledger';
import {
  type CompletedEvent,
  type DispatchDocument,
  type PendingWebhookEvent,
  DispatchRecord,
  change,
  key,
  hasPendingWebhookEvents,
  whose,
} from './dispatch';

/** The fields that are read from a dispatch with pending webhook events. */
const FIELDS = { user: 1, pendingWebhookEvents: 1, final: 1 } as const;
type StoredDispatch = Pick<DispatchDocument, '_id' | 'user' | 'pendingWebhookEvents' | 'final'>;

/** A dispatch with unpublished ends of runs. */
export interface CompletedDispatch {
  campaign: string;
  events: CompletedEvent[];
  traceparent?: string;
}

/** A dispatch with pending webhook events and the final counts of its deliveries by state. */
export interface DispatchWithWebhookEvents {
  campaign: string;
  user: string;
  pendingWebhookEvents: PendingWebhookEvent[];
  counts: Partial<Record<string, number>> | null;
}

/** The outbox of dispatches: the unpublished ends of runs, and the pending webhook events. */
@Injectable()
export class DispatchOutbox {
  constructor(@InjectModel(DispatchRecord.name) private readonly dispatches: Model<DispatchDocument>) {}

  /** Dispatches with unpublished ends, up to a limit. */
  async pending(limit: number): Promise<CompletedDispatch[]> {
    const filter = { 'pending.id': { $exists: true } };
    const found = await this.dispatches.find(filter, { pending: 1, traceparent: 1 }).limit(limit).lean();
    return found.map(({ _id, pending, traceparent }) => ({
      campaign: _id.toHexString(),
      events: pending,
      ...(traceparent !== undefined && { traceparent }),
    }));
  }

  /** The time when the oldest unpublished event was stored. Null: all are published. */
  async oldestPending(): Promise<Date | null> {
    const [oldest] = await this.dispatches
      .find({ 'pending.id': { $exists: true } }, { pending: 1 })
      .sort({ 'pending.id': 1 })
      .limit(1)
      .lean();
    const [first] = oldest?.pending ?? [];
    return first ? new ObjectId(first.id).getTimestamp() : null;
  }

  async clearPending(campaign: string, ids: readonly string[]): Promise<void> {
    await change(this.dispatches, key(campaign), { $pull: { pending: { id: { $in: [...ids] } } } });
  }

  /** The first user after `after` with pending webhook events. Null: no user has any. */
  nextUserWithWebhookEvents(after: string | null): Promise<string | null> {
    return nextUser(this.dispatches, hasPendingWebhookEvents, after);
  }

  /**
   * Dispatches of a user with pending webhook events: those of these campaigns, and the next dispatches after an event,
   * because many may wait for their deliveries. `last`: the event after which to continue, or null to start with the
   * first.
   */
  async withWebhookEvents(
    user: string,
    { campaigns, after, most }: { campaigns: readonly string[]; after: string | null; most: number },
  ): Promise<{ dispatches: DispatchWithWebhookEvents[]; last: string | null; isMore: boolean }> {
    const these = campaigns.map((campaign) => new ObjectId(campaign));
    const [found, others] = await Promise.all([
      these.length === 0
        ? []
        : this.dispatches.find({ _id: { $in: these }, ...hasPendingWebhookEvents }, FIELDS).lean(),
      this.nextDispatches(new ObjectId(user), { except: these, after, most }),
    ]);
    const dispatches = [...found, ...others.found].map(({ _id, user, pendingWebhookEvents = [], final }) => ({
      ...whose({ _id, user }),
      pendingWebhookEvents,
      counts: final && inAllChannels(final),
    }));
    return { dispatches, last: others.last, isMore: others.found.length === most };
  }

  /** The next dispatches of a user after an event, wrapping around to the first, except those of some campaigns. */
  private async nextDispatches(
    user: ObjectId,
    { except, after, most }: { except: readonly ObjectId[]; after: string | null; most: number },
  ): Promise<{ found: StoredDispatch[]; last: string | null }> {
    const found: StoredDispatch[] = [];
    let last: string | null = null;
    for (const begin of after === null ? [null] : [after, null]) {
      if (found.length === most) break;
      const range = begin === null ? after !== null && { $lte: after } : { $gt: begin };
      const _id = { $nin: [...except, ...found.map((each) => each._id)] };
      // The index returns them in the order of events.
      const next: StoredDispatch[] = await this.dispatches
        .find({ _id, user, 'pendingWebhookEvents.id': { $exists: true, ...range } }, FIELDS)
        .hint('webhookEventsOfUser')
        .limit(most - found.length)
        .lean();
      found.push(...next);
      const events = next.at(-1)?.pendingWebhookEvents ?? [];
      last = events.find(({ id }) => begin === null || id > begin)?.id ?? last;
    }
    return { found, last };
  }

  async clearWebhookEvent(campaign: string, id: string): Promise<void> {
    await change(this.dispatches, key(campaign), { $pull: { pendingWebhookEvents: { id } } });
  }
}

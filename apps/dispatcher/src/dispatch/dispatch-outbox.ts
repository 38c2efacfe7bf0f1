import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type FinalCounts, nextUser } from '../ledger';
import {
  type CompletedEvent,
  type DispatchDocument,
  type NewsEvent,
  DispatchRecord,
  change,
  key,
  hasPendingNews,
  whose,
} from './dispatch';

/** The fields that are read from a dispatch with pending news. */
const WITH_NEWS = { user: 1, pendingNews: 1, final: 1 } as const;
type WithNews = Pick<DispatchDocument, '_id' | 'user' | 'pendingNews' | 'final'>;

/** A dispatch with unpublished ends of runs. */
export interface CompletedDispatch {
  campaign: string;
  events: CompletedEvent[];
  traceparent?: string;
}

/** A dispatch with pending news, with the final counts of its deliveries by state. */
export interface DispatchNews {
  campaign: string;
  user: string;
  pendingNews: NewsEvent[];
  counts: Partial<Record<string, number>> | null;
}

/** The outbox of dispatches: the unpublished ends of runs, and the pending news for webhooks. */
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

  /** The first user after `after` with pending news. Null: no user has any. */
  nextUserWithNews(after: string | null): Promise<string | null> {
    return nextUser(this.dispatches, hasPendingNews, after);
  }

  /**
   * Dispatches of a user with pending news: those of these campaigns, and the next dispatches after an event, because
   * many may wait for their deliveries. `last`: the event after which to continue, or null to start with the first.
   */
  async news(
    user: string,
    { campaigns, after, most }: { campaigns: readonly string[]; after: string | null; most: number },
  ): Promise<{ dispatches: DispatchNews[]; last: string | null; isMore: boolean }> {
    const these = campaigns.map((campaign) => new ObjectId(campaign));
    const [found, others] = await Promise.all([
      these.length === 0
        ? []
        : this.dispatches.find({ _id: { $in: these }, ...hasPendingNews }, WITH_NEWS).lean(),
      this.nextWithNews(new ObjectId(user), { except: these, after, most }),
    ]);
    const dispatches = [...found, ...others.found].map(({ _id, user, pendingNews = [], final }) => ({
      ...whose({ _id, user }),
      pendingNews,
      counts: final && inAll(final),
    }));
    return { dispatches, last: others.last, isMore: others.found.length === most };
  }

  /** The next dispatches of a user after an event, wrapping around to the first, except those of some campaigns. */
  private async nextWithNews(
    user: ObjectId,
    { except, after, most }: { except: readonly ObjectId[]; after: string | null; most: number },
  ): Promise<{ found: WithNews[]; last: string | null }> {
    const found: WithNews[] = [];
    let last: string | null = null;
    for (const begin of after === null ? [null] : [after, null]) {
      if (found.length === most) break;
      const range = begin === null ? after !== null && { $lte: after } : { $gt: begin };
      const _id = { $nin: [...except, ...found.map((each) => each._id)] };
      // The index returns them in the order of events.
      const next: WithNews[] = await this.dispatches
        .find({ _id, user, 'pendingNews.id': { $exists: true, ...range } }, WITH_NEWS)
        .hint('newsOfUser')
        .limit(most - found.length)
        .lean();
      found.push(...next);
      const events = next.at(-1)?.pendingNews ?? [];
      last = events.find(({ id }) => begin === null || id > begin)?.id ?? last;
    }
    return { found, last };
  }

  async clearNews(campaign: string, id: string): Promise<void> {
    await change(this.dispatches, key(campaign), { $pull: { pendingNews: { id } } });
  }
}

/** The total counts of all channels. */
function inAll({ channels: perChannel }: FinalCounts): Partial<Record<string, number>> {
  const sums: Partial<Record<string, number>> = {};
  for (const counts of Object.values(perChannel))
    for (const [state, count] of Object.entries(counts)) sums[state] = (sums[state] ?? 0) + count;
  return sums;
}

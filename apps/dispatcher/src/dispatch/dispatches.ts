import { type Timeline, type WebhookEventType, channels, newId } from '@carillon/contracts';
import { isDuplicateKey } from '@carillon/platform';
import { WebhookInterests } from '@carillon/webhooks';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { FinalCounts, PlanCursor } from '../ledger';
import type { LifecycleState, Transition } from './transitions';
import {
  type CompletedEvent,
  type Dispatch,
  type DispatchDocument,
  DispatchRecord,
  type Obstacle,
  type Postponement,
  type Retrying,
  type Routes,
  type SendingDispatch,
  NOT_OPENED,
  type NotedChange,
  UNDER_WAY_OF,
  OF_USER,
  type UntoldEvent,
  hasUntold,
  isRetried,
  mayBePlanned,
  obstacleSince,
  toDispatch,
  underWay,
  notOpened,
  whose,
} from './dispatch';

/** Time for a planner that was halted in mid-page to write what must be removed again (milliseconds). */
const SECOND_CHECK_MS = 10 * 60_000;

/**
 * How long before an erasure a page may have been read to be stored after it (milliseconds). All is erased a second time, later
 * than this (ERASURE_REPEAT_MS): that finds what such a page names.
 */
const READ_BEFORE_ERASURE_MS = 30_000;
/** Many people may be erased one after the other; each note could make a planner repeat its transaction (milliseconds). */
const NOTED_EVERY_MS = 10_000;

/** How long a claim waits for a campaign that another planner's transaction has locked (milliseconds). */
const CLAIM_WITHIN_MS = 2_000;

/** The changes of senders that a report tells of; the audit trail has all. */
const MOST_CHANGES = 50;

/** What is read of a dispatch of which webhooks are to be told something. */
const UNTOLD = { user: 1, untold: 1, final: 1 } as const;
type ToTell = Pick<DispatchDocument, '_id' | 'user' | 'untold' | 'final'>;

type Filter = QueryFilter<DispatchDocument>;

/** What is fixed when planning begins. */
type Begun = { routes: Routes } & Pick<Dispatch, 'keyless'>;

/** What webhooks are told of a transition. */
interface Told {
  type: WebhookEventType;
  at: Date;
}

/** A stopped dispatch that is to be checked for what is left, and the time for which the check was scheduled. */
export interface DueCheck {
  campaign: string;
  dueAt: Date;
}

/** A dispatch of which webhooks are to be told something, with the final counts of its deliveries by state. */
export interface UntoldDispatch {
  campaign: string;
  user: string;
  untold: UntoldEvent[];
  counts: Partial<Record<string, number>> | null;
}

/** Stores the dispatches of campaigns, from the order to the deletion of their ledger. */
@Injectable()
export class Dispatches {
  constructor(
    @InjectModel(DispatchRecord.name) private readonly dispatches: Model<DispatchDocument>,
    @Inject(WebhookInterests) private readonly interests: Pick<WebhookInterests, 'of'>,
  ) {}

  async find(campaign: string): Promise<Dispatch | null> {
    const document = await this.dispatches.findById(campaign).lean();
    return document && toDispatch(document);
  }

  /** Dispatches of a user that have a ledger, oldest first, continuing after a campaign. */
  async withLedger(user: string, after: string | null, limit: number): Promise<Dispatch[]> {
    const kept: Filter = { ...ofUser(user, after), ledger: { $ne: 'DELETED' } };
    return (await this.dispatches.find(kept).sort({ _id: 1 }).hint(OF_USER).limit(limit).lean()).map(
      toDispatch,
    );
  }

  /**
   * Removes dispatches of a deleted user whose ledger is deleted for good: no planner can write to them any more. Returns
   * true if none is left.
   */
  async removeDeleted(user: string): Promise<boolean> {
    await this.dispatches.deleteMany({ ...ofUser(user, null), ledger: 'DELETED' }).hint(OF_USER);
    return !(await this.is(ofUser(user, null)));
  }

  /** Whether it is neither paused, nor stopped, nor complete. */
  async isOpen(campaign: string): Promise<boolean> {
    return this.is({ ...key(campaign), state: 'OPEN' });
  }

  async usesSender(sender: string): Promise<boolean> {
    return this.is({ state: { $in: underWay }, $or: routedBy(sender) });
  }

  /** Notes a change at what the user has under way by this sender, or without routes yet; once, if told twice. */
  async noteSenderChange(user: string, change: NotedChange): Promise<void> {
    const $or = [...routedBy(change.senderId), { routes: null }];
    const isNew = { 'senderChanges.id': { $ne: change.id } };
    await this.dispatches
      .updateMany(
        { user: new ObjectId(user), state: { $in: underWay }, $or, ...isNew },
        { $push: { senderChanges: { $each: [change], $slice: -MOST_CHANGES } } },
      )
      .hint(UNDER_WAY_OF);
  }

  /**
   * Decides on an event from the stored state, and saves the transition if the state is unchanged. `tells`: what webhooks
   * are told of it, if they want to know. Returns false if the event said nothing new.
   */
  async transition(
    campaign: string,
    user: string,
    decide: (current: LifecycleState | null) => Transition | null,
    tells: Told | null = null,
  ): Promise<boolean> {
    for (;;) {
      const current = await this.dispatches
        .findById(campaign, { _id: 0, rev: 1, run: 1, state: 1, wanted: 1, ledger: 1 })
        .lean<LifecycleState>();
      const transition = decide(current);
      if (!transition) return false;
      const { set, announce } = transition;
      const untold = tells && (await this.untoldOf(user, tells, set.run ?? current?.run ?? 1));
      const push = { ...(announce && { pending: announce }), ...(untold && { untold }) };
      const update = { $set: set, ...((announce ?? untold) && { $push: push }) };
      const saved = current
        ? await this.change({ ...key(campaign), ...current }, update)
        : await this.insert({ ...notOpened(campaign, user), ...set, ...(untold && { untold: [untold] }) });
      if (saved) return true;
    }
  }

  /** Users with dispatches that may have something to plan. */
  async usersToPlan(): Promise<string[]> {
    const users = await this.dispatches.distinct('user', mayBePlanned);
    return users.map((user) => user.toHexString());
  }

  /**
   * Of this user's dispatches that wait to be planned and are neither claimed nor postponed, makes `holder` the planner
   * of the one that was planned least recently, until `until`. Returns null if there is none.
   */
  async claimNext(user: string, holder: string, now: Date, until: Date): Promise<Dispatch | null> {
    const claimed = await this.dispatches.findOneAndUpdate(
      { user: new ObjectId(user), ...toPlan, $or: unclaimed(now) },
      { $set: { planner: { holder, until } } },
      { sort: { lastStepAt: 1 }, returnDocument: 'after', lean: true, maxTimeMS: CLAIM_WITHIN_MS },
    );
    return claimed && toDispatch(claimed);
  }

  /** When the first of this user's dispatches may be claimed; null: none waits to be planned. */
  async nextPlanningAt(user: string): Promise<Date | null> {
    const first = await this.dispatches
      .findOne({ user: new ObjectId(user), ...toPlan }, { planner: 1 }, { sort: { 'planner.until': 1 } })
      .lean();
    return first && (first.planner?.until ?? new Date(0));
  }

  /** Fixes the routes, the start, and whether there are delivery keys, once. Returns what is in force. */
  async begin({ campaign, groups }: Dispatch, routes: Routes, startedAt: Date): Promise<Begun> {
    const wanted: Begun = { routes, ...(groups.length === 1 && { keyless: true }) };
    if (await this.change({ ...key(campaign), routes: null }, { $set: { ...wanted, startedAt } }))
      return wanted;
    const begun = await this.dispatches.findById(campaign, { routes: 1, keyless: 1 }).lean();
    if (!begun?.routes) return wanted;
    const { keyless } = begun;
    return { routes: begun.routes, ...(keyless && { keyless }) };
  }

  /**
   * Moves the cursor behind a page and releases the planner's claim; the next page may be planned from `restsUntil` on,
   * at once if that is null. This is the fence, in the transaction that stores the page: the first planner moves the cursor, and
   * all others store nothing. Returns false if the cursor was moved before, there is nothing left to plan, or the page was
   * read too long before an erasure and may still contain the erased person.
   */
  async advance(
    { campaign, step }: Dispatch,
    next: PlanCursor | null,
    { now, restsUntil }: { now: Date; restsUntil: Date | null },
    { session, readAt }: { session: ClientSession; readAt: Date },
  ): Promise<boolean> {
    const planner = next && restsUntil && { holder: null, until: restsUntil };
    const idle = { planner, lastStepAt: now, planFailures: 0, 'obstacles.planning': null };
    const isFresh = { erasedAt: { $not: { $gt: new Date(readAt.getTime() + READ_BEFORE_ERASURE_MS) } } };
    const { matchedCount } = await this.dispatches.updateOne(
      { ...key(campaign), step, state: { $in: underWay }, ...isFresh },
      { $set: { cursor: next, planned: next === null, ...idle }, $inc: { step: 1 } },
      { session },
    );
    return matchedCount === 1;
  }

  /**
   * Notes that somebody is being erased, while it may be planned: a page that was read long before is not stored from now on.
   * Returns the dispatch with the pages that are stored.
   */
  async noteErasure(campaign: string, now: Date): Promise<Dispatch | null> {
    const notedLately = { $gt: new Date(now.getTime() - NOTED_EVERY_MS) };
    await this.change(
      { ...key(campaign), state: { $in: underWay }, planned: false, erasedAt: { $not: notedLately } },
      { $set: { erasedAt: now } },
    );
    return this.find(campaign);
  }

  /** Postpones planning without progress: others are planned first. */
  async putOff(
    { campaign, step, obstacles }: Dispatch,
    holder: string,
    obstacle: Postponement,
  ): Promise<void> {
    const noted = obstacleSince(obstacles.planning, obstacle);
    const idle = { planner: { holder: null, until: obstacle.nextTryAt }, lastStepAt: obstacle.since };
    await this.change(
      { ...key(campaign), step, 'planner.holder': holder },
      { $set: { ...idle, 'obstacles.planning': noted }, $inc: { planFailures: 1 } },
    );
  }

  /**
   * Releases the planner's claim after another planner moved the cursor, the page was too old, or the campaign was stopped. In
   * the last case schedules another check for documents that were written late.
   */
  async leave(campaign: string, holder: string, now: Date): Promise<void> {
    await this.change(
      { ...key(campaign), 'planner.holder': holder },
      { $set: { planner: null, lastStepAt: now } },
    );
    await this.checkAgain(campaign, now);
  }

  /** Those of these campaigns that may send now. */
  async sending(campaigns: readonly string[], now: Date): Promise<SendingDispatch[]> {
    const _id = { $in: campaigns.map((campaign) => new ObjectId(campaign)) };
    const open = { _id, state: 'OPEN' as const, 'obstacles.leasing.nextTryAt': { $not: { $gt: now } } };
    const found = await this.dispatches.find(open, { user: 1, routes: 1 }).lean();
    return found.map((dispatch) => ({ ...whose(dispatch), routes: dispatch.routes }));
  }

  /** Records why batches cannot be leased, since when, and when the next try is; null: they can. */
  async obstructLeasing(campaign: string, obstacle: Obstacle | null): Promise<void> {
    const since = { $ifNull: ['$obstacles.leasing.since', obstacle?.since] };
    const leasing = obstacle && { ...obstacle, since };
    await this.dispatches.updateOne(key(campaign), [{ $set: { 'obstacles.leasing': leasing } }]);
  }

  /** Dispatches that are paused, or were resumed recently. */
  async notOverdue(resumedAfter: Date): Promise<string[]> {
    const notOverdue = [{ state: 'PAUSED' as const }, { resumedAt: { $gt: resumedAfter } }];
    return this.campaigns({ state: { $in: underWay }, $or: notOverdue });
  }

  /** Dispatches with a further run that has not checked all batches yet and is not postponed, up to a limit. */
  async retrying(now: Date, limit: number): Promise<Retrying[]> {
    const due = { ...isRetried, 'obstacles.planning.nextTryAt': { $not: { $gt: now } } };
    const found = await this.dispatches.find(due).limit(limit).lean();
    return found.map(toDispatch).flatMap(({ retry, ...rest }) => (retry ? [{ ...rest, retry }] : []));
  }

  /** Fixes the senders of this run, once; returns those in force. Returns null if the run was stopped. */
  async routeRetry({ campaign, run }: Retrying, routes: Routes): Promise<Routes | null> {
    const retry = { ...key(campaign), run, ...isRetried };
    const fixed = { routes, 'retry.routed': true, 'obstacles.planning': null };
    await this.change({ ...retry, 'retry.routed': false }, { $set: fixed });
    const routed = await this.dispatches.findOne(retry, { routes: 1 }).lean();
    return routed?.routes ?? null;
  }

  /** Records why the run does not begin, and postpones it, so that it does not block others. */
  async putOffRetry({ campaign, run, obstacles }: Retrying, obstacle: Obstacle): Promise<void> {
    const noted = obstacleSince(obstacles.planning, obstacle);
    await this.change({ ...key(campaign), run, ...isRetried }, { $set: { 'obstacles.planning': noted } });
  }

  /**
   * Records the progress of the run; null: it has checked all batches. Requeued recipients are cancelled if the
   * campaign was stopped meanwhile.
   */
  async advanceRetry({ campaign, run, retry }: Retrying, after: string | null, now: Date): Promise<void> {
    const advanced = await this.change(
      { ...key(campaign), run, ...isRetried, 'retry.after': retry.after },
      { $set: after === null ? { retry: null } : { 'retry.after': after } },
    );
    if (!advanced) await this.checkAgain(campaign, now);
  }

  /** Dispatches that are fully planned and not marked as complete. */
  async toComplete(): Promise<string[]> {
    return this.campaigns({ state: { $in: underWay }, planned: true, retry: null });
  }

  /**
   * Completes a dispatch, together with its outbox event. Returns false if it was completed or stopped meanwhile, or
   * runs again.
   */
  async complete(
    { campaign, user, run }: Pick<Dispatch, 'campaign' | 'user' | 'run'>,
    final: FinalCounts,
    finishedAt: Date,
  ): Promise<boolean> {
    const event: CompletedEvent = { id: newId(), type: 'campaign.completed', run, finishedAt };
    const untold = await this.untoldOf(user, { type: 'campaign.completed', at: finishedAt }, run);
    return this.change(
      { ...key(campaign), state: { $in: underWay }, run, planned: true, retry: null },
      {
        $set: { state: 'DONE', final, finishedAt },
        $push: { pending: event, ...(untold && { untold }) },
      },
    );
  }

  async pending(
    limit: number,
  ): Promise<{ campaign: string; events: CompletedEvent[]; traceparent?: string }[]> {
    const filter = { 'pending.id': { $exists: true } };
    const found = await this.dispatches.find(filter, { pending: 1, traceparent: 1 }).limit(limit).lean();
    return found.map(({ _id, pending, traceparent }) => ({
      campaign: _id.toHexString(),
      events: pending,
      ...(traceparent !== undefined && { traceparent }),
    }));
  }

  /** When the oldest event was stored that is not announced; null: there is none. */
  async oldestPending(): Promise<Date | null> {
    const [oldest] = await this.dispatches
      .find({ 'pending.id': { $exists: true } }, { pending: 1 })
      .sort({ 'pending.id': 1 })
      .limit(1)
      .lean();
    const [first] = oldest?.pending ?? [];
    return first ? new ObjectId(first.id).getTimestamp() : null;
  }

  async clearPending(campaign: string, ids: string[]): Promise<void> {
    await this.change(key(campaign), { $pull: { pending: { id: { $in: ids } } } });
  }

  /** The first user after one with dispatches of which webhooks are to be told something; null: there is none. */
  async nextUserUntold(after: string | null): Promise<string | null> {
    const next = await this.dispatches
      .findOne({ ...hasUntold, ...(after !== null && { user: { $gt: new ObjectId(after) } }) }, { user: 1 })
      .sort({ user: 1 })
      .hint('untoldOfUser')
      .lean();
    return next?.user.toHexString() ?? null;
  }

  /**
   * Dispatches of a user of which webhooks are to be told something: those of these campaigns, and some others, the next ones
   * after an event, as many wait for their deliveries. `last`: the event after which to go on; null: from the first.
   */
  async untold(
    user: string,
    { campaigns, after, most }: { campaigns: readonly string[]; after: string | null; most: number },
  ): Promise<{ dispatches: UntoldDispatch[]; last: string | null; isMore: boolean }> {
    const these = campaigns.map((campaign) => new ObjectId(campaign));
    const [found, others] = await Promise.all([
      these.length === 0 ? [] : this.dispatches.find({ _id: { $in: these }, ...hasUntold }, UNTOLD).lean(),
      this.nextUntold(new ObjectId(user), { but: these, after, most }),
    ]);
    const dispatches = [...found, ...others.found].map(({ _id, user, untold = [], final }) => ({
      ...whose({ _id, user }),
      untold,
      counts: final && inAll(final),
    }));
    return { dispatches, last: others.last, isMore: others.found.length === most };
  }

  /** The next dispatches of a user after an event, and then from the first, but for those of some campaigns. */
  private async nextUntold(
    user: ObjectId,
    { but, after, most }: { but: readonly ObjectId[]; after: string | null; most: number },
  ): Promise<{ found: ToTell[]; last: string | null }> {
    const found: ToTell[] = [];
    let last: string | null = null;
    for (const begin of after === null ? [null] : [after, null]) {
      if (found.length === most) break;
      const range = begin === null ? after !== null && { $lte: after } : { $gt: begin };
      const _id = { $nin: [...but, ...found.map((each) => each._id)] };
      // By the index, and so in the order of events.
      const next: ToTell[] = await this.dispatches
        .find({ _id, user, 'untold.id': { $exists: true, ...range } }, UNTOLD)
        .hint('untoldOfUser')
        .limit(most - found.length)
        .lean();
      found.push(...next);
      const events = next.at(-1)?.untold ?? [];
      last = events.find(({ id }) => begin === null || id > begin)?.id ?? last;
    }
    return { found, last };
  }

  /** Webhooks are told. */
  async told(campaign: string, id: string): Promise<void> {
    await this.change(key(campaign), { $pull: { untold: { id } } });
  }

  /** Cancelled dispatches that may have batches left to cancel now. */
  async toCancel(now: Date, limit: number): Promise<DueCheck[]> {
    const due: Filter = { 'cancellation.lookAt': { $lte: now } };
    const found = await this.dispatches.find(due, { cancellation: 1 }).limit(limit).lean();
    return found.flatMap(({ _id, cancellation }) =>
      cancellation ? [{ campaign: _id.toHexString(), dueAt: cancellation.lookAt }] : [],
    );
  }

  /**
   * Records the end and the final counts, unless a planner holds a claim; schedules one more check. Changes nothing if
   * another check was scheduled since `dueAt` was read: a planner wrote late, maybe behind the one that looked.
   */
  async cancelled({ campaign, dueAt }: DueCheck, final: FinalCounts, now: Date): Promise<void> {
    const secondLook = { lookAt: secondCheckAt(now), again: true };
    const end = {
      final: { $literal: final },
      finishedAt: { $ifNull: ['$finishedAt', now] },
      cancellation: { $cond: ['$cancellation.again', null, { $literal: secondLook }] },
    };
    const cancelled = { ...key(campaign), 'cancellation.lookAt': dueAt, $or: unclaimed(now) };
    await this.dispatches.updateOne(cancelled, [{ $set: end }]);
  }

  /** Dispatches whose ledger is to be deleted now and that no planner has claimed. */
  async toDelete(now: Date, limit: number): Promise<DueCheck[]> {
    const due: Filter = { ledger: 'DELETING', deleteAt: { $lte: now }, $or: unclaimed(now) };
    const found = await this.dispatches.find(due, { deleteAt: 1 }).limit(limit).lean();
    return found.flatMap(({ _id, deleteAt }) =>
      deleteAt ? [{ campaign: _id.toHexString(), dueAt: deleteAt }] : [],
    );
  }

  /**
   * Records a deletion of the ledger: the first time schedules a second deletion, the second time marks it as
   * DELETED. Changes nothing if another check was scheduled since `dueAt` was read.
   */
  async removed({ campaign, dueAt }: DueCheck, now: Date): Promise<void> {
    const ledger = { $cond: ['$removedOnce', 'DELETED', 'DELETING'] };
    await this.dispatches.updateOne({ ...key(campaign), ledger: 'DELETING', deleteAt: dueAt }, [
      { $set: { ledger, deleteAt: secondCheckAt(now), removedOnce: true } },
    ]);
  }

  /** Dispatches that ended before a moment and still have their ledger. */
  async withExpiredLedger(endedBefore: Date, limit: number): Promise<string[]> {
    return this.campaigns({ ledger: 'KEPT', finishedAt: { $lt: endedBefore } }, limit);
  }

  /** Keeps the counts and the timeline, and schedules the deletion of the ledger, unless the campaign runs again by now. */
  async expireLedger(
    campaign: string,
    { final, timeline }: { final: FinalCounts; timeline: Timeline },
    now: Date,
  ): Promise<void> {
    await this.change(
      { ...key(campaign), finishedAt: { $ne: null }, ledger: 'KEPT' },
      { $set: { final, timeline, ledger: 'DELETING', deleteAt: now } },
    );
  }

  /**
   * Schedules another check of a stopped campaign: a process that was halted in mid-page may continue at any later
   * time. What it wrote late then ends as the rest did.
   */
  private async checkAgain(campaign: string, now: Date): Promise<void> {
    const cancelled = { ...key(campaign), state: 'CANCELLED' as const };
    await this.change(
      { ...cancelled, ledger: 'KEPT' },
      { $set: { cancellation: { lookAt: now, again: false } } },
    );
    const deleting = { ledger: 'DELETING' as const, deleteAt: now };
    await this.change({ ...cancelled, ledger: { $in: ['DELETING', 'DELETED'] } }, { $set: deleting });
  }

  /** What is left to tell webhooks; null: nobody wants to know. */
  private async untoldOf(user: string, { type, at }: Told, run: number): Promise<UntoldEvent | null> {
    const wanted = await this.interests.of(user);
    return wanted.has(type) ? { id: newId(), type, at, run } : null;
  }

  private async insert(dispatch: DispatchDocument): Promise<boolean> {
    try {
      await this.dispatches.insertOne(dispatch);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Returns false if no dispatch matches the filter. */
  private async change(filter: Filter, update: UpdateQuery<DispatchDocument>): Promise<boolean> {
    return (await this.dispatches.updateOne(filter, update)).matchedCount === 1;
  }

  private async is(filter: Filter): Promise<boolean> {
    return (await this.dispatches.exists(filter)) !== null;
  }

  /** Limit 0: all. */
  private async campaigns(filter: Filter, limit = 0): Promise<string[]> {
    const found = await this.dispatches.find(filter, { _id: 1 }).limit(limit).lean();
    return found.map(({ _id }) => _id.toHexString());
  }
}

/** The counts of all channels together. */
function inAll({ channels: perChannel }: FinalCounts): Partial<Record<string, number>> {
  const sums: Partial<Record<string, number>> = {};
  for (const counts of Object.values(perChannel))
    for (const [state, count] of Object.entries(counts)) sums[state] = (sums[state] ?? 0) + count;
  return sums;
}

const toPlan = { ...mayBePlanned, run: { $ne: NOT_OPENED } } as const;

const routedBy = (sender: string): Filter[] =>
  channels.map((channel) => ({ [`routes.${channel}.senderId`]: sender }));

const ofUser = (user: string, after: string | null): Filter => ({
  user: new ObjectId(user),
  ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
});

const key = (campaign: string) => ({ _id: new ObjectId(campaign) });

/** Matches dispatches that no planner has claimed. */
const unclaimed = (now: Date) => [{ planner: null }, { 'planner.until': { $lt: now } }];

const secondCheckAt = (now: Date): Date => new Date(now.getTime() + SECOND_CHECK_MS);

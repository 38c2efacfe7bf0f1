import { channels, newId } from '@carillon/contracts';
import { isDuplicateKey } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
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
  type Waiting,
  isRetried,
  obstacleSince,
  toDispatch,
  underWay,
  notOpened,
  whose,
} from './dispatch';

/** Time for a planner that was halted in mid-page to write what must be removed again (milliseconds). */
const SECOND_CHECK_MS = 10 * 60_000;

type Filter = QueryFilter<DispatchDocument>;

/** Stores the dispatches of campaigns, from the order to the deletion of their ledger. */
@Injectable()
export class Dispatches {
  constructor(@InjectModel(DispatchRecord.name) private readonly dispatches: Model<DispatchDocument>) {}

  async find(campaign: string): Promise<Dispatch | null> {
    const document = await this.dispatches.findById(campaign).lean();
    return document && toDispatch(document);
  }

  /** Whether it is neither paused, nor stopped, nor complete. */
  async isOpen(campaign: string): Promise<boolean> {
    return this.is({ ...key(campaign), state: 'OPEN' });
  }

  async usesIntegration(integration: string): Promise<boolean> {
    const routes = channels.map((channel) => ({ [`routes.${channel}.integrationId`]: integration }));
    return this.is({ state: { $in: underWay }, $or: routes });
  }

  /**
   * Decides on an event from the stored state, and saves the transition if the state is unchanged. Returns false if
   * the event said nothing new.
   */
  async transition(
    campaign: string,
    user: string,
    decide: (current: LifecycleState | null) => Transition | null,
  ): Promise<boolean> {
    for (;;) {
      const current = await this.dispatches
        .findById(campaign, { _id: 0, rev: 1, run: 1, state: 1, wanted: 1, ledger: 1 })
        .lean<LifecycleState>();
      const transition = decide(current);
      if (!transition) return false;
      const { set, announce } = transition;
      const update = { $set: set, ...(announce && { $push: { pending: announce } }) };
      const saved = current
        ? await this.change({ ...key(campaign), ...current }, update)
        : await this.insert({ ...notOpened(campaign, user), ...set });
      if (saved) return true;
    }
  }

  /** Dispatches that wait to be planned, except postponed ones. */
  async waiting(now: Date): Promise<Waiting[]> {
    const due = { ...toPlan, $or: [{ 'planner.holder': { $ne: null } }, ...unclaimed(now)] };
    const found = await this.dispatches.find(due, { user: 1, lastStepAt: 1, planner: 1 }).lean();
    return found.map(({ lastStepAt, planner, ...rest }) => ({
      ...whose(rest),
      lastStepAt,
      busy: planner !== null && planner.until >= now,
    }));
  }

  /**
   * Makes `holder` the planner until `until`. Returns null if another planner claimed it, or there is nothing left to
   * plan.
   */
  async claim(campaign: string, holder: string, now: Date, until: Date): Promise<Dispatch | null> {
    const claimed = await this.dispatches.findOneAndUpdate(
      { ...key(campaign), ...toPlan, $or: unclaimed(now) },
      { $set: { planner: { holder, until } } },
      { returnDocument: 'after', lean: true },
    );
    return claimed && toDispatch(claimed);
  }

  /** Fixes the routes and the start, once. Returns the routes in force. */
  async begin(campaign: string, routes: Routes, startedAt: Date): Promise<Routes> {
    if (await this.change({ ...key(campaign), routes: null }, { $set: { routes, startedAt } })) return routes;
    const begun = await this.dispatches.findById(campaign, { routes: 1 }).lean();
    return begun?.routes ?? routes;
  }

  /**
   * Moves the cursor behind a page and releases the planner's claim. The page is the fence: the first planner moves
   * the cursor, and all others wrote the same page. Returns false if the cursor was moved before, or there is nothing
   * left to plan.
   */
  async advance({ campaign, step }: Dispatch, next: PlanCursor | null, now: Date): Promise<boolean> {
    const idle = { planner: null, lastStepAt: now, planFailures: 0, 'obstacles.planning': null };
    return this.change(
      { ...key(campaign), step, state: { $in: underWay } },
      { $set: { cursor: next, planned: next === null, ...idle }, $inc: { step: 1 } },
    );
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
   * Releases the planner's claim after another planner moved the cursor, or the campaign was stopped. In the latter
   * case schedules another check for documents that were written late.
   */
  async leave(campaign: string, holder: string, now: Date): Promise<void> {
    await this.change({ ...key(campaign), 'planner.holder': holder }, { $set: { planner: null } });
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

  /** Fixes the integrations of this run, once; returns those in force. Returns null if the run was stopped. */
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
  async complete(campaign: string, run: number, final: FinalCounts, finishedAt: Date): Promise<boolean> {
    const event: CompletedEvent = { id: newId(), type: 'campaign.completed', run, finishedAt };
    return this.change(
      { ...key(campaign), state: { $in: underWay }, run, planned: true, retry: null },
      { $set: { state: 'DONE', final, finishedAt }, $push: { pending: event } },
    );
  }

  async pending(limit: number): Promise<{ campaign: string; events: CompletedEvent[] }[]> {
    const filter = { 'pending.id': { $exists: true } };
    const found = await this.dispatches.find(filter, { pending: 1 }).limit(limit).lean();
    return found.map(({ _id, pending }) => ({ campaign: _id.toHexString(), events: pending }));
  }

  async clearPending(campaign: string, ids: string[]): Promise<void> {
    await this.change(key(campaign), { $pull: { pending: { id: { $in: ids } } } });
  }

  /** Cancelled dispatches that may have batches left to cancel now. */
  async toCancel(now: Date, limit: number): Promise<string[]> {
    return this.campaigns({ 'cancellation.lookAt': { $lte: now } }, limit);
  }

  /** Records the end and the final counts, unless a planner holds a claim; schedules one more check. */
  async cancelled(campaign: string, final: FinalCounts, now: Date): Promise<void> {
    const secondLook = { lookAt: secondCheckAt(now), again: true };
    const end = {
      final: { $literal: final },
      finishedAt: { $ifNull: ['$finishedAt', now] },
      cancellation: { $cond: ['$cancellation.again', null, { $literal: secondLook }] },
    };
    const cancelled = { ...key(campaign), cancellation: { $ne: null }, $or: unclaimed(now) };
    await this.dispatches.updateOne(cancelled, [{ $set: end }]);
  }

  /** Dispatches whose ledger is to be deleted now and that no planner has claimed. */
  async toDelete(now: Date, limit: number): Promise<string[]> {
    return this.campaigns({ ledger: 'DELETING', deleteAt: { $lte: now }, $or: unclaimed(now) }, limit);
  }

  /**
   * Records a deletion of the ledger: the first time schedules a second deletion, the second time marks it as
   * DELETED.
   */
  async removed(campaign: string, now: Date): Promise<void> {
    const ledger = { $cond: ['$removedOnce', 'DELETED', 'DELETING'] };
    await this.dispatches.updateOne({ ...key(campaign), ledger: 'DELETING' }, [
      { $set: { ledger, deleteAt: secondCheckAt(now), removedOnce: true } },
    ]);
  }

  /** Dispatches that ended before a moment and still have their ledger. */
  async withExpiredLedger(endedBefore: Date, limit: number): Promise<string[]> {
    return this.campaigns({ ledger: 'KEPT', finishedAt: { $lt: endedBefore } }, limit);
  }

  /** Keeps the counts and schedules the deletion of the ledger, unless the campaign runs again by now. */
  async expireLedger(campaign: string, final: FinalCounts, now: Date): Promise<void> {
    await this.change(
      { ...key(campaign), finishedAt: { $ne: null }, ledger: 'KEPT' },
      { $set: { final, ledger: 'DELETING', deleteAt: now } },
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

const toPlan = { state: 'OPEN', planned: false, run: { $ne: NOT_OPENED } } as const;

const key = (campaign: string) => ({ _id: new ObjectId(campaign) });

/** Matches dispatches that no planner has claimed. */
const unclaimed = (now: Date) => [{ planner: null }, { 'planner.until': { $lt: now } }];

const secondCheckAt = (now: Date): Date => new Date(now.getTime() + SECOND_CHECK_MS);

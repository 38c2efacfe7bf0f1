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

/** Time for a planner that was halted in the middle of a page to write what nobody needs any more (milliseconds). */
const SECOND_LOOK_MS = 10 * 60_000;

type Filter = QueryFilter<DispatchDocument>;

/** The sendings of campaigns, from the order to the end of their ledger. */
@Injectable()
export class Dispatches {
  constructor(@InjectModel(DispatchRecord.name) private readonly dispatches: Model<DispatchDocument>) {}

  async find(campaign: string): Promise<Dispatch | null> {
    const document = await this.dispatches.findById(campaign).lean();
    return document && toDispatch(document);
  }

  /** Whether it is neither paused nor stopped nor at its end. */
  async isOpen(campaign: string): Promise<boolean> {
    return this.is({ ...key(campaign), state: 'OPEN' });
  }

  async usesIntegration(integration: string): Promise<boolean> {
    const routes = channels.map((channel) => ({ [`routes.${channel}.integrationId`]: integration }));
    return this.is({ state: { $in: underWay }, $or: routes });
  }

  /** Decides about an event on what is stored, and saves that if it still holds. False: the event said nothing new. */
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

  /** Those that wait to be planned, all but those that are put off. */
  async waiting(now: Date): Promise<Waiting[]> {
    const due = { ...toPlan, $or: [{ 'planner.holder': { $ne: null } }, ...unplanned(now)] };
    const found = await this.dispatches.find(due, { user: 1, lastStepAt: 1, planner: 1 }).lean();
    return found.map(({ lastStepAt, planner, ...rest }) => ({
      ...whose(rest),
      lastStepAt,
      busy: planner !== null && planner.until >= now,
    }));
  }

  /** Makes `holder` the planner until `until`. Null: somebody else was faster, or there is nothing to plan any more. */
  async claim(campaign: string, holder: string, now: Date, until: Date): Promise<Dispatch | null> {
    const claimed = await this.dispatches.findOneAndUpdate(
      { ...key(campaign), ...toPlan, $or: unplanned(now) },
      { $set: { planner: { holder, until } } },
      { returnDocument: 'after', lean: true },
    );
    return claimed && toDispatch(claimed);
  }

  /** Fixes the routes and the start, the first time. Answers the routes that are in force. */
  async begin(campaign: string, routes: Routes, startedAt: Date): Promise<Routes> {
    if (await this.change({ ...key(campaign), routes: null }, { $set: { routes, startedAt } })) return routes;
    const begun = await this.dispatches.findById(campaign, { routes: 1 }).lean();
    return begun?.routes ?? routes;
  }

  /**
   * Moves the cursor behind a page and stops planning the campaign for now. The page is the fence: whoever is first moves the cursor, and
   * all others wrote the same. False: it was moved before, or there is nothing to plan any more.
   */
  async advance({ campaign, step }: Dispatch, next: PlanCursor | null, now: Date): Promise<boolean> {
    const idle = { planner: null, lastStepAt: now, planFailures: 0, 'obstacles.planning': null };
    return this.change(
      { ...key(campaign), step, state: { $in: underWay } },
      { $set: { cursor: next, planned: next === null, ...idle }, $inc: { step: 1 } },
    );
  }

  /** Stops planning the campaign without having come further: others are planned first. */
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

  /** Stops planning: another planner was faster, or the campaign was stopped. Then what was written late is looked for. */
  async leave(campaign: string, holder: string, now: Date): Promise<void> {
    await this.change({ ...key(campaign), 'planner.holder': holder }, { $set: { planner: null } });
    await this.lookAgain(campaign, now);
  }

  /** Those of these campaigns that may send now. */
  async sending(campaigns: readonly string[], now: Date): Promise<SendingDispatch[]> {
    const _id = { $in: campaigns.map((campaign) => new ObjectId(campaign)) };
    const open = { _id, state: 'OPEN' as const, 'obstacles.leasing.nextTryAt': { $not: { $gt: now } } };
    const found = await this.dispatches.find(open, { user: 1, routes: 1 }).lean();
    return found.map((dispatch) => ({ ...whose(dispatch), routes: dispatch.routes }));
  }

  /** Notes why batches cannot be given out, since when first, and when it is tried again; null: they can. */
  async obstructLeasing(campaign: string, obstacle: Obstacle | null): Promise<void> {
    const since = { $ifNull: ['$obstacles.leasing.since', obstacle?.since] };
    const leasing = obstacle && { ...obstacle, since };
    await this.dispatches.updateOne(key(campaign), [{ $set: { 'obstacles.leasing': leasing } }]);
  }

  /** Those that are paused, or were not long ago. */
  async notOverdue(resumedAfter: Date): Promise<string[]> {
    const notOverdue = [{ state: 'PAUSED' as const }, { resumedAt: { $gt: resumedAfter } }];
    return this.campaigns({ state: { $in: underWay }, $or: notOverdue });
  }

  /** Those with a further run that has not been through all batches yet and is not put off, so many at most. */
  async retrying(now: Date, limit: number): Promise<Retrying[]> {
    const due = { ...isRetried, 'obstacles.planning.nextTryAt': { $not: { $gt: now } } };
    const found = await this.dispatches.find(due).limit(limit).lean();
    return found.map(toDispatch).flatMap(({ retry, ...rest }) => (retry ? [{ ...rest, retry }] : []));
  }

  /** Fixes by which integrations this run goes out, the first time; answers those that are in force. Null: it was stopped. */
  async routeRetry({ campaign, run }: Retrying, routes: Routes): Promise<Routes | null> {
    const retry = { ...key(campaign), run, ...isRetried };
    const fixed = { routes, 'retry.routed': true, 'obstacles.planning': null };
    await this.change({ ...retry, 'retry.routed': false }, { $set: fixed });
    const routed = await this.dispatches.findOne(retry, { routes: 1 }).lean();
    return routed?.routes ?? null;
  }

  /** Notes why the run does not begin, and puts it off, so that it does not keep others from theirs. */
  async putOffRetry({ campaign, run, obstacles }: Retrying, obstacle: Obstacle): Promise<void> {
    const noted = obstacleSince(obstacles.planning, obstacle);
    await this.change({ ...key(campaign), run, ...isRetried }, { $set: { 'obstacles.planning': noted } });
  }

  /** Notes how far the run is; null: it is through. What was put back is cancelled if the campaign was stopped meanwhile. */
  async advanceRetry({ campaign, run, retry }: Retrying, after: string | null, now: Date): Promise<void> {
    const advanced = await this.change(
      { ...key(campaign), run, ...isRetried, 'retry.after': retry.after },
      { $set: after === null ? { retry: null } : { 'retry.after': after } },
    );
    if (!advanced) await this.lookAgain(campaign, now);
  }

  /** Those that are planned to the end and not known to be complete. */
  async toComplete(): Promise<string[]> {
    return this.campaigns({ state: { $in: underWay }, planned: true, retry: null });
  }

  /** Ends a dispatch, together with the event that says so. False: it was ended or stopped meanwhile, or runs again. */
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

  /** Cancelled ones in which something may be left to cancel now. */
  async toCancel(now: Date, limit: number): Promise<string[]> {
    return this.campaigns({ 'cancellation.lookAt': { $lte: now } }, limit);
  }

  /** Notes the end and what it came to, unless it is being planned at this moment; looked at once more later. */
  async cancelled(campaign: string, final: FinalCounts, now: Date): Promise<void> {
    const secondLook = { lookAt: secondLookAt(now), again: true };
    const end = {
      final: { $literal: final },
      finishedAt: { $ifNull: ['$finishedAt', now] },
      cancellation: { $cond: ['$cancellation.again', null, { $literal: secondLook }] },
    };
    const cancelled = { ...key(campaign), cancellation: { $ne: null }, $or: unplanned(now) };
    await this.dispatches.updateOne(cancelled, [{ $set: end }]);
  }

  /** Those whose ledger is to be removed now, none of them being planned right now. */
  async toDelete(now: Date, limit: number): Promise<string[]> {
    return this.campaigns({ ledger: 'DELETING', deleteAt: { $lte: now }, $or: unplanned(now) }, limit);
  }

  /** The ledger is removed: the first time it is looked at again later, the second time it is gone for good. */
  async removed(campaign: string, now: Date): Promise<void> {
    const ledger = { $cond: ['$removedOnce', 'DELETED', 'DELETING'] };
    await this.dispatches.updateOne({ ...key(campaign), ledger: 'DELETING' }, [
      { $set: { ledger, deleteAt: secondLookAt(now), removedOnce: true } },
    ]);
  }

  /** Those that ended before a moment and still have their ledger. */
  async withExpiredLedger(endedBefore: Date, limit: number): Promise<string[]> {
    return this.campaigns({ ledger: 'KEPT', finishedAt: { $lt: endedBefore } }, limit);
  }

  /** Keeps the counts and lets the ledger go, unless it runs again by now. */
  async expireLedger(campaign: string, final: FinalCounts, now: Date): Promise<void> {
    await this.change(
      { ...key(campaign), finishedAt: { $ne: null }, ledger: 'KEPT' },
      { $set: { final, ledger: 'DELETING', deleteAt: now } },
    );
  }

  /**
   * Whoever wrote to a ledger has found that the campaign was stopped meanwhile: a process that was halted in mid-page may
   * come back at any time later. What it wrote is looked for, and ends as the rest did.
   */
  private async lookAgain(campaign: string, now: Date): Promise<void> {
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

  /** False: there is none to which the filter applies. */
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

/** Nobody plans it at this moment. */
const unplanned = (now: Date) => [{ planner: null }, { 'planner.until': { $lt: now } }];

const secondLookAt = (now: Date): Date => new Date(now.getTime() + SECOND_LOOK_MS);

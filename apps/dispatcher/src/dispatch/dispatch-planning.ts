import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import type { PlanCursor } from '../ledger';
import {
  type Dispatch,
  type DispatchDocument,
  type Postponement,
  type Routes,
  DispatchRecord,
  NOT_OPENED,
  change,
  mayBePlanned,
  mayFallBack,
  obstacleSince,
  toDispatch,
  unclaimed,
  underWay,
  key,
} from './dispatch';
import { Dispatches } from './dispatches';

/**
 * The maximum time between reading a page and an erasure for which the page can still be stored after the erasure, as a
 * share of the time until the erasure is repeated. The repetition finds the people in such a page.
 */
const READ_BEFORE = 1 / 2;
/**
 * The interval between recorded erasures, as a share of the time until the erasure is repeated. Each record can make a
 * planner repeat its transaction.
 */
const NOTED_EVERY = 1 / 6;

/** How long a claim waits for a campaign that another planner's transaction has locked (milliseconds). */
const CLAIM_WITHIN_MS = 2_000;

/** The values that are fixed when planning begins. */
type Begun = { routes: Routes } & Pick<Dispatch, 'keyless' | 'priceListId'>;

/** The planning of dispatches: which dispatch is planned next, by which planner, and the progress. */
@Injectable()
export class DispatchPlanning {
  constructor(
    @InjectModel(DispatchRecord.name) private readonly records: Model<DispatchDocument>,
    private readonly dispatches: Dispatches,
  ) {}

  /** Users with dispatches that may have pages to plan. */
  async usersToPlan(): Promise<string[]> {
    const users = await this.records.distinct('user', mayBePlanned);
    return users.map((user) => user.toHexString());
  }

  /**
   * Claims a dispatch of this user for the planner `holder`, until `until`. Selects the least recently planned dispatch
   * that has pages to plan and is neither claimed nor postponed. Returns null if no dispatch matches.
   */
  async claimNext(user: string, holder: string, now: Date, until: Date): Promise<Dispatch | null> {
    const claimed = await this.records.findOneAndUpdate(
      { user: new ObjectId(user), ...toPlan, $or: unclaimed(now) },
      { $set: { planner: { holder, until } } },
      { sort: { lastStepAt: 1 }, returnDocument: 'after', lean: true, maxTimeMS: CLAIM_WITHIN_MS },
    );
    return claimed && toDispatch(claimed);
  }

  /** The time when the first of this user's dispatches may be claimed. Null: no dispatch has pages to plan. */
  async nextPlanningAt(user: string): Promise<Date | null> {
    const first = await this.records
      .findOne({ user: new ObjectId(user), ...toPlan }, { planner: 1 }, { sort: { 'planner.until': 1 } })
      .lean();
    return first && (first.planner?.until ?? new Date(0));
  }

  /**
   * Fixes the routes, the list of prices, the start, and whether the dispatch has delivery keys, once. Returns the fixed
   * values.
   */
  async begin(
    { campaign, groups, audience }: Dispatch,
    { routes, priceListId }: Pick<Begun, 'routes' | 'priceListId'>,
    startedAt: Date,
  ): Promise<Begun> {
    const wanted: Begun = {
      routes,
      ...(priceListId !== undefined && { priceListId }),
      ...(groups.length === 1 && !audience && { keyless: true }),
    };
    const set = { ...wanted, startedAt, ...(priceListId !== undefined && { costsDue: true as const }) };
    if (await change(this.records, { ...key(campaign), routes: null }, { $set: set })) return wanted;
    const begun = await this.records.findById(campaign, { routes: 1, keyless: 1 }).lean();
    if (!begun?.routes) return wanted;
    const { keyless } = begun;
    return { routes: begun.routes, ...(keyless && { keyless }) };
  }

  /**
   * Moves the cursor past a page, and releases the planner's claim. The next page may be planned from `restsUntil` on,
   * or immediately if `restsUntil` is null. This move is the fence in the transaction that stores the page: the first
   * planner moves the cursor, and all other planners store nothing. Returns false if the cursor was moved before, no
   * page is left to plan, or the page was read too long before an erasure and may still contain the erased person.
   */
  async advance(
    { campaign, step }: Dispatch,
    next: PlanCursor | null,
    { now, restsUntil }: { now: Date; restsUntil: Date | null },
    { session, readAt }: { session: ClientSession; readAt: Date },
  ): Promise<boolean> {
    const planner = next && restsUntil && { holder: null, until: restsUntil };
    const idle = { planner, lastStepAt: now, planFailures: 0, 'obstacles.planning': null };
    const isFresh = { pagesReadFrom: { $not: { $gt: readAt } } };
    const { matchedCount } = await this.records.updateOne(
      { ...key(campaign), step, state: { $in: underWay }, ...isFresh },
      { $set: { cursor: next, planned: next === null, ...idle }, $inc: { step: 1 } },
      { session },
    );
    return matchedCount === 1;
  }

  /**
   * Counts a page that continues the campaign on other channels, in the transaction that stores it. Returns false if a
   * planner stored a page of the same step first, the campaign was stopped, or the page was read too long before an
   * erasure.
   */
  async addStep(
    { campaign, step }: Dispatch,
    { session, readAt }: { session: ClientSession; readAt: Date },
  ): Promise<boolean> {
    const isFresh = { pagesReadFrom: { $not: { $gt: readAt } } };
    const { matchedCount } = await this.records.updateOne(
      { ...key(campaign), step, state: 'OPEN', ...isFresh },
      { $inc: { step: 1 } },
      { session },
    );
    return matchedCount === 1;
  }

  /**
   * Records an erasure in a campaign that may be planned. From then on, pages that were read long before are not
   * stored. `repeatsAfterMs`: the minimum time until the erasure is repeated. Returns the dispatch with the stored
   * pages.
   */
  async noteErasure(
    campaign: string,
    { now, repeatsAfterMs }: { now: Date; repeatsAfterMs: number },
  ): Promise<Dispatch | null> {
    const pagesReadFrom = new Date(now.getTime() - repeatsAfterMs * READ_BEFORE);
    const recordedLately = { $gt: new Date(pagesReadFrom.getTime() - repeatsAfterMs * NOTED_EVERY) };
    await change(
      this.records,
      {
        ...key(campaign),
        state: { $in: underWay },
        $or: [{ planned: false }, mayFallBack],
        pagesReadFrom: { $not: recordedLately },
      },
      { $set: { pagesReadFrom } },
    );
    return this.dispatches.find(campaign);
  }

  /** Postpones planning that makes no progress, so that other dispatches are planned first. */
  async postpone(
    { campaign, step, obstacles }: Dispatch,
    holder: string,
    obstacle: Postponement,
  ): Promise<void> {
    const noted = obstacleSince(obstacles.planning, obstacle);
    const idle = { planner: { holder: null, until: obstacle.nextTryAt }, lastStepAt: obstacle.since };
    await change(
      this.records,
      { ...key(campaign), step, 'planner.holder': holder },
      { $set: { ...idle, 'obstacles.planning': noted }, $inc: { planFailures: 1 } },
    );
  }

  /**
   * Releases the planner's claim after another planner moved the cursor, the page was too old, or the campaign was
   * stopped. If it was stopped, schedules another check, because the counters of opens and clicks are written before
   * the page, possibly late.
   */
  async leave(campaign: string, holder: string, now: Date): Promise<void> {
    await change(
      this.records,
      { ...key(campaign), 'planner.holder': holder },
      { $set: { planner: null, lastStepAt: now } },
    );
    await this.dispatches.checkAgain(campaign, now);
  }
}

const toPlan = { ...mayBePlanned, run: { $ne: NOT_OPENED } } as const;

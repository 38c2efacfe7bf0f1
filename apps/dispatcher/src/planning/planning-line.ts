import { Injectable } from '@nestjs/common';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { Dispatch, Obstacle, Routes } from '../dispatches/dispatch';
import { type DispatchDocument, fromDocument } from '../dispatches/dispatch-document';
import type { PlanCursor } from '../ledger/rosters';
import { UNHEARD } from '../steering/steer';
import { lookAgain } from '../winding-up/look-again';

/** A dispatch that is not planned to its end. */
export interface Waiting {
  campaign: string;
  user: string;
  lastStepAt: Date;
  /** Somebody plans it at this moment. */
  busy: boolean;
}

/** A dispatch whose next page is this process's to plan. */
export interface Claimed {
  dispatch: Dispatch;
  /** Tries in a row that planned no page. */
  failures: number;
}

/** The dispatches that wait to be planned, whose turn it is, and how far each has come. */
@Injectable()
export class PlanningLine {
  private readonly collection: Collection<DispatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('dispatches');
  }

  /** All but those that are put off. */
  async waiting(now: Date): Promise<Waiting[]> {
    const due = {
      $or: [{ 'planner.holder': { $ne: null } }, { 'planner.until': { $lt: now } }, { planner: null }],
    };
    const found = await this.collection
      .find({ state: 'OPEN', planned: false, run: { $ne: UNHEARD }, ...due })
      .project<Pick<DispatchDocument, '_id' | 'user' | 'lastStepAt' | 'planner'>>({
        user: 1,
        lastStepAt: 1,
        planner: 1,
      })
      .toArray();
    return found.map(({ _id, user, lastStepAt, planner }) => ({
      campaign: _id.toHexString(),
      user: user.toHexString(),
      lastStepAt,
      busy: planner !== null && planner.until >= now,
    }));
  }

  /** Makes `holder` the planner until `until`. Null: somebody else was faster, or there is nothing to plan any more. */
  async claim(campaign: string, holder: string, now: Date, until: Date): Promise<Claimed | null> {
    const claimed = await this.collection.findOneAndUpdate(
      {
        _id: new ObjectId(campaign),
        state: 'OPEN',
        planned: false,
        run: { $ne: UNHEARD },
        $or: [{ planner: null }, { 'planner.until': { $lt: now } }],
      },
      { $set: { planner: { holder, until } } },
      { returnDocument: 'after' },
    );
    return claimed && { dispatch: fromDocument(claimed), failures: claimed.planFailures };
  }

  /** Fixes the routes and the start, the first time. Answers the routes that are in force. */
  async begin(campaign: string, routes: Routes, startedAt: Date): Promise<Routes> {
    const _id = new ObjectId(campaign);
    const { matchedCount } = await this.collection.updateOne(
      { _id, routes: null },
      { $set: { routes, startedAt } },
    );
    if (matchedCount === 1) return routes;
    const begun = await this.collection.findOne({ _id }, { projection: { routes: 1 } });
    return begun?.routes ?? routes;
  }

  /**
   * Moves the cursor behind a page and gives the turn away. The page is the fence: whoever is first moves the cursor, and
   * all others wrote the same. False: it was moved before, or there is nothing to plan any more.
   */
  async advance({ campaign, step }: Dispatch, next: PlanCursor | null, now: Date): Promise<boolean> {
    const { modifiedCount } = await this.collection.updateOne(
      { _id: new ObjectId(campaign), step, state: { $in: ['OPEN', 'PAUSED'] } },
      {
        $set: {
          cursor: next,
          planned: next === null,
          planner: null,
          lastStepAt: now,
          planFailures: 0,
          'obstacles.planning': null,
        },
        $inc: { step: 1 },
      },
    );
    return modifiedCount === 1;
  }

  /** Gives the turn away without having come further, and goes to the end of the line. */
  async putOff(
    { campaign, step, obstacles }: Dispatch,
    holder: string,
    now: Date,
    obstacle: { reason: string; nextTryAt: Date },
  ): Promise<void> {
    const { reason, nextTryAt } = obstacle;
    const since = obstacles.planning?.reason === reason ? obstacles.planning.since : now;
    const noted: Obstacle = { reason, since, nextTryAt };
    await this.collection.updateOne(
      { _id: new ObjectId(campaign), step, 'planner.holder': holder },
      {
        $set: {
          planner: { holder: null, until: nextTryAt },
          lastStepAt: now,
          'obstacles.planning': noted,
        },
        $inc: { planFailures: 1 },
      },
    );
  }

  /** Gives the turn away: somebody else was faster, or it was stopped. Then what was written late is looked for. */
  async leave(campaign: string, holder: string, now: Date): Promise<void> {
    const _id = new ObjectId(campaign);
    await this.collection.updateOne({ _id, 'planner.holder': holder }, { $set: { planner: null } });
    await lookAgain(this.collection, _id, now);
  }
}

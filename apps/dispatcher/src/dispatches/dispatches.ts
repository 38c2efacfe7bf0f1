import { Injectable } from '@nestjs/common';
import { newId } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { type Collection, ObjectId, type UpdateFilter } from 'mongodb';
import type { PlanCursor } from '../ledger/rosters';
import type { CompletedEvent, Dispatch, FinalCounts, Routes } from './dispatch';

interface DispatchDocument extends Omit<Dispatch, 'campaign' | 'user' | 'groups'> {
  _id: ObjectId;
  user: ObjectId;
  groups: ObjectId[];
  /** The planner that is at it, on database time. */
  planner: { holder: string; until: Date } | null;
  lastStepAt: Date;
  counts: FinalCounts | null;
  pending: CompletedEvent[];
  /** A deleted campaign's ledger is removed once nothing of it is in a hand. */
  purge: boolean;
}

const indexes = [
  { key: { state: 1, planned: 1 }, partialFilterExpression: { state: { $in: ['OPEN', 'PAUSED'] } } },
  { key: { purge: 1 }, partialFilterExpression: { purge: true } },
  { key: { 'pending.id': 1 }, partialFilterExpression: { 'pending.id': { $exists: true } } },
];

/** What the leader needs to choose who is next. */
export interface OpenDispatch {
  campaign: string;
  user: string;
}

/** Who may be planned next. */
export interface Plannable {
  campaign: string;
  user: string;
  lastStepAt: Date;
}

@Injectable()
export class Dispatches {
  private readonly collection: Collection<DispatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('dispatches', indexes);
  }

  /** Opens a dispatch. False: there is one already, or a stop of this campaign came first. */
  async open(dispatch: Dispatch): Promise<boolean> {
    try {
      await this.collection.insertOne(toDocument(dispatch));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Cancels for good. Of a campaign never heard of it leaves a tombstone, so that a late order cannot wake it. */
  async stop(campaign: string, user: string, rev: number): Promise<void> {
    const update: UpdateFilter<DispatchDocument> = { $set: { state: 'CANCELLED', rev, purge: true } };
    const { matchedCount } = await this.collection.updateOne(
      { _id: new ObjectId(campaign), rev: { $lt: rev } },
      update,
    );
    if (matchedCount > 0) return;
    await this.open({
      campaign,
      user,
      rev,
      run: 0,
      plan: 'FREE',
      state: 'CANCELLED',
      routes: null,
      groups: [],
      cursor: null,
      step: 0,
      planned: true,
      plannerFence: 0,
      publishedAt: new Date(0),
      startedAt: null,
      finishedAt: null,
    });
  }

  async find(campaign: string): Promise<(Dispatch & { counts: FinalCounts | null }) | null> {
    const document = await this.collection.findOne({ _id: new ObjectId(campaign) });
    return document && { ...fromDocument(document), counts: document.counts };
  }

  /** Dispatches that may send, oldest first. */
  async sending(): Promise<OpenDispatch[]> {
    const found = await this.collection
      .find({ state: 'OPEN' }, { projection: { user: 1 } })
      .sort({ _id: 1 })
      .toArray();
    return found.map(({ _id, user }) => ({ campaign: _id.toHexString(), user: user.toHexString() }));
  }

  /** Dispatches that are not planned to the end and that no planner is at. */
  async plannable(now: Date): Promise<Plannable[]> {
    const filter = {
      state: 'OPEN' as const,
      planned: false,
      $or: [{ planner: null }, { 'planner.until': { $lt: now } }],
    };
    const found = await this.collection.find(filter, { projection: { user: 1, lastStepAt: 1 } }).toArray();
    return found.map(({ _id, user, lastStepAt }) => ({
      campaign: _id.toHexString(),
      user: user.toHexString(),
      lastStepAt,
    }));
  }

  /** Makes `holder` the planner until `until`. Null: somebody else was faster, or there is nothing to plan any more. */
  async claimPlanning(campaign: string, holder: string, now: Date, until: Date): Promise<Dispatch | null> {
    const claimed = await this.collection.findOneAndUpdate(
      {
        _id: new ObjectId(campaign),
        state: 'OPEN',
        planned: false,
        $or: [{ planner: null }, { 'planner.until': { $lt: now } }],
      },
      { $set: { planner: { holder, until } }, $inc: { plannerFence: 1 } },
      { returnDocument: 'after' },
    );
    return claimed && fromDocument(claimed);
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

  /** Moves the cursor behind a page and gives the turn away. False: this planner is not the one any more. */
  async advance(dispatch: Dispatch, next: PlanCursor | null, now: Date): Promise<boolean> {
    const { modifiedCount } = await this.collection.updateOne(
      {
        _id: new ObjectId(dispatch.campaign),
        plannerFence: dispatch.plannerFence,
        step: dispatch.step,
        state: 'OPEN',
      },
      { $set: { cursor: next, planned: next === null, planner: null, lastStepAt: now }, $inc: { step: 1 } },
    );
    return modifiedCount === 1;
  }

  /** Gives the turn away without having come further, and goes to the end of the line. */
  async yieldPlanning(dispatch: Dispatch, now: Date): Promise<void> {
    await this.collection.updateOne(
      { _id: new ObjectId(dispatch.campaign), plannerFence: dispatch.plannerFence },
      { $set: { planner: null, lastStepAt: now } },
    );
  }

  /** Campaigns that are planned to the end and not known to be complete. */
  async toComplete(): Promise<string[]> {
    return this.campaigns({ state: 'OPEN', planned: true });
  }

  /** Ends a dispatch, together with the event that says so. False: it was ended, paused or stopped meanwhile. */
  async complete(campaign: string, run: number, counts: FinalCounts, finishedAt: Date): Promise<boolean> {
    const event: CompletedEvent = { id: newId(), type: 'campaign.completed', run, finishedAt };
    const { modifiedCount } = await this.collection.updateOne(
      { _id: new ObjectId(campaign), state: 'OPEN', run, planned: true },
      { $set: { state: 'DONE', counts, finishedAt }, $push: { pending: event } },
    );
    return modifiedCount === 1;
  }

  async pending(limit: number): Promise<{ campaign: string; events: CompletedEvent[] }[]> {
    const filter = { 'pending.id': { $exists: true } };
    const found = await this.collection.find(filter, { projection: { pending: 1 }, limit }).toArray();
    return found.map(({ _id, pending }) => ({ campaign: _id.toHexString(), events: pending }));
  }

  async clearPending(campaign: string, ids: string[]): Promise<void> {
    await this.collection.updateOne(
      { _id: new ObjectId(campaign) },
      { $pull: { pending: { id: { $in: ids } } } },
    );
  }

  /** Stopped campaigns whose ledger is to be wound up, none of them being planned right now. */
  async toPurge(now: Date): Promise<string[]> {
    return this.campaigns({ purge: true, $or: [{ planner: null }, { 'planner.until': { $lt: now } }] });
  }

  async purged(campaign: string): Promise<void> {
    await this.collection.updateOne({ _id: new ObjectId(campaign) }, { $set: { purge: false } });
  }

  async usesIntegration(integration: string): Promise<boolean> {
    const routes = ['EMAIL', 'WHATSAPP', 'SMS'].map((channel) => ({
      [`routes.${channel}.integrationId`]: integration,
    }));
    const found = await this.collection.findOne(
      { state: { $in: ['OPEN', 'PAUSED'] }, $or: routes },
      { projection: { _id: 1 } },
    );
    return found !== null;
  }

  private async campaigns(filter: object): Promise<string[]> {
    const found = await this.collection.find(filter, { projection: { _id: 1 }, limit: 1000 }).toArray();
    return found.map(({ _id }) => _id.toHexString());
  }
}

function toDocument({ campaign, user, groups, ...rest }: Dispatch): DispatchDocument {
  return {
    _id: new ObjectId(campaign),
    ...rest,
    user: new ObjectId(user),
    groups: groups.map((group) => new ObjectId(group)),
    planner: null,
    lastStepAt: new Date(0),
    counts: null,
    pending: [],
    purge: false,
  };
}

function fromDocument(document: DispatchDocument): Dispatch {
  const {
    _id,
    user,
    groups,
    planner: _planner,
    lastStepAt: _at,
    counts: _counts,
    pending: _pending,
    purge: _purge,
    ...rest
  } = document;
  return {
    ...rest,
    campaign: _id.toHexString(),
    user: user.toHexString(),
    groups: groups.map((group) => group.toHexString()),
  };
}

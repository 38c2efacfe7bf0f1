import { Injectable } from '@nestjs/common';
import { newId } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { Dispatch, DispatchState, FinalCounts, Obstacle, Routes } from './dispatch';
import { type CompletedEvent, type DispatchDocument, fromDocument, toDocument } from './dispatch-document';

const indexes = [
  { key: { state: 1, planned: 1 }, partialFilterExpression: { state: { $in: ['OPEN', 'PAUSED'] } } },
  { key: { 'pending.id': 1 }, partialFilterExpression: { 'pending.id': { $exists: true } } },
  { key: { leaveAt: 1 }, partialFilterExpression: { ledger: 'LEAVING' } },
  { key: { finishedAt: 1 }, partialFilterExpression: { state: 'DONE' } },
];

/** A dispatch that may send. */
export interface SendingDispatch {
  campaign: string;
  user: string;
  routes: Routes | null;
}

/** The sendings of campaigns: opened, stopped, completed. Planning has a door of its own, see PlanningLine. */
@Injectable()
export class Dispatches {
  private readonly collection: Collection<DispatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('dispatches', indexes);
  }

  /** Opens a dispatch, unless there is one already, or a stop of this campaign came first. */
  async open(dispatch: Dispatch): Promise<'opened' | 'known' | 'stopped'> {
    const document = toDocument(dispatch);
    if (await this.insert(document)) return 'opened';
    const kept = await this.collection.findOne(
      { _id: document._id, ledger: 'KEPT' },
      { projection: { _id: 1 } },
    );
    return kept ? 'known' : 'stopped';
  }

  /** Cancels for good. Of a campaign never heard of it leaves a tombstone, so that a late order cannot wake it. */
  async stop(campaign: string, user: string, rev: number, now: Date): Promise<void> {
    const stopped = { state: 'CANCELLED' as const, rev, ledger: 'LEAVING' as const, leaveAt: now };
    const newer = { _id: new ObjectId(campaign), rev: { $lt: rev } };
    const { matchedCount } = await this.collection.updateOne(newer, { $set: stopped });
    if (matchedCount > 0 || (await this.insert({ ...toDocument(unknown(campaign, user)), ...stopped })))
      return;
    // The order was opened between the two.
    await this.collection.updateOne(newer, { $set: stopped });
  }

  /** Pauses or resumes, unless something newer was heard. */
  async turn(campaign: string, rev: number, from: DispatchState, to: DispatchState): Promise<void> {
    await this.collection.updateOne(
      { _id: new ObjectId(campaign), rev: { $lt: rev }, state: from },
      { $set: { state: to, rev } },
    );
  }

  /** A further run of a dispatch that is done. */
  async rerun(campaign: string, rev: number, run: number): Promise<void> {
    await this.collection.updateOne(
      { _id: new ObjectId(campaign), rev: { $lt: rev }, run: { $lt: run }, state: 'DONE', ledger: 'KEPT' },
      { $set: { state: 'OPEN', rev, run, finishedAt: null } },
    );
  }

  async find(campaign: string): Promise<Dispatch | null> {
    const document = await this.collection.findOne({ _id: new ObjectId(campaign) });
    return document && fromDocument(document);
  }

  /** Those of these campaigns that may send now. */
  async sending(campaigns: readonly string[], now: Date): Promise<SendingDispatch[]> {
    const ids = campaigns.map((campaign) => new ObjectId(campaign));
    const found = await this.collection
      .find({ _id: { $in: ids }, state: 'OPEN', 'obstacles.taking.nextTryAt': { $not: { $gt: now } } })
      .project<Pick<DispatchDocument, '_id' | 'user' | 'routes'>>({ user: 1, routes: 1 })
      .toArray();
    return found.map(({ _id, user, routes }) => ({
      campaign: _id.toHexString(),
      user: user.toHexString(),
      routes,
    }));
  }

  /** Notes why batches cannot be handed out, since when first, and when it is tried again; null: they can. */
  async obstructTaking(campaign: string, obstacle: Obstacle | null): Promise<void> {
    const _id = new ObjectId(campaign);
    if (obstacle === null) {
      await this.collection.updateOne({ _id }, { $set: { 'obstacles.taking': null } });
      return;
    }
    const since = { $ifNull: ['$obstacles.taking.since', obstacle.since] };
    await this.collection.updateOne({ _id }, [{ $set: { 'obstacles.taking': { ...obstacle, since } } }]);
  }

  /** Campaigns that are planned to the end and not known to be complete. */
  async toComplete(): Promise<string[]> {
    const found = await this.collection
      .find({ state: 'OPEN', planned: true })
      .project<{ _id: ObjectId }>({ _id: 1 })
      .toArray();
    return found.map(({ _id }) => _id.toHexString());
  }

  /** Ends a dispatch, together with the event that says so. False: it was ended, paused or stopped meanwhile. */
  async complete(campaign: string, run: number, final: FinalCounts, finishedAt: Date): Promise<boolean> {
    const event: CompletedEvent = { id: newId(), type: 'campaign.completed', run, finishedAt };
    const { modifiedCount } = await this.collection.updateOne(
      { _id: new ObjectId(campaign), state: 'OPEN', run, planned: true },
      { $set: { state: 'DONE', final, finishedAt }, $push: { pending: event } },
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

  private async insert(document: DispatchDocument): Promise<boolean> {
    try {
      await this.collection.insertOne(document);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}

/** What is known of a campaign whose order was never seen. */
function unknown(campaign: string, user: string): Dispatch {
  return {
    campaign,
    user,
    rev: 0,
    run: 0,
    plan: 'FREE',
    state: 'CANCELLED',
    routes: null,
    groups: [],
    cursor: null,
    step: 0,
    planned: true,
    obstacles: { planning: null, taking: null },
    publishedAt: new Date(0),
    startedAt: null,
    finishedAt: null,
  };
}

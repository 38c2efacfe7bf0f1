import { Injectable } from '@nestjs/common';
import { newId, channels } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { Dispatch, FinalCounts, Obstacle, Routes } from './dispatch';
import { type CompletedEvent, type DispatchDocument, fromDocument } from './dispatch-document';

const indexes = [
  { key: { state: 1, planned: 1 }, partialFilterExpression: { state: { $in: ['OPEN', 'PAUSED'] } } },
  { key: { 'pending.id': 1 }, partialFilterExpression: { 'pending.id': { $exists: true } } },
  { key: { leaveAt: 1 }, partialFilterExpression: { ledger: 'LEAVING' } },
  { key: { 'stop.lookAt': 1 }, partialFilterExpression: { 'stop.lookAt': { $exists: true } } },
  { name: 'ended', key: { finishedAt: 1 }, partialFilterExpression: { ledger: 'KEPT' } },
];

/** A dispatch that may send. */
export interface SendingDispatch {
  campaign: string;
  user: string;
  routes: Routes | null;
}

/** The sendings of campaigns. Planning, steering and winding up have doors of their own. */
@Injectable()
export class Dispatches {
  private readonly collection: Collection<DispatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('dispatches', indexes);
  }

  async find(campaign: string): Promise<Dispatch | null> {
    const document = await this.collection.findOne({ _id: new ObjectId(campaign) });
    return document && fromDocument(document);
  }

  /** Whether it is neither paused nor stopped nor at its end. */
  async isOpen(campaign: string): Promise<boolean> {
    const open = { _id: new ObjectId(campaign), state: 'OPEN' as const };
    return (await this.collection.findOne(open, { projection: { _id: 1 } })) !== null;
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

  /** Campaigns that are paused, or were not long ago. */
  async patient(resumedAfter: Date): Promise<string[]> {
    const found = await this.collection
      .find({
        state: { $in: ['OPEN', 'PAUSED'] },
        $or: [{ state: 'PAUSED' }, { resumedAt: { $gt: resumedAfter } }],
      })
      .project<{ _id: ObjectId }>({ _id: 1 })
      .toArray();
    return found.map(({ _id }) => _id.toHexString());
  }

  /** Campaigns that are planned to the end and not known to be complete. */
  async toComplete(): Promise<string[]> {
    const found = await this.collection
      .find({ state: { $in: ['OPEN', 'PAUSED'] }, planned: true, retry: null })
      .project<{ _id: ObjectId }>({ _id: 1 })
      .toArray();
    return found.map(({ _id }) => _id.toHexString());
  }

  /** Ends a dispatch, together with the event that says so. False: it was ended or stopped meanwhile, or runs again. */
  async complete(campaign: string, run: number, final: FinalCounts, finishedAt: Date): Promise<boolean> {
    const event: CompletedEvent = { id: newId(), type: 'campaign.completed', run, finishedAt };
    const { modifiedCount } = await this.collection.updateOne(
      { _id: new ObjectId(campaign), state: { $in: ['OPEN', 'PAUSED'] }, run, planned: true, retry: null },
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
    const routes = channels.map((channel) => ({
      [`routes.${channel}.integrationId`]: integration,
    }));
    const found = await this.collection.findOne(
      { state: { $in: ['OPEN', 'PAUSED'] }, $or: routes },
      { projection: { _id: 1 } },
    );
    return found !== null;
  }
}

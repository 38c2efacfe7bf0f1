import { Injectable } from '@nestjs/common';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { Dispatch, Obstacle, Retry, Routes } from '../dispatches/dispatch';
import { type DispatchDocument, fromDocument } from '../dispatches/dispatch-document';
import { lookAgain } from '../winding-up/look-again';

const underWay = { 'retry.routed': { $exists: true } };
const indexes = [{ key: { 'retry.routed': 1 }, partialFilterExpression: underWay }];

/** When a run is tried again that could not begin (milliseconds). */
const PUT_OFF_MS = 3_000;

/** A dispatch in which it is being looked up whom its run is for. */
export type Retrying = Dispatch & { retry: Retry };

/** The dispatches with a further run that has not been through all batches yet, and how far each is. */
@Injectable()
export class RetryWalks {
  private readonly collection: Collection<DispatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('dispatches', indexes);
  }

  /** All but those that are put off, so many at most. */
  async underWay(now: Date, limit: number): Promise<Retrying[]> {
    const due = { 'obstacles.planning.nextTryAt': { $not: { $gt: now } } };
    const found = await this.collection
      .find({ ...underWay, ...due })
      .limit(limit)
      .toArray();
    return found.map(fromDocument).flatMap(({ retry, ...rest }) => (retry ? [{ ...rest, retry }] : []));
  }

  /** Fixes by which integrations this run goes out, the first time; answers those that are in force. Null: it was stopped. */
  async fixRoutes({ campaign, run }: Retrying, routes: Routes): Promise<Routes | null> {
    const walk = { _id: new ObjectId(campaign), run, ...underWay };
    await this.collection.updateOne(
      { ...walk, 'retry.routed': false },
      { $set: { routes, 'retry.routed': true, 'obstacles.planning': null } },
    );
    const fixed = await this.collection.findOne(walk, { projection: { routes: 1 } });
    return fixed?.routes ?? null;
  }

  /** Notes why it does not begin, and puts it off, so that it does not keep others from theirs. */
  async putOff({ campaign, run, obstacles }: Retrying, reason: string, now: Date): Promise<void> {
    const since = obstacles.planning?.reason === reason ? obstacles.planning.since : now;
    const noted: Obstacle = { reason, since, nextTryAt: new Date(now.getTime() + PUT_OFF_MS) };
    await this.collection.updateOne(
      { _id: new ObjectId(campaign), run, ...underWay },
      { $set: { 'obstacles.planning': noted } },
    );
  }

  /** Notes how far it is; null: it is through. Of a campaign that was stopped meanwhile, what was put back is cancelled. */
  async advance({ campaign, run, retry }: Retrying, after: string | null, now: Date): Promise<void> {
    const _id = new ObjectId(campaign);
    const { matchedCount } = await this.collection.updateOne(
      { _id, run, ...underWay, 'retry.after': retry.after },
      { $set: after === null ? { retry: null } : { 'retry.after': after } },
    );
    if (matchedCount === 0) await lookAgain(this.collection, _id, now);
  }
}

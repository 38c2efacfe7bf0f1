import { Injectable } from '@nestjs/common';
import { newId } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import type { Collection } from 'mongodb';

/** The one barrier that is under way, or has passed. */
export interface Barrier {
  id: string;
  /** What was abandoned before this moment may be swept behind the barrier. */
  setAt: Date;
  /** When it came out of the settlement queue; null: it is still in there. */
  passedAt: Date | null;
}

type BarrierDocument = Barrier & { _id: 'barrier' };

/** The record of the barrier, so that a new leader goes on with the one of its predecessor. */
@Injectable()
export class Barriers {
  private readonly collection: Collection<BarrierDocument>;

  constructor(database: Database) {
    this.collection = database.collection('leases');
  }

  async current(): Promise<Barrier | null> {
    return this.collection.findOne({ _id: 'barrier' });
  }

  async set(setAt: Date): Promise<Barrier> {
    const barrier = { id: newId(), setAt, passedAt: null };
    await this.collection.replaceOne({ _id: 'barrier' }, barrier, { upsert: true });
    return barrier;
  }

  async pass(id: string, passedAt: Date): Promise<void> {
    await this.collection.updateOne({ _id: 'barrier', id, passedAt: null }, { $set: { passedAt } });
  }

  async clear(id: string): Promise<void> {
    await this.collection.deleteOne({ _id: 'barrier', id });
  }
}

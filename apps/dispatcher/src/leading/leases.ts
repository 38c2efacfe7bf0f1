import { Injectable } from '@nestjs/common';
import { type Plain, collection } from '@carillon/platform';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

/** The one barrier that is under way, or has passed. */
export interface Barrier {
  id: string;
  /** What was abandoned before this moment may be swept behind the barrier. */
  setAt: Date;
  /** When it came out of the settlement queue; null: it is still in there. */
  passedAt: Date | null;
}

/** Two documents: the leader's lease, and the barrier of whoever leads. */
@Schema(collection('leases'))
export class LeaseRecord {
  @Prop({ type: String }) readonly _id!: 'leader' | 'barrier';
  /** Of the lease, by the database's clock. */
  @Prop({ type: String }) holder?: string;
  @Prop({ type: Date }) until?: Date;
  /** Of the barrier. */
  @Prop({ type: String }) id?: string;
  @Prop({ type: Date }) setAt?: Date;
  @Prop({ type: Date }) passedAt?: Date | null;
}

export const LeaseSchema = SchemaFactory.createForClass(LeaseRecord);

const leader = { _id: 'leader' } as const;
const barrier = { _id: 'barrier' } as const;
const free = () => ({ holder: '', until: new Date(0) });

/** Who leads, and the barrier, so that a new leader goes on with the one of its predecessor. */
@Injectable()
export class Leases {
  constructor(@InjectModel(LeaseRecord.name) private readonly leases: Model<Plain<LeaseRecord>>) {}

  /** The lease is `holder`'s for so long from now on; false: somebody else has it, or there is none yet. */
  async extend(holder: string, milliseconds: number): Promise<boolean> {
    const { matchedCount } = await this.leases.updateOne(
      { ...leader, $or: [{ holder }, { $expr: { $lt: ['$until', '$$NOW'] } }] },
      [{ $set: { holder, until: { $add: ['$$NOW', milliseconds] } } }],
    );
    return matchedCount > 0;
  }

  /** There is a lease from now on. */
  async begin(): Promise<void> {
    await this.leases.updateOne(leader, { $setOnInsert: free() }, { upsert: true });
  }

  async giveBack(holder: string): Promise<void> {
    await this.leases.updateOne({ ...leader, holder }, { $set: free() });
  }

  barrier(): Promise<Barrier | null> {
    return this.leases.findOne(barrier).lean<Barrier>().exec();
  }

  async setBarrier(set: Barrier): Promise<void> {
    await this.leases.updateOne(barrier, { $set: set }, { upsert: true });
  }

  async passBarrier(id: string, passedAt: Date): Promise<void> {
    await this.leases.updateOne({ ...barrier, id, passedAt: null }, { $set: { passedAt } });
  }

  async clearBarrier(id: string): Promise<void> {
    await this.leases.deleteOne({ ...barrier, id });
  }
}

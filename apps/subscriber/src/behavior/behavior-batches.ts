import { Buffer } from 'node:buffer';
import { type Plain, collection, insertMissing } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';

const DAY_MS = 24 * 3_600_000;
/** Most events of a batch follow within some days. For a later event, the people are looked up again. */
const KEPT_MS = 30 * DAY_MS;
const BYTES = 4;

/** The numbers of the recipients of a batch, by position, so that they are looked up once. */
@Schema(collection('behaviorBatches'))
export class BehaviorBatchRecord {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Types.ObjectId }) user!: ObjectId;
  /** 32 bits each. 0: nobody. */
  @Prop({ type: Buffer }) numbers!: Buffer;
  @Prop({ type: Date }) expiresAt!: Date;
}

export const BehaviorBatchSchema = SchemaFactory.createForClass(BehaviorBatchRecord)
  .index({ user: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The recipients of batches that are being followed. */
@Injectable()
export class BehaviorBatches {
  constructor(
    @InjectModel(BehaviorBatchRecord.name) private readonly batches: Model<Plain<BehaviorBatchRecord>>,
  ) {}

  /** The numbers by batch. Unknown batches are absent. */
  async find(ids: readonly string[]): Promise<Map<string, number[]>> {
    const found = await this.batches.collection
      .find<Plain<BehaviorBatchRecord>>({ _id: { $in: [...ids] } as never }, { promoteBuffers: true })
      .toArray();
    return new Map(found.map(({ _id, numbers }) => [_id, unpacked(numbers)]));
  }

  async keep(userId: string, batches: ReadonlyMap<string, readonly number[]>, now: Date): Promise<void> {
    const expiresAt = new Date(now.getTime() + KEPT_MS);
    const user = new ObjectId(userId);
    const documents = [...batches].map(([_id, numbers]) => ({
      _id,
      user,
      numbers: packed(numbers),
      expiresAt,
    }));
    await insertMissing(this.batches, documents);
  }

  async removeCampaign(userId: string, campaignId: string): Promise<void> {
    const ofCampaign = { $gt: `${campaignId}-`, $lt: `${campaignId}.` };
    await this.batches.deleteMany({ _id: ofCampaign, user: new ObjectId(userId) });
  }

  async removeAll(userId: string): Promise<void> {
    await this.batches.deleteMany({ user: new ObjectId(userId) });
  }
}

function packed(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * BYTES);
  for (const [position, number] of numbers.entries()) bytes.writeUInt32LE(number, position * BYTES);
  return bytes;
}

function unpacked(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / BYTES }, (_, position) => bytes.readUInt32LE(position * BYTES));
}

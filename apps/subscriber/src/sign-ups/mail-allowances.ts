import { type Plain, collection, isDuplicateKey } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';

/** The emails to one address within a day, for all forms of a user, and the pause between two for one form. */
const MOST_PER_DAY = 3;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The latest sign-ups of an address, oldest first. */
@Schema(collection('signUpAllowances'))
export class SignUpAllowanceRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) address!: string;
  @Prop({ type: [Object] }) requests!: { formId: ObjectId; at: Date }[];
  @Prop({ type: Date }) at!: Date;
}

export const SignUpAllowanceSchema = SchemaFactory.createForClass(SignUpAllowanceRecord)
  .index({ userId: 1, address: 1 }, { unique: true })
  .index({ at: 1 }, { expireAfterSeconds: DAY_MS / 1_000 });

/** Limits the emails that strangers can cause to an address: one per hour and form, and three per day. */
@Injectable()
export class MailAllowances {
  constructor(
    @InjectModel(SignUpAllowanceRecord.name)
    private readonly allowances: Model<Plain<SignUpAllowanceRecord>>,
  ) {}

  /** Counts a sign-up. Returns false if the address gets no further email yet. */
  async take(userId: string, address: string, formId: string, now: Date): Promise<boolean> {
    const form = new ObjectId(formId);
    const before = (ms: number) => new Date(now.getTime() - ms);
    const oldest = `requests.${MOST_PER_DAY - 1}`;
    const filter = {
      userId: new ObjectId(userId),
      address,
      $or: [{ [oldest]: { $exists: false } }, { 'requests.0.at': { $lte: before(DAY_MS) } }],
      requests: { $not: { $elemMatch: { formId: form, at: { $gt: before(HOUR_MS) } } } },
    };
    const request = { formId: form, at: now };
    const update = {
      $push: { requests: { $each: [request], $slice: -MOST_PER_DAY } },
      $set: { at: now },
    };
    try {
      // If the limit is reached, the filter does not match, and the insert fails on the existing document.
      await this.allowances.collection.updateOne(filter, update as never, { upsert: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async erase(userId: string, address: string): Promise<void> {
    await this.allowances.deleteOne({ userId: new ObjectId(userId), address });
  }

  async removeAll(userId: string): Promise<void> {
    await this.allowances.deleteMany({ userId: new ObjectId(userId) });
  }
}

import { AppError } from '@carillon/contracts';
import { type Plain, collection, isDuplicateKey } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';

const TEST_SENDS = 10;
const WITHIN_MS = 60_000;
const KEPT_S = 3_600;

/** The times of a user's latest test sends, oldest first. */
@Schema(collection('testSendAllowances'))
export class TestSendAllowanceRecord {
  readonly _id!: ObjectId;
  @Prop({ type: [Date] }) times!: Date[];
  @Prop({ type: Date }) at!: Date;
}

export const TestSendAllowanceSchema = SchemaFactory.createForClass(TestSendAllowanceRecord).index(
  { at: 1 },
  { expireAfterSeconds: KEPT_S },
);

/** Limits a user to ten test sends in any minute, because a test send may go to any address. */
@Injectable()
export class TestSendAllowances {
  constructor(
    @InjectModel(TestSendAllowanceRecord.name)
    private readonly allowances: Model<Plain<TestSendAllowanceRecord>>,
    private readonly clock: Clock,
  ) {}

  /** Counts one test send. @throws AppError rate_limited with extra.retryAfter in seconds */
  async take(userId: string): Promise<void> {
    const now = this.clock.now();
    while (!(await this.tryToTake(userId, now))) {
      const freeAt = await this.freeAt(userId);
      // The limit is not reached: two first test sends of the user were concurrent, and one of them inserted the
      // document.
      if (freeAt > now.getTime()) throw refusal(freeAt - now.getTime());
    }
  }

  async remove(userId: string): Promise<void> {
    await this.allowances.deleteOne({ _id: new ObjectId(userId) });
  }

  /**
   * Returns false if the limit is reached, or if another request inserted the user's first document in the meantime.
   */
  private async tryToTake(userId: string, now: Date): Promise<boolean> {
    const longAgo = { $lte: new Date(now.getTime() - WITHIN_MS) };
    const room = [{ [`times.${TEST_SENDS - 1}`]: { $exists: false } }, { 'times.0': longAgo }];
    try {
      // If the limit is reached, the filter does not match, and the insert fails on the existing document.
      await this.allowances.updateOne(
        { _id: new ObjectId(userId), $or: room },
        { $push: { times: { $each: [now], $slice: -TEST_SENDS } }, $set: { at: now } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** The time when another test send is allowed, in milliseconds since 1970. 0: now. */
  private async freeAt(userId: string): Promise<number> {
    const { times = [] } = (await this.allowances.findById(userId).lean()) ?? {};
    const [oldest] = times;
    return oldest && times.length >= TEST_SENDS ? oldest.getTime() + WITHIN_MS : 0;
  }
}

function refusal(waitMs: number): AppError {
  const detail = `At most ${TEST_SENDS} tests can be sent per minute`;
  return new AppError('rate_limited', detail, [], { retryAfter: String(Math.ceil(waitMs / 1_000)) });
}

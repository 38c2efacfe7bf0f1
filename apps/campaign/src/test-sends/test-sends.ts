import type { Channel, TestSendState } from '@carillon/contracts';
import { type Plain, collection, isDuplicateKey, owned } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';

/** QUEUED: no worker has begun; SENDING: a worker has begun and not reported the result. */
type Progress = 'QUEUED' | 'SENDING' | TestSendState;

/** How long a test send is stored: the time in which its request may be repeated, plus a day (seconds). */
const KEPT_S = 2 * 86_400;

@Schema(collection('testSends'))
export class TestSendRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Types.ObjectId }) campaignId!: ObjectId;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) state!: Progress;
  /** The ID of the request that a worker may start. Null: no request waits. */
  @Prop({ type: String }) turn!: string | null;
  @Prop({ type: Date }) at!: Date;
}

type TestSendDocument = Plain<TestSendRecord>;

export const TestSendSchema = SchemaFactory.createForClass(TestSendRecord)
  .index({ at: 1 }, { expireAfterSeconds: KEPT_S })
  .index({ userId: 1 });

export interface NewTestSend {
  testSendId: string;
  userId: string;
  campaignId: string;
  channel: Channel;
}

/**
 * Test sends: each is one message to one address. Their state survives a crash of a worker, so that each test send is
 * sent at most once.
 */
@Injectable()
export class TestSends {
  constructor(
    @InjectModel(TestSendRecord.name) private readonly testSends: Model<TestSendDocument>,
    private readonly clock: Clock,
  ) {}

  /** The state of a test send. Null if no test send has this ID. */
  async progressOf(testSendId: string, userId: string): Promise<Progress | null> {
    const found = await this.testSends.findOne(owned(userId, testSendId), { _id: 0, state: 1 }).lean();
    return found?.state ?? null;
  }

  /** Stores this turn, and replaces an earlier one. Returns false if a worker has already begun. */
  async open({ testSendId, userId, campaignId, channel }: NewTestSend, turn: string): Promise<boolean> {
    const about = { userId: new ObjectId(userId), campaignId: new ObjectId(campaignId), channel };
    try {
      await this.testSends.updateOne(
        { _id: new ObjectId(testSendId), state: 'QUEUED' },
        { $set: { turn }, $setOnInsert: { ...about, at: this.clock.now() } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Removes the test sends of a deleted user. */
  async removeAll(userId: string): Promise<void> {
    await this.testSends.deleteMany({ userId: new ObjectId(userId) });
  }

  /** Returns true to only one worker, and only for the turn for which a request waits. */
  async begin(testSendId: string, turn: string): Promise<boolean> {
    return this.move(testSendId, turn, 'QUEUED', { state: 'SENDING' });
  }

  /** Withdraws a turn. Returns true if no worker has started. Afterward, none can start. */
  async takeBack(testSendId: string, turn: string): Promise<boolean> {
    return this.move(testSendId, turn, 'QUEUED', { turn: null });
  }

  async end(testSendId: string, turn: string, state: TestSendState): Promise<void> {
    await this.move(testSendId, turn, 'SENDING', { state });
  }

  private async move(
    testSendId: string,
    turn: string,
    state: Progress,
    change: Partial<Pick<TestSendDocument, 'state' | 'turn'>>,
  ): Promise<boolean> {
    const { modifiedCount } = await this.testSends.updateOne(
      { _id: new ObjectId(testSendId), turn, state },
      { $set: change },
    );
    return modifiedCount === 1;
  }
}

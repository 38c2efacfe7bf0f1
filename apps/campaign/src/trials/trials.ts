import type { Channel, TrialState } from '@carillon/contracts';
import { Clock, type Plain, collection, isDuplicateKey, owned } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';

/** QUEUED: no worker has begun; SENDING: one has, and has not said what came of it. */
type Progress = 'QUEUED' | 'SENDING' | TrialState;

/** As long as somebody may repeat a request for a trial, and a day more (seconds). */
const KEPT_S = 2 * 86_400;

@Schema(collection('trials'))
export class TrialRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Types.ObjectId }) campaignId!: ObjectId;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) state!: Progress;
  /** The request that may begin; null: none waits. */
  @Prop({ type: String }) turn!: string | null;
  @Prop({ type: Date }) at!: Date;
}

type TrialDocument = Plain<TrialRecord>;

export const TrialSchema = SchemaFactory.createForClass(TrialRecord).index(
  { at: 1 },
  { expireAfterSeconds: KEPT_S },
);

export interface NewTrial {
  trialId: string;
  userId: string;
  campaignId: string;
  channel: Channel;
}

/** One message to one address each: what is known of it outlasts the workers, so that it is sent once at most. */
@Injectable()
export class Trials {
  constructor(
    @InjectModel(TrialRecord.name) private readonly trials: Model<TrialDocument>,
    private readonly clock: Clock,
  ) {}

  /** How far the trial came. Null: nobody asked for it before. */
  async progressOf(trialId: string, userId: string): Promise<Progress | null> {
    const found = await this.trials.findOne(owned(userId, trialId), { _id: 0, state: 1 }).lean();
    return found?.state ?? null;
  }

  /** Puts this turn in the place of any before it. False: a worker has begun already. */
  async open({ trialId, userId, campaignId, channel }: NewTrial, turn: string): Promise<boolean> {
    const about = { userId: new ObjectId(userId), campaignId: new ObjectId(campaignId), channel };
    try {
      await this.trials.updateOne(
        { _id: new ObjectId(trialId), state: 'QUEUED' },
        { $set: { turn }, $setOnInsert: { ...about, at: this.clock.now() } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** True for one worker only, and only for a turn that somebody waits for. */
  async begin(trialId: string, turn: string): Promise<boolean> {
    return this.move(trialId, turn, 'QUEUED', { state: 'SENDING' });
  }

  /** Nobody waits any more. True: no worker has begun, and none will. */
  async takeBack(trialId: string, turn: string): Promise<boolean> {
    return this.move(trialId, turn, 'QUEUED', { turn: null });
  }

  async end(trialId: string, turn: string, state: TrialState): Promise<void> {
    await this.move(trialId, turn, 'SENDING', { state });
  }

  private async move(
    trialId: string,
    turn: string,
    state: Progress,
    change: Partial<Pick<TrialDocument, 'state' | 'turn'>>,
  ): Promise<boolean> {
    const { modifiedCount } = await this.trials.updateOne(
      { _id: new ObjectId(trialId), turn, state },
      { $set: change },
    );
    return modifiedCount === 1;
  }
}

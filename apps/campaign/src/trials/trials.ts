import type { Channel, TrialState } from '@carillon/contracts';
import { Clock, Database, isDuplicateKey } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Collection, ObjectId } from 'mongodb';

/** QUEUED: no worker has begun; SENDING: one has, and has not said what came of it. */
type Progress = 'QUEUED' | 'SENDING' | TrialState;

interface TrialDocument {
  _id: ObjectId;
  userId: ObjectId;
  campaignId: ObjectId;
  channel: Channel;
  state: Progress;
  /** The request that may begin; null: none waits. */
  turn: string | null;
  at: Date;
}

/** As long as somebody may repeat a request for a trial, and a day more. */
const KEPT_S = 2 * 86_400;

export interface NewTrial {
  trialId: string;
  userId: string;
  campaignId: string;
  channel: Channel;
}

/** One message to one address each: what is known of it outlasts the workers, so that it is sent once at most. */
@Injectable()
export class Trials {
  private readonly trials: Collection<TrialDocument>;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    this.trials = database.collection<TrialDocument>('trials', [
      { key: { at: 1 }, expireAfterSeconds: KEPT_S },
    ]);
  }

  /** How far the trial came. Null: nobody asked for it before. */
  async progressOf(trialId: string, userId: string): Promise<Progress | null> {
    const found = await this.trials.findOne(
      { _id: new ObjectId(trialId), userId: new ObjectId(userId) },
      { projection: { _id: 0, state: 1 } },
    );
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

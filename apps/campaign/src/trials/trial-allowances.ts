import { AppError } from '@carillon/contracts';
import { Clock, Database, isDuplicateKey } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Collection, ObjectId } from 'mongodb';

const TRIALS = 10;
const WITHIN_MS = 60_000;
const KEPT_S = 3_600;

/** The times of a user's latest trials, oldest first. */
interface AllowanceDocument {
  _id: ObjectId;
  times: Date[];
  at: Date;
}

/** A trial goes to whoever is named, subscriber or not: a user has ten of them in any minute. */
@Injectable()
export class TrialAllowances {
  private readonly allowances: Collection<AllowanceDocument>;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    this.allowances = database.collection<AllowanceDocument>('trialAllowances', [
      { key: { at: 1 }, expireAfterSeconds: KEPT_S },
    ]);
  }

  /** Counts one more. @throws AppError rate_limited with extra.retryAfter in seconds */
  async take(userId: string): Promise<void> {
    const now = this.clock.now();
    const tenth = { $lte: new Date(now.getTime() - WITHIN_MS) };
    try {
      // Where there is no room the filter misses, and an insert meets what is there.
      await this.allowances.updateOne(
        {
          _id: new ObjectId(userId),
          $or: [{ [`times.${TRIALS - 1}`]: { $exists: false } }, { 'times.0': tenth }],
        },
        { $push: { times: { $each: [now], $slice: -TRIALS } }, $set: { at: now } },
        { upsert: true },
      );
    } catch (error) {
      if (isDuplicateKey(error)) throw await this.refusal(userId, now);
      throw error;
    }
  }

  private async refusal(userId: string, now: Date): Promise<AppError> {
    const found = await this.allowances.findOne({ _id: new ObjectId(userId) });
    const freeAt = (found?.times[0]?.getTime() ?? now.getTime()) + WITHIN_MS;
    const retryAfter = String(Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000)));
    const detail = `At most ${TRIALS} tests may be sent in a minute`;
    return new AppError('rate_limited', detail, [], { retryAfter });
  }
}

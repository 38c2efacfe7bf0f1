import { Injectable } from '@nestjs/common';
import { Database, isDuplicateKey } from '@carillon/platform';
import type { Collection, Document } from 'mongodb';
import { headStartMs } from './hand-limit';
import type { Portion } from './portion';

/** What of an integration's rate is promised to hands. Nothing is kept of one that has no rate. */
interface PaceDocument {
  _id: string;
  ratePerSecond: number;
  /** All hands so far are over by then, at this rate. */
  nextAt: Date;
  /** When the last hand may begin. */
  startAt: Date;
}

/** Hands are not granted that may not begin within this time (milliseconds). */
const SOON_MS = 2_000;
/** Long past, it says no more than nothing would (seconds). */
const KEPT_SECONDS = 3_600;

/** A portion of an integration that has a rate. */
export type Paced = Pick<Portion, 'hands'> & { ratePerSecond: number };

/**
 * The rates of integrations over all dispatchers, workers and crashes, by the generic cell rate algorithm (ITU-T I.371,
 * virtual scheduling): each hand has its time reserved before it is granted, on the database's clock.
 */
@Injectable()
export class Paces {
  private readonly collection: Collection<PaceDocument>;

  constructor(database: Database) {
    const old = { key: { nextAt: 1 }, expireAfterSeconds: KEPT_SECONDS } as const;
    this.collection = database.collection('paces', [old]);
  }

  /** Reserves the time for so many sends; answers when they may begin. Null: not soon, and nothing is reserved. */
  async reserve(integration: string, paced: Paced, sends: number): Promise<Date | null> {
    const reserved = await this.advance(integration, paced, sends);
    if (reserved || !(await this.begin(integration, paced))) return reserved;
    return this.advance(integration, paced, sends);
  }

  /** How long it is until the next hand may begin (milliseconds). */
  async waitMs(integration: string, paced: Paced, now: Date): Promise<number> {
    const pace = await this.collection.findOne({ _id: integration });
    if (!pace) return 0;
    const ahead = Math.max(0, pace.nextAt.getTime() - now.getTime());
    const atThisRate = ahead * (pace.ratePerSecond / paced.ratePerSecond);
    return Math.max(0, atThisRate - headStartMs(paced));
  }

  private async advance(_id: string, paced: Paced, sends: number): Promise<Date | null> {
    const { ratePerSecond } = paced;
    const headStart = headStartMs(paced);
    const ahead = aheadAt(ratePerSecond);
    const pace = await this.collection.findOneAndUpdate(
      { _id, $expr: { $lte: [ahead, headStart + SOON_MS] } },
      [
        {
          $set: {
            ratePerSecond,
            startAt: { $add: ['$$NOW', { $max: [0, { $subtract: [ahead, headStart] }] }] },
            nextAt: { $add: ['$$NOW', ahead, (sends / ratePerSecond) * 1_000] },
          },
        },
      ],
      { returnDocument: 'after' },
    );
    return pace?.startAt ?? null;
  }

  /** False: it was there already. */
  private async begin(_id: string, { ratePerSecond }: Paced): Promise<boolean> {
    try {
      await this.collection.insertOne({ _id, ratePerSecond, nextAt: new Date(0), startAt: new Date(0) });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}

/** What is promised beyond this moment, as it takes at a rate that may have changed meanwhile (milliseconds). */
function aheadAt(ratePerSecond: number): Document {
  const ahead = { $max: [0, { $subtract: ['$nextAt', '$$NOW'] }] };
  return { $multiply: [ahead, { $divide: ['$ratePerSecond', ratePerSecond] }] };
}

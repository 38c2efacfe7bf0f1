import { Injectable } from '@nestjs/common';
import { type Plain, collection, isDuplicateKey } from '@carillon/platform';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type Portion, headStartMs } from './portion';

/** Long past, it says no more than nothing would (seconds). */
const KEPT_SECONDS = 3_600;
/** Hands are not granted that may not begin within this time (milliseconds). */
const SOON_MS = 2_000;

/** What of an integration's rate is promised to hands. Nothing is kept of one that has no rate. */
@Schema(collection('paces'))
export class PaceRecord {
  /** The integration's id. */
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Number }) ratePerSecond!: number;
  /** All hands so far are over by then, at this rate. */
  @Prop({ type: Date }) nextAt!: Date;
  /** When the last hand may begin. */
  @Prop({ type: Date }) startAt!: Date;
}

export const PaceSchema = SchemaFactory.createForClass(PaceRecord).index(
  { nextAt: 1 },
  { expireAfterSeconds: KEPT_SECONDS },
);

/** A portion of an integration that has a rate. */
type Paced = Pick<Portion, 'hands'> & { ratePerSecond: number };

/**
 * The rates of integrations over all dispatchers, workers and crashes, by the generic cell rate algorithm (ITU-T I.371,
 * virtual scheduling): each hand has its time reserved before it is granted, on the database's clock.
 */
@Injectable()
export class Paces {
  constructor(@InjectModel(PaceRecord.name) private readonly paces: Model<Plain<PaceRecord>>) {}

  /** Reserves the time for so many sends; answers when they may begin. Null: not soon, and nothing is reserved. */
  async reserve(integration: string, paced: Paced, sends: number): Promise<Date | null> {
    const reserved = await this.advance(integration, paced, sends);
    if (reserved || !(await this.begin(integration, paced))) return reserved;
    return this.advance(integration, paced, sends);
  }

  /** How long it is until the next hand may begin (milliseconds). */
  async waitMs(integration: string, paced: Paced, now: Date): Promise<number> {
    const pace = await this.paces.findById(integration).lean();
    if (!pace) return 0;
    const ahead = Math.max(0, pace.nextAt.getTime() - now.getTime());
    const atThisRate = ahead * (pace.ratePerSecond / paced.ratePerSecond);
    return Math.max(0, atThisRate - headStartMs(paced));
  }

  private async advance(_id: string, paced: Paced, sends: number): Promise<Date | null> {
    const { ratePerSecond } = paced;
    const headStart = headStartMs(paced);
    const ahead = aheadAt(ratePerSecond);
    const pace = await this.paces.findOneAndUpdate(
      { _id, $expr: { $lte: [aheadAt(ratePerSecond), headStart + SOON_MS] } },
      [
        {
          $set: {
            ratePerSecond,
            startAt: { $add: ['$$NOW', { $max: [0, { $subtract: [ahead, headStart] }] }] },
            nextAt: { $add: ['$$NOW', ahead, (sends / ratePerSecond) * 1_000] },
          },
        },
      ],
      { returnDocument: 'after', lean: true },
    );
    return pace?.startAt ?? null;
  }

  /** False: it was there already. */
  private async begin(_id: string, { ratePerSecond }: Paced): Promise<boolean> {
    const unused = { _id, ratePerSecond, nextAt: new Date(0), startAt: new Date(0) };
    try {
      await this.paces.insertOne(unused);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}

/** What is promised beyond this moment, as it takes at a rate that may have changed meanwhile (milliseconds). */
function aheadAt(ratePerSecond: number): Record<string, unknown> {
  const ahead = { $max: [0, { $subtract: ['$nextAt', '$$NOW'] }] };
  return { $multiply: [ahead, { $divide: ['$ratePerSecond', ratePerSecond] }] };
}

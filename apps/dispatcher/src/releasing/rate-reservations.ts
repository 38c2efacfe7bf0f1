import { Injectable } from '@nestjs/common';
import { type Plain, collection, isDuplicateKey } from '@carillon/platform';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type SendingLimits, headStartMs } from './sending-limits';

/** Long past, it says no more than nothing would (seconds). */
const KEPT_SECONDS = 3_600;
/** Leases are not granted that may not begin within this time (milliseconds). */
const SOON_MS = 2_000;

/** What of an integration's rate is promised to pass. Nothing is kept of one that has no rate. */
@Schema(collection('rateReservations'))
export class RateReservationRecord {
  /** The integration's id. */
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Number }) ratePerSecond!: number;
  /** All leases so far are over by then, at this rate. */
  @Prop({ type: Date }) nextAt!: Date;
  /** When the last lease may begin. */
  @Prop({ type: Date }) startAt!: Date;
}

export const RateReservationSchema = SchemaFactory.createForClass(RateReservationRecord).index(
  { nextAt: 1 },
  { expireAfterSeconds: KEPT_SECONDS },
);

/** Limits of an integration that has a rate. */
type Rated = Pick<SendingLimits, 'leases'> & { ratePerSecond: number };

/**
 * The rates of integrations over all dispatchers, workers and crashes, by the generic cell rate algorithm (ITU-T I.371,
 * virtual scheduling): each lease has its time reserved before it is granted, on the database's clock.
 */
@Injectable()
export class RateReservations {
  constructor(
    @InjectModel(RateReservationRecord.name)
    private readonly reservations: Model<Plain<RateReservationRecord>>,
  ) {}

  /** Reserves the time for so many sends; answers when they may begin. Null: not soon, and nothing is reserved. */
  async reserve(integration: string, rated: Rated, sends: number): Promise<Date | null> {
    const reserved = await this.advance(integration, rated, sends);
    if (reserved || !(await this.begin(integration, rated))) return reserved;
    return this.advance(integration, rated, sends);
  }

  /** How long it is until the next lease may begin (milliseconds). */
  async waitMs(integration: string, rated: Rated, now: Date): Promise<number> {
    const reservation = await this.reservations.findById(integration).lean();
    if (!reservation) return 0;
    const ahead = Math.max(0, reservation.nextAt.getTime() - now.getTime());
    const atThisRate = ahead * (reservation.ratePerSecond / rated.ratePerSecond);
    return Math.max(0, atThisRate - headStartMs(rated));
  }

  private async advance(_id: string, rated: Rated, sends: number): Promise<Date | null> {
    const { ratePerSecond } = rated;
    const headStart = headStartMs(rated);
    const ahead = aheadAt(ratePerSecond);
    const reservation = await this.reservations.findOneAndUpdate(
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
    return reservation?.startAt ?? null;
  }

  /** False: it was there already. */
  private async begin(_id: string, { ratePerSecond }: Rated): Promise<boolean> {
    const unused = { _id, ratePerSecond, nextAt: new Date(0), startAt: new Date(0) };
    try {
      await this.reservations.insertOne(unused);
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

import { Injectable } from '@nestjs/common';
import { type Plain, collection, isDuplicateKey } from '@carillon/mongo';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type ReservedRate, type SendingLimits, headStartMs } from './sending-limits';

/** How long a reservation is kept (seconds). Afterward, it has no effect. */
const KEPT_SECONDS = 3_600;
/** A lease is granted only if it can begin within this time (milliseconds). */
const SOON_MS = 2_000;

/** The reserved time of a sender's rate. A sender without a rate has no document. */
@Schema(collection('rateReservations'))
export class RateReservationRecord {
  /** The ID of the sender. */
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Number }) ratePerSecond!: number;
  /** The time when all leases granted so far end at this rate. */
  @Prop({ type: Date }) nextAt!: Date;
  /** The time at which the last lease may begin. */
  @Prop({ type: Date }) startAt!: Date;
}

export const RateReservationSchema = SchemaFactory.createForClass(RateReservationRecord).index(
  { nextAt: 1 },
  { expireAfterSeconds: KEPT_SECONDS },
);

/** The limits of a sender that has a rate. */
type Rated = Pick<SendingLimits, 'leases'> & { ratePerSecond: number };

/**
 * The rates of senders across all dispatchers, workers, and crashes, with the generic cell rate algorithm (ITU-T I.371,
 * virtual scheduling): time is reserved for each lease before it is granted, on the database's clock.
 */
@Injectable()
export class RateReservations {
  constructor(
    @InjectModel(RateReservationRecord.name)
    private readonly reservations: Model<Plain<RateReservationRecord>>,
  ) {}

  /**
   * Reserves time for this number of messages, and returns the time at which they may begin. Returns null, without a
   * reservation, if they can't begin soon.
   */
  async reserve(sender: string, rated: Rated, sends: number): Promise<Date | null> {
    const reserved = await this.advance(sender, rated, sends);
    if (reserved || !(await this.begin(sender, rated))) return reserved;
    return this.advance(sender, rated, sends);
  }

  /** Reserves time from all of these rates. Null if one of them is used up: then the time of those before it is lost. */
  async reserveAll(
    rates: readonly ReservedRate[],
    { leases }: Pick<Rated, 'leases'>,
    sends: number,
  ): Promise<Date | null> {
    let startAt: Date | null = null;
    for (const { id, ratePerSecond } of rates) {
      const at = await this.reserve(id, { leases, ratePerSecond }, sends);
      if (!at) return null;
      if (!startAt || at > startAt) startAt = at;
    }
    return startAt;
  }

  /**
   * Returns the time of messages that a lease didn't send. Leases never exceed the rate that they share, so the next one
   * may begin earlier.
   */
  async giveBack(_id: string, sends: number): Promise<void> {
    const unused = { $multiply: [{ $divide: [sends, '$ratePerSecond'] }, 1_000] };
    await this.reservations.updateOne({ _id }, [{ $set: { nextAt: { $subtract: ['$nextAt', unused] } } }]);
  }

  /** The time until the next lease may begin (milliseconds). */
  async waitMs(sender: string, rated: Rated, now: Date): Promise<number> {
    const reservation = await this.reservations.findById(sender).lean();
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

  /** Returns false if the document already exists. */
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

/**
 * The time reserved beyond the present, converted to the current rate, which may have changed since (milliseconds).
 */
function aheadAt(ratePerSecond: number): Record<string, unknown> {
  const ahead = { $max: [0, { $subtract: ['$nextAt', '$$NOW'] }] };
  return { $multiply: [ahead, { $divide: ['$ratePerSecond', ratePerSecond] }] };
}

import {
  ATTRIBUTION_MS,
  AppError,
  type Conversion,
  type ConversionCounts,
  type ConversionReported,
  type ConversionSource,
  type Payload,
  type Reply,
  deliveryId,
  pageOf,
  readDeliveryId,
} from '@carillon/contracts';
import { Database, DatabaseClock, type Plain, collection } from '@carillon/mongo';
import { Batcher } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import { type Model, Types, mongo } from 'mongoose';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { Dispatches } from '../dispatch';
import {
  type EngagementDocument,
  EngagementMarksRecord,
  EngagementRecord,
  type MarksDocument,
} from './engagement-records';
import type { Marks } from './marks';

/** An order, or any other goal, that followed a click. Its counts are with those of the campaign. */
@Schema(collection('conversions'))
export class ConversionRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) user!: ObjectId;
  @Prop({ type: Types.ObjectId }) campaign!: ObjectId;
  /** What the shop calls the order, unique for the user. */
  @Prop({ type: String }) reference!: string;
  /** The delivery. Absent: it is unknown who clicked. */
  @Prop({ type: String }) batch?: string;
  @Prop({ type: Number }) position?: number;
  /** Absent, like the currency: unknown. */
  @Prop({ type: Types.Decimal128 }) value?: mongo.Decimal128;
  @Prop({ type: String }) currency?: string;
  @Prop({ type: String }) source!: ConversionSource;
  @Prop({ type: Date }) clickedAt!: Date;
  @Prop({ type: Date }) at!: Date;
  @Prop({ type: Date }) expiresAt!: Date;
}

type ConversionDocument = Plain<ConversionRecord>;

const IN_ORDER = 'inOrder';
export const ConversionSchema = SchemaFactory.createForClass(ConversionRecord)
  .index({ user: 1, reference: 1 }, { unique: true })
  .index({ campaign: 1, _id: -1 }, { name: IN_ORDER })
  .index({ batch: 1, position: 1 }, { partialFilterExpression: { batch: { $exists: true } } })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const DAY_MS = 24 * 3_600_000;
/**
 * A record is needed for at least this time (days), so that the pixel of the same click can't count again while the
 * click is valid.
 */
const MIN_DAYS = 31;
/** The clocks of a shop and of this system can differ by this much (milliseconds). */
const SKEW_MS = 300_000;
/** Simultaneous reports of one campaign are one write. */
const BATCHING = { most: 100, atOnce: 4 };

interface Report extends ConversionReported {
  source: ConversionSource;
  /** Only a click of this user's campaign is valid. Absent: any. */
  userId?: string;
}

interface Place {
  batch: string;
  position: number;
}

/** 'unknown': the click isn't one of the user's campaigns that count conversions; 'expired': it is too old. */
type Outcome = Conversion | 'unknown' | 'expired';

type Campaign = Pick<EngagementRecord, '_id' | 'user' | 'mode' | 'conversions'>;

/** Stores conversions, and counts each once. */
@Injectable()
export class Conversions {
  private readonly batcher: Batcher<Report, Outcome>;

  constructor(
    @InjectModel(ConversionRecord.name) private readonly conversions: Model<ConversionDocument>,
    @InjectModel(EngagementRecord.name) private readonly engagement: Model<EngagementDocument>,
    @InjectModel(EngagementMarksRecord.name) private readonly marks: Model<MarksDocument>,
    private readonly dispatches: Dispatches,
    private readonly database: Database,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {
    this.batcher = new Batcher<Report, Outcome>({
      ...BATCHING,
      keyOf: ({ campaignId }) => campaignId,
      run: (reports, campaign) => this.write(campaign, reports),
    });
  }

  /** Stores what a pixel reported, unless its click is invalid. */
  async reported(report: ConversionReported): Promise<void> {
    await this.batcher.add({ ...report, source: 'PIXEL' });
  }

  /** @throws AppError validation_failed if the click is invalid */
  async record(report: Payload<'conversion.record'>): Promise<Conversion> {
    const occurredAt = report.occurredAt ?? (await this.clock.now()).toISOString();
    const outcome = await this.batcher.add({ ...report, occurredAt, source: 'API' });
    if (outcome === 'unknown')
      throw refused('click', 'not_found', 'This is not a valid click of the account');
    if (outcome === 'expired')
      throw refused('occurredAt', 'invalid_time', 'Must be within 30 days after the click');
    return outcome;
  }

  /** @throws AppError conversion_not_found */
  async get({ userId, id }: Payload<'conversion.get'>): Promise<Conversion> {
    const found = await this.conversions
      .findOne({ _id: new ObjectId(id), user: new ObjectId(userId) })
      .lean();
    if (!found) throw new AppError('conversion_not_found');
    return toConversion(found);
  }

  /** Newest first. */
  async list({
    userId,
    campaignId,
    after,
    limit,
  }: Payload<'conversion.list'>): Promise<Reply<'conversion.list'>> {
    const found = await this.conversions
      .find({
        ...{ campaign: new ObjectId(campaignId), user: new ObjectId(userId) },
        ...(after !== null && { _id: { $lt: new ObjectId(after) } }),
      })
      .sort({ _id: -1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .lean();
    return pageOf(found.map(toConversion), limit);
  }

  /** The conversions of a delivery, oldest first. */
  async ofDelivery({ batch, position }: Place): Promise<Conversion[]> {
    return (await this.conversions.find({ batch, position }).sort({ _id: 1 }).lean()).map(toConversion);
  }

  /** Deletes the conversions of a delivery. Their counts remain. */
  async forget({ batch, position }: Place, session: ClientSession): Promise<void> {
    await this.conversions.deleteMany({ batch, position }, { session });
  }

  /** Removes the conversions of a campaign whose counts are removed, so that none can follow. */
  async remove(campaign: string): Promise<void> {
    await this.conversions.deleteMany({ campaign: new ObjectId(campaign) });
  }

  async removeOfUser(user: string): Promise<void> {
    await this.conversions.deleteMany({ user: new ObjectId(user) });
  }

  private async write(campaign: string, reports: readonly Report[]): Promise<Outcome[]> {
    const isKept = (await this.dispatches.find(campaign))?.ledger === 'KEPT';
    const now = await this.clock.now();
    return this.database.transaction(async (session) => {
      const found = await this.engagement
        .findById(campaign, { user: 1, mode: 1, conversions: 1 })
        .session(session)
        .lean();
      const outcomes: Outcome[] = [];
      for (const report of reports) outcomes.push(await this.store(found, report, { isKept, now, session }));
      return outcomes;
    });
  }

  private async store(
    campaign: Campaign | null,
    report: Report,
    { isKept, now, session }: { isKept: boolean; now: Date; session: ClientSession },
  ): Promise<Outcome> {
    if (!campaign?.conversions) return 'unknown';
    const { user, mode } = campaign;
    if (report.userId !== undefined && report.userId !== user.toHexString()) return 'unknown';
    const place = mode === 'FULL' && isKept ? placeOf(report) : null;
    const marks = place && (await this.marks.findById(place.batch).session(session).lean());
    // Nothing about an erased person is stored again.
    if (place && marks?.erased.includes(place.position)) return 'unknown';
    if (!isAttributable(report, now)) return 'expired';
    const { reference, source } = report;
    const existing = await this.conversions.findOne({ user, reference }).session(session).lean();
    if (existing && !(existing.source === 'PIXEL' && source === 'API')) return toConversion(existing);
    if (existing) await this.takeBack(existing, session);
    const keptDays = Math.max(MIN_DAYS, this.config.LEDGER_DAYS);
    const document: ConversionDocument = {
      ...{ _id: existing?._id ?? new ObjectId(report.id), user, campaign: campaign._id, reference },
      ...(place ?? {}),
      ...(report.value !== null &&
        report.currency !== null && {
          value: mongo.Decimal128.fromString(report.value),
          currency: report.currency,
        }),
      ...{ source, clickedAt: new Date(report.clickedAt), at: new Date(report.occurredAt) },
      expiresAt: new Date(now.getTime() + keptDays * DAY_MS),
    };
    await this.conversions.collection.replaceOne({ _id: document._id }, document, { upsert: true, session });
    const isFirst = place !== null && (await this.mark(place, document, session));
    await this.count(document, { total: 1, unique: isFirst ? 1 : 0 }, session);
    return toConversion(document);
  }

  /** Undoes the counts and the mark of a conversion that is about to be replaced. */
  private async takeBack(conversion: ConversionDocument, session: ClientSession): Promise<void> {
    const { _id, batch, position } = conversion;
    await this.conversions.deleteOne({ _id }, { session });
    let unique = 0;
    if (batch !== undefined && position !== undefined) {
      const first = await this.conversions
        .findOne({ batch, position })
        .session(session)
        .sort({ at: 1 })
        .lean();
      const mark = `conversions.${position}`;
      await this.marks.collection.updateOne(
        { _id: batch as never },
        first ? { $set: { [mark]: first.at } } : { $unset: { [mark]: '' } },
        { session },
      );
      if (!first) unique = -1;
    }
    await this.count(conversion, { total: -1, unique }, session);
  }

  /** Returns whether it is the first conversion of the delivery. */
  private async mark(
    { batch, position }: Place,
    { user, at }: Pick<ConversionDocument, 'user' | 'at'>,
    session: ClientSession,
  ): Promise<boolean> {
    const before = await this.marks.collection.findOneAndUpdate(
      { _id: batch as never },
      {
        $min: { [`conversions.${position}`]: at },
        $setOnInsert: { opens: {}, clicks: {}, erased: [], user },
      },
      { upsert: true, returnDocument: 'before', projection: { conversions: 1 }, session },
    );
    const known = before?.conversions as Marks['conversions'];
    return known?.[position] === undefined;
  }

  private async count(
    { campaign, value, currency }: Pick<ConversionDocument, 'campaign' | 'value' | 'currency'>,
    { total, unique }: { total: 1 | -1; unique: number },
    session: ClientSession,
  ): Promise<void> {
    const sum = value && currency !== undefined && signed(value, total);
    await this.engagement.collection.updateOne(
      { _id: campaign, conversions: { $exists: true } },
      {
        $inc: {
          ...{ 'conversions.total': total, 'conversions.unique': unique },
          ...(sum && { [`conversions.sums.${currency}`]: sum }),
        },
      },
      { session },
    );
  }
}

export function conversionCounts(
  mode: EngagementRecord['mode'],
  { total, unique, sums }: NonNullable<EngagementRecord['conversions']>,
): ConversionCounts {
  return { unique: mode === 'FULL' ? unique : null, total, values: valuesOf(Object.entries(sums)) };
}

/** Sums are exact, and in the order of their currencies. */
export function valuesOf(
  sums: readonly (readonly [currency: string, sum: mongo.Decimal128])[],
): ConversionCounts['values'] {
  return sums
    .map(([currency, sum]) => ({ currency, sum: sum.toString() }))
    .filter(({ sum }) => /[1-9]/.test(sum))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

function isAttributable({ clickedAt, occurredAt }: ConversionReported, now: Date): boolean {
  const [clicked, occurred] = [Date.parse(clickedAt), Date.parse(occurredAt)];
  return (
    occurred >= clicked - SKEW_MS &&
    occurred <= clicked + ATTRIBUTION_MS &&
    occurred <= now.getTime() + SKEW_MS
  );
}

/** The delivery, if it is one of the campaign. */
function placeOf({ campaignId, deliveryId: id }: ConversionReported): Place | null {
  const delivery = id === null ? null : readDeliveryId(id);
  if (!delivery?.batchId.startsWith(`${campaignId}-`)) return null;
  return { batch: delivery.batchId, position: delivery.position };
}

function signed(value: mongo.Decimal128, sign: 1 | -1): mongo.Decimal128 {
  return sign === 1 ? value : mongo.Decimal128.fromString(`-${value.toString()}`);
}

function refused(field: string, code: 'not_found' | 'invalid_time', detail: string): AppError {
  return new AppError('validation_failed', undefined, [{ field, code, detail }]);
}

function toConversion(document: ConversionDocument): Conversion {
  const { _id, campaign, batch, position, reference, value, currency, source, clickedAt, at } = document;
  return {
    ...{ id: _id.toHexString(), campaignId: campaign.toHexString() },
    deliveryId: batch === undefined || position === undefined ? null : deliveryId(batch, position),
    ...{ reference, value: value?.toString() ?? null, currency: currency ?? null },
    ...{ source, clickedAt: clickedAt.toISOString(), occurredAt: at.toISOString() },
  };
}

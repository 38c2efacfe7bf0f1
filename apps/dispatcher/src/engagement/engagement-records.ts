import type { KnownDeviceCounts, TrackingMode } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types, type mongo } from 'mongoose';
import { CHANGES_INDEX } from '../ledger';
import type { Marks } from './marks';

/** Counts of events by people (`total`), of different people (`unique`), and of events by machines. */
export interface Counts {
  unique: number;
  total: number;
  machine: number;
}

/** The opens and clicks of a campaign's email, with the campaign's `_id`. Absent if tracking is off. */
@Schema(collection('engagement'))
export class EngagementRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) user!: ObjectId;
  /** When the campaign was published. Absent: a process of release 0.3.0 stored the document. */
  @Prop({ type: Date }) publishedAt?: Date;
  @Prop({ type: String }) mode!: Exclude<TrackingMode, 'OFF'>;
  /** The targets of the links, by number. */
  @Prop({ type: [String] }) links!: string[];
  /** Unrendered links with placeholders, each with the number of links before it. */
  @Prop({ type: [Object] }) others!: { url: string; before: number }[];
  @Prop({ type: Object }) opens!: Counts;
  @Prop({ type: Object }) clicks!: Counts;
  /** The clicks of each link, by number. */
  @Prop({ type: Object }) byLink!: Record<string, Partial<Counts>>;
  /** The events of people by device, as far as known. Absent: none is known. */
  @Prop({ type: Object }) devices?: Record<'opens' | 'clicks', KnownDeviceCounts>;
  /** The conversions, and the exact sum of their values by currency. Absent: conversions aren't counted. */
  @Prop({ type: Object }) conversions?: {
    total: number;
    unique: number;
    sums: Record<string, mongo.Decimal128>;
  };
  /** The IDs of the last counted messages, so that repeated ones aren't counted. */
  @Prop({ type: [String] }) counted!: string[];
}

/** The opens and clicks of the deliveries of a batch, with the same `_id`. Deleted with the ledger. */
@Schema(collection('engagementMarks'))
export class EngagementMarksRecord implements Marks {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Object }) opens!: Marks['opens'];
  @Prop({ type: Object }) clicks!: Marks['clicks'];
  @Prop({ type: Object }) conversions?: NonNullable<Marks['conversions']>;
  @Prop({ type: [Number] }) erased!: number[];
  /** Absent: release 0.3.0 stored the marks. */
  @Prop({ type: Types.ObjectId }) user?: ObjectId;
  /** When the marks were last written, set by the database. */
  @Prop({ type: Object }) changed?: mongo.Timestamp;
}

export type EngagementDocument = Plain<EngagementRecord>;
export type MarksDocument = Plain<EngagementMarksRecord>;

/** Contains the totals of campaigns by the time of publishing, because the documents contain long lists. */
export const TOTALS = 'totalsByPublishing';
/** Contains the values of conversions by the time of publishing. */
export const VALUES = 'valuesByPublishing';
export const hasConversions = { 'conversions.total': { $gt: 0 } } as const;

export const EngagementSchema = SchemaFactory.createForClass(EngagementRecord)
  .index({ user: 1 })
  .index(
    {
      ...{ user: 1, publishedAt: 1, 'opens.total': 1, 'opens.unique': 1, 'opens.machine': 1 },
      ...{ 'clicks.total': 1, 'clicks.unique': 1, 'clicks.machine': 1 },
      ...{ 'conversions.total': 1, 'conversions.unique': 1 },
    },
    { name: TOTALS },
  )
  .index(
    { user: 1, publishedAt: 1, 'conversions.total': 1, 'conversions.sums': 1 },
    { name: VALUES, partialFilterExpression: hasConversions },
  );
export const EngagementMarksSchema = SchemaFactory.createForClass(EngagementMarksRecord).index(
  ...CHANGES_INDEX,
);

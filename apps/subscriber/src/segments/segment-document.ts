import type { AuditNote, Segment, SegmentTree, WebhookEvent } from '@carillon/contracts';
import { NOTES_INDEX, type Plain, collection } from '@carillon/mongo';
import { WEBHOOK_EVENTS_INDEX } from '@carillon/webhooks';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';

/** A named selection of people. The conditions are JSON text, because the database would interpret some values. */
@Schema(collection('segments'))
export class SegmentRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) name!: string;
  @Prop({ type: String }) conditions!: string;
  /** Increases when the conditions change. */
  @Prop({ type: Number }) version!: number;
  /** Numbers the segments of a user, so that a unique index limits their number. Absent: deleted. */
  @Prop({ type: Number }) slot?: number;
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
  /** Webhook events that are not published yet. */
  @Prop({ type: [Object], default: undefined }) pendingWebhookEvents?: WebhookEvent[];
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  /** Removed some days later, when its audit entries and events are certainly published. */
  @Prop({ type: Date }) deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognized. */
  @Prop({ type: String }) deletedBy?: string;
}

export type SegmentDocument = Plain<SegmentRecord>;

/** A version of a segment that a campaign uses. It never changes. */
@Schema(collection('segmentVersions'))
export class SegmentVersionRecord {
  /** The segment and the version. */
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) conditions!: string;
}

export const IN_ORDER = { userId: 1, _id: 1 } as const;

const DELETED_KEPT_S = 30 * 24 * 3_600;

export const SegmentSchema = SchemaFactory.createForClass(SegmentRecord)
  .index(IN_ORDER)
  .index({ userId: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: { $exists: true } } })
  .index(...NOTES_INDEX)
  .index(...WEBHOOK_EVENTS_INDEX)
  .index(
    { deletedAt: 1 },
    { expireAfterSeconds: DELETED_KEPT_S, partialFilterExpression: { deletedAt: { $exists: true } } },
  );

export const SegmentVersionSchema = SchemaFactory.createForClass(SegmentVersionRecord).index({ userId: 1 });

export function toSegment(document: SegmentDocument): Segment {
  const { _id, userId, name, conditions, version, createdAt, updatedAt } = document;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    name,
    conditions: JSON.parse(conditions) as SegmentTree,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

import type { EndCounts, MemberRole, NotificationKind } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';

const KEPT_S = 90 * 86_400;

/** Who caused an event: a member, or a key without a member. */
export interface NotificationActor {
  memberId: ObjectId | null;
  name: string | null;
}

/**
 * What the members of an account are notified about, stored once per event. The ID is created on receipt, so that IDs
 * follow the order in which members can see notifications, and a read marker covers no later one.
 */
@Schema(collection('notifications'))
export class NotificationRecord {
  readonly _id!: ObjectId;
  /** The ID of the event, which may be delivered twice. */
  @Prop({ type: Types.ObjectId }) noticeId!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Types.ObjectId }) campaignId!: ObjectId;
  @Prop({ type: String }) campaignName!: string;
  @Prop({ type: String }) kind!: NotificationKind;
  @Prop({ type: Date }) at!: Date;
  @Prop({ type: String }) reason?: string;
  @Prop({ type: Object }) counts?: EndCounts;
  @Prop({ type: Number }) rate?: number;
  /** Absent: Carillon. */
  @Prop({ type: Object }) actor?: NotificationActor;
  /** Only for members with these roles. Absent: any role. */
  @Prop({ type: [String], default: undefined }) roles?: MemberRole[];
  /** Only for this member. Absent: all. */
  @Prop({ type: Types.ObjectId }) memberId?: ObjectId;
  /** Only for these members. Absent: all. */
  @Prop({ type: [Types.ObjectId], default: undefined }) memberIds?: ObjectId[];
  /** The beginning of a comment, until its emails are sent. Absent: no email is pending. */
  @Prop({ type: String }) quote?: string;
  /** The members who read it before they marked all as read. Absent: none. */
  @Prop({ type: [Types.ObjectId], default: undefined }) readBy?: ObjectId[];
  /** Whether members are or were notified by email. Absent: no. */
  @Prop({ type: Boolean }) isMailed?: boolean;
  /** The members whose email is not sent yet. Absent: none. */
  @Prop({ type: [Types.ObjectId], default: undefined }) mailTo?: ObjectId[];
  /** When the next attempt is due; a claim postpones it. Absent: no email is pending. */
  @Prop({ type: Date }) mailAt?: Date;
  /** The failed attempts. */
  @Prop({ type: Number }) mailTries?: number;
  @Prop({ type: Date }) createdAt!: Date;
}

export const NotificationSchema = SchemaFactory.createForClass(NotificationRecord)
  .index({ noticeId: 1 }, { unique: true })
  .index({ userId: 1, _id: -1 })
  .index({ mailAt: 1 }, { partialFilterExpression: { mailAt: { $exists: true } } })
  .index({ createdAt: 1 }, { expireAfterSeconds: KEPT_S });
export type NotificationDocument = Plain<NotificationRecord>;

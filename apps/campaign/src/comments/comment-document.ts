import type { AuditNote, CampaignNotice, Comment, CommentAuthor } from '@carillon/contracts';
import { NOTES_INDEX, type Plain, collection } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';

/**
 * A comment has a slot. Slots number the comments of a campaign, so that a unique index limits their number. A deleted
 * comment has no slot, no text, and no author. It stays for a while, so that repeats of its creation and its deletion are
 * recognized.
 */
@Schema(collection('comments'))
export class CommentRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Types.ObjectId }) campaignId!: ObjectId;
  @Prop({ type: Number }) slot?: number;
  @Prop({ type: Object }) author?: CommentAuthor;
  @Prop({ type: String }) text?: string;
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
  /** What the participants are notified about, until it is published. */
  @Prop({ type: [Object], default: undefined }) notices?: CampaignNotice[];
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognized. */
  @Prop({ type: String }) deletedBy?: string;
}

export type CommentDocument = Plain<CommentRecord>;

/** Finds the comments of a campaign in their order. */
export const IN_ORDER = { campaignId: 1, _id: 1 } as const;
/** Finds comments with notices to publish. */
export const NOTICED = 'notices';
export const hasNotices = { 'notices.id': { $exists: true } };
export const live = { slot: { $exists: true } };

const DELETED_KEPT_S = 30 * 24 * 3_600;

export const CommentSchema = SchemaFactory.createForClass(CommentRecord)
  .index(IN_ORDER)
  .index({ campaignId: 1, slot: 1 }, { unique: true, partialFilterExpression: live })
  .index({ userId: 1 })
  .index(...NOTES_INDEX)
  .index({ 'notices.id': 1 }, { name: NOTICED, partialFilterExpression: hasNotices })
  .index(
    { deletedAt: 1 },
    { expireAfterSeconds: DELETED_KEPT_S, partialFilterExpression: { deletedAt: { $exists: true } } },
  );

/** Null: the comment is deleted. */
export function toComment({
  _id,
  campaignId,
  author,
  text,
  createdAt,
}: Pick<CommentDocument, '_id' | 'campaignId' | 'author' | 'text' | 'createdAt'>): Comment | null {
  if (!author || text === undefined) return null;
  return {
    ...{ id: _id.toHexString(), campaignId: campaignId.toHexString(), author, text },
    createdAt: createdAt.toISOString(),
  };
}

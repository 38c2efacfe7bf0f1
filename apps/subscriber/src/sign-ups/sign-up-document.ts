import type { ConsentDetails, Language, WebhookEvent } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { WEBHOOK_EVENTS_INDEX } from '@carillon/webhooks';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';

/** When and from where a person did something, as evidence. Null: unknown. */
export interface Evidence {
  at: Date;
  ip: string | null;
  userAgent: string | null;
}

/**
 * One sign-up of a person with a form. It keeps the form's group, texts, and the answers at that time, so that a link
 * confirms what its email showed. Confirmed sign-ups are the evidence of consent. Others are removed at `removeAt`.
 */
@Schema(collection('signUps'))
export class SignUpRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Types.ObjectId }) formId!: ObjectId;
  @Prop({ type: Types.ObjectId }) groupId!: ObjectId;
  /** An email address in canonical form. */
  @Prop({ type: String }) address!: string;
  /** The answers by attribute, as JSON, because the database would interpret some names. */
  @Prop({ type: String }) answers!: string;
  /** The ID and the token of the member that the person becomes. */
  @Prop({ type: Types.ObjectId }) subscriberId!: ObjectId;
  @Prop({ type: String }) token!: string;
  /** The data of the membership, as JSON. Absent: the person used the form itself. */
  @Prop({ type: String }) extraData?: string;
  /** The consent that the user provided with the request. Absent: none. */
  @Prop({ type: Object }) given?: ConsentDetails;

  @Prop({ type: String }) title!: string;
  @Prop({ type: String }) language!: Language;
  @Prop({ type: Object }) wording!: { version: number; text: string };
  @Prop({ type: String }) publicUrl!: string;

  @Prop({ type: Object }) requested!: Evidence;
  /** Absent: not confirmed. */
  @Prop({ type: Object }) confirmed?: Evidence;
  /** When the person became a member. Absent: not yet, or the address was suppressed in the meantime. */
  @Prop({ type: Date }) joinedAt?: Date;

  /** The SHA-256 of the token of each email. Absent: none was sent, or one was used. */
  @Prop({ type: [Object], default: undefined }) tokens?: { hash: string }[];
  /** When the email was sent last. */
  @Prop({ type: Date }) mailedAt?: Date;
  /** When the next work is due: sending the email, or adding the member after a crash. Absent: nothing is left to do. */
  @Prop({ type: Date }) workAt?: Date;
  @Prop({ type: Number }) attempts!: number;
  /** When the links stop working. */
  @Prop({ type: Date }) expiresAt!: Date;
  @Prop({ type: Date }) removeAt?: Date;
  /** Webhook events that are not published yet. Absent: none. */
  @Prop({ type: [Object], default: undefined }) pendingWebhookEvents?: WebhookEvent[];
}

export type SignUpDocument = Plain<SignUpRecord>;

/** The index hint for data of one person. */
export const BY_ADDRESS = { userId: 1, address: 1, _id: 1 } as const;
/** The index hint for work that is due. */
export const BY_WORK = 'work';

export const SignUpSchema = SchemaFactory.createForClass(SignUpRecord)
  .index(BY_ADDRESS)
  .index({ workAt: 1 }, { name: BY_WORK, partialFilterExpression: { workAt: { $exists: true } } })
  .index(
    { 'tokens.hash': 1 },
    { unique: true, partialFilterExpression: { 'tokens.hash': { $exists: true } } },
  )
  .index({ removeAt: 1 }, { expireAfterSeconds: 0 })
  .index(...WEBHOOK_EVENTS_INDEX);

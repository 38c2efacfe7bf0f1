import type { AuditNote, Webhook, WebhookDisabledFor, WebhookEventType } from '@carillon/contracts';
import { NOTES_INDEX, type Plain, collection } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';

/** An encrypted secret. `until`: null for the current secret. The previous secret signs until this time. */
export interface StoredSecret {
  id: string;
  sealed: string;
  /** The attempt of the request that created it. */
  attempt?: number;
  until: Date | null;
}

/** A period whose messages are sent again; `after`: the last message that was made pending again, and its time. */
export interface Replay {
  id: ObjectId;
  since: Date;
  until: Date;
  after: { _id: ObjectId; at: Date } | null;
}

/**
 * An endpoint: its settings, and its pending work. Its slot numbers the endpoints of a user, so that a unique index
 * limits them. A deleted endpoint stays until all its data is removed.
 */
@Schema(collection('webhookEndpoints'))
export class EndpointRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Number }) slot?: number;
  @Prop({ type: String }) url!: string;
  @Prop({ type: String }) description!: string | null;
  @Prop({ type: [String] }) eventTypes!: WebhookEventType[];
  @Prop({ type: Boolean }) batch!: boolean;
  /** The current secret first. */
  @Prop({ type: [Object] }) secrets!: StoredSecret[];
  @Prop({ type: String }) disabledFor!: WebhookDisabledFor | null;
  @Prop({ type: Date }) failingSince!: Date | null;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  @Prop({ type: Date }) deletedAt?: Date;
  /** When it has work to do (database time); null: it has none. */
  @Prop({ type: Date }) dueAt!: Date | null;
  /** Counts new messages, so that a worker knows whether more arrived in the meantime. */
  @Prop({ type: Number }) work!: number;
  /** When the lease of a worker ends (database time); `fence` rises with every lease. */
  @Prop({ type: Date }) leaseUntil!: Date;
  @Prop({ type: Number }) fence!: number;
  @Prop({ type: [Object] }) replays!: Replay[];
  /** The endpoint was enabled again, but its postponed messages aren't due yet. */
  @Prop({ type: Boolean }) restart?: boolean;
  /** Identifies an unpublished change of the events that the user's endpoints subscribe to. */
  @Prop({ type: Types.ObjectId }) pendingChange?: ObjectId;
  /** Set until the event that the endpoint was disabled is published. */
  @Prop({ type: Object }) disabled?: { reason: 'FAILURES' | 'GONE'; at: Date };
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
}

export type EndpointDocument = Plain<EndpointRecord>;

export const SLOTS = 'slots';
const BY_USER = { userId: 1, _id: 1 } as const;
const hasSlot = { slot: { $exists: true } };

export const EndpointSchema = SchemaFactory.createForClass(EndpointRecord)
  .index(BY_USER)
  .index({ userId: 1, slot: 1 }, { name: SLOTS, unique: true, partialFilterExpression: hasSlot })
  .index({ dueAt: 1 }, { name: 'due', partialFilterExpression: { dueAt: { $type: 'date' } } })
  .index({ pendingChange: 1 }, { partialFilterExpression: { pendingChange: { $exists: true } } })
  .index({ 'disabled.at': 1 }, { partialFilterExpression: { 'disabled.at': { $exists: true } } })
  .index({ deletedAt: 1 }, { partialFilterExpression: { deletedAt: { $exists: true } } })
  .index({ failingSince: 1 }, { partialFilterExpression: { failingSince: { $type: 'date' } } })
  .index(...NOTES_INDEX);

/** Counts the changes of a user's endpoints; `_id` is the user's ID. */
@Schema(collection('webhookUsers'))
export class WebhookUserRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Number }) rev!: number;
}

export const WebhookUserSchema = SchemaFactory.createForClass(WebhookUserRecord);

/** An endpoint as other services see it. */
export function toWebhook(document: EndpointDocument, now: Date): Webhook {
  const { _id, userId, url, description, eventTypes, batch, disabledFor, failingSince, secrets } = document;
  const previous = secrets.find(({ until }) => until !== null && until > now);
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    ...{ url, description, eventTypes, batch, disabledFor },
    failingSince: failingSince?.toISOString() ?? null,
    formerSecretUntil: previous?.until?.toISOString() ?? null,
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

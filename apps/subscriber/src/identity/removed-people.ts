import type { AuditNote, WebhookEvent } from '@carillon/contracts';
import { NOTES_INDEX, type Plain, collection } from '@carillon/mongo';
import { WEBHOOK_EVENTS_INDEX } from '@carillon/webhooks';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type ClientSession, type Model, Types } from 'mongoose';
import type { PersonDocument } from './person-document';

/** How long entries can wait for the broker or the webhook worker (seconds). */
const KEPT_S = 30 * 24 * 3_600;

/** What remains to be published about a person who was removed. `_id` is the ID of the person. */
@Schema(collection('removedPeople'))
export class RemovedPersonRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
  /** Webhook events that are not published yet. */
  @Prop({ type: [Object], default: undefined }) pendingWebhookEvents?: WebhookEvent[];
  @Prop({ type: Date }) removedAt!: Date;
}

export const RemovedPersonSchema = SchemaFactory.createForClass(RemovedPersonRecord)
  .index(...NOTES_INDEX)
  .index(...WEBHOOK_EVENTS_INDEX)
  .index({ userId: 1 })
  .index({ removedAt: 1 }, { expireAfterSeconds: KEPT_S });

/** Audit entries and webhook events that outlive the person they are about. */
@Injectable()
export class RemovedPeople {
  constructor(
    @InjectModel(RemovedPersonRecord.name) private readonly removed: Model<Plain<RemovedPersonRecord>>,
  ) {}

  /** Keeps the unpublished entries of a person who is removed in the same transaction. */
  async keep(
    { _id, userId, notes, pendingWebhookEvents }: PersonDocument,
    removedAt: Date,
    session: ClientSession,
  ): Promise<void> {
    const entries = {
      ...(notes && { notes: { $each: notes } }),
      ...(pendingWebhookEvents && { pendingWebhookEvents: { $each: pendingWebhookEvents } }),
    };
    // A person with this ID could have been removed before, and added again by a redelivered message.
    await this.removed.collection.updateOne(
      { _id, userId },
      { $set: { removedAt }, $push: entries as never },
      { session, upsert: true },
    );
  }

  /** Removes the entries of an erased user. */
  async removeAll(userId: string): Promise<void> {
    await this.removed.deleteMany({ userId: new ObjectId(userId) });
  }
}

/** Whether something about the person is not published yet. */
export function hasEntries({ notes = [], pendingWebhookEvents = [] }: PersonDocument): boolean {
  return notes.length > 0 || pendingWebhookEvents.length > 0;
}

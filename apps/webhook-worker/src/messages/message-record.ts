import type { WebhookAttempt } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';

/** The content of one request. `id` is its webhook-id; `body` the exact bytes that are signed. */
export interface Message {
  id: string;
  body: string;
}

/**
 * Up to 100 messages to one endpoint that belong together and are sent one after another. `done` is the number of sent
 * messages. `key` identifies the event, so that it is stored only once, even if it is published several times.
 */
@Schema(collection('webhookChunks'))
export class ChunkRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: Types.ObjectId }) endpointId!: ObjectId;
  @Prop({ type: String }) line!: string;
  @Prop({ type: Number }) seq!: number;
  @Prop({ type: String }) key!: string;
  @Prop({ type: String }) type!: string;
  /** The time of the event. */
  @Prop({ type: Date }) at!: Date;
  @Prop({ type: String }) state!: 'WAITING' | 'SENT';
  @Prop({ type: [Object] }) messages!: Message[];
  @Prop({ type: Number }) done!: number;
  @Prop({ type: Date }) expiresAt!: Date;
}
export type ChunkDocument = Plain<ChunkRecord>;

const isWaiting = { partialFilterExpression: { state: 'WAITING' } };
const isSent = { partialFilterExpression: { state: 'SENT' } };
const EXPIRES = { expireAfterSeconds: 0 } as const;

export const ChunkSchema = SchemaFactory.createForClass(ChunkRecord)
  .index({ endpointId: 1, key: 1 }, { unique: true })
  .index({ line: 1, seq: 1 }, { name: 'waiting', ...isWaiting })
  // The index of replays: with the key, so that copies of earlier replays are skipped without reading them.
  .index({ endpointId: 1, at: 1, _id: 1, key: 1 }, { name: 'sent', ...isSent })
  .index({ userId: 1, _id: 1 })
  .index({ expiresAt: 1 }, EXPIRES);

/**
 * A sequence of messages that an endpoint receives in order: the events of one campaign, or of one type. Chunk numbers
 * rise with the database's clock, even after a line was removed. `dueAt` null: no message waits.
 */
@Schema(collection('webhookLines'))
export class LineRecord {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Types.ObjectId }) endpointId!: ObjectId;
  @Prop({ type: Number }) seq!: number;
  @Prop({ type: Date }) dueAt!: Date | null;
  /** Counts new messages. */
  @Prop({ type: Number }) work!: number;
  /** Failures of the message at the head. */
  @Prop({ type: Number }) failures!: number;
  @Prop({ type: Date }) expiresAt!: Date;
}
export type LineDocument = Plain<LineRecord>;

export const LineSchema = SchemaFactory.createForClass(LineRecord)
  .index({ endpointId: 1, dueAt: 1 }, { name: 'due', partialFilterExpression: { dueAt: { $type: 'date' } } })
  .index({ endpointId: 1 })
  .index({ expiresAt: 1 }, EXPIRES);

/** A request to an endpoint, and its result. */
@Schema(collection('webhookAttempts'))
export class AttemptRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) endpointId!: ObjectId;
  @Prop({ type: String }) messageId!: string;
  @Prop({ type: String }) type!: string;
  @Prop({ type: Date }) at!: Date;
  @Prop({ type: Boolean }) ok!: boolean;
  @Prop({ type: Number }) status!: number | null;
  @Prop({ type: String }) error!: string | null;
  @Prop({ type: Number }) durationMs!: number;
  @Prop({ type: Date }) nextTryAt!: Date | null;
  @Prop({ type: Date }) expiresAt!: Date;
}
export type AttemptDocument = Plain<AttemptRecord>;

export const AttemptSchema = SchemaFactory.createForClass(AttemptRecord)
  .index({ endpointId: 1, _id: -1 })
  .index({ endpointId: 1, ok: 1, _id: -1 })
  .index({ expiresAt: 1 }, EXPIRES);

export function toAttempt(document: AttemptDocument): WebhookAttempt {
  const { _id, messageId, type, at, ok, status, error, durationMs, nextTryAt } = document;
  return {
    id: _id.toHexString(),
    ...{ messageId, type, ok, status, error, durationMs },
    at: at.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
  };
}

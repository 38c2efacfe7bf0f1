import type {
  Channel,
  DeliveryReason,
  DeliveryState,
  ExclusionReason,
  SkipReason,
  Feedback,
  WebhookEventType,
} from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types, type mongo } from 'mongoose';
import { CHANGES_INDEX } from './changed-documents';
import type { Piece } from './progress';

type BatchState = 'READY' | 'RELEASED' | 'LEASED' | 'DONE' | 'CANCELLED';

/**
 * The details of a position whose result differs from the batch's outcome. `state` QUEUED: the message failed
 * temporarily and is sent again at `notBefore` or later. `attempts` counts the provider's responses, `doubts` the sends
 * of this run with an unknown result, and `throttles` how often in this run the provider asked to wait.
 */
export interface Exception {
  i: number;
  state: DeliveryState;
  reason: DeliveryReason | null;
  permanent: boolean;
  attempts: number;
  /**
   * Attempts that don't count for the retry schedule: those of earlier runs, and those after which another sender got the
   * message without a pause.
   */
  attemptsBefore: number;
  throttles: number;
  doubts: number;
  /** Sends of all runs with an unknown result. If a position with such sends is given up, it is UNCONFIRMED. */
  doubtful: number;
  /** The first failure of this run. Null: none. */
  failingSince: Date | null;
  providerCode: string | null;
  /** The provider's ID of the message that determines the state. Null: unknown. */
  providerId: string | null;
  /** IDs of messages that no longer affect the state, because they belong to an earlier attempt or have failed. */
  previousIds: readonly string[];
  /** The segments for which the provider charges. */
  segments: number | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  notBefore: Date | null;
  /** The fence of the lease that had this result. Null: none. */
  answeredBy: number | null;
  /** A second lease has also sent the message. */
  duplicate: boolean;
  /**
   * BOUNCED with `state` FAILED, or COMPLAINED with `state` DELIVERED. With any other state, it has no effect.
   */
  feedback: Feedback | null;
  /** The next channel of the person. Null: it wasn't looked up. */
  fallback: Fallback | null;
  /** The latest refusal in each run of each sender that refused the message before another sender got it, oldest first. */
  failovers: readonly Failover[];
  at: Date;
}

/** The positions of one sender, stored as ranges. */
export interface SenderShare {
  sender: string;
  positions: number[];
}

/** A sender that refused the message in a run, so that another sender of the pool gets it. */
export interface Failover {
  run: number;
  sender: string;
  reason: DeliveryReason;
  permanent: boolean;
  providerCode: string | null;
  /** Whether the sender gets the message again only after all others were tried. Never again after a permanent refusal. */
  isTried: boolean;
  at: Date;
}

/** The delivery on the person's next channel. NONE: no other channel reaches the person. */
export type Fallback = { seq: number; position: number } | 'NONE';

/** The maximum rate of a lease. Null: unlimited. */
export interface LeaseRate {
  sendsPerSecond: number | null;
  /** The maximum number of concurrent messages. */
  concurrency: number | null;
  /** The earliest time of a message (database time). */
  startAt: Date | null;
}

/** A worker's right to send to `positions` until `until` (database time). */
export interface BatchLease {
  holder: string;
  requestId: string;
  fence: number;
  until: Date;
  /** Positions without a result. */
  positions: number[];
  /** The result of this lease shows whether the sender works again. */
  probe: boolean;
  rate: LeaseRate;
  /** The day on whose limit the emails count: YYYY-MM-DD. Absent: the sender has no daily limit. */
  rampUpDate?: string;
  /** Positions that could get free text on WhatsApp when the lease was granted. Absent: none. */
  inServiceWindow?: readonly number[];
}

/** The result of every position that is neither queued nor an exception. */
export interface BatchOutcome {
  state: 'SENT' | 'SKIPPED';
  reason: DeliveryReason | null;
}

/** Deliveries that one write changed to the same state for the same reason. Stored until webhooks are notified. */
export interface WebhookEventMark {
  /** The `rev` of the batch after that write. */
  n: number;
  type: WebhookEventType;
  at: Date;
  /** The positions, as ranges. */
  positions: number[];
  reason: DeliveryReason | null;
  code: string | null;
  /** For bounces: whether the server permanently rejected the email. */
  hard: boolean | null;
}

/** The number of deliveries by state. States without deliveries are absent. */
export type Counts = Partial<Record<DeliveryState, number>>;

/** An exception without the fields that have their default value. */
export type StoredException = Pick<Exception, 'i' | 'state' | 'at'> & Partial<Exception>;

/**
 * Up to some hundred recipients of one campaign and channel: the unit of release, sending, and writing. Positions run
 * from 0 to `size` - 1 and point, with `offset`, into the recipient page. Each position is in `todo`, has a final
 * exception, or has the `outcome` of the batch. Positions are stored as ranges.
 */
@Schema(collection('batches'))
export class BatchRecord {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Types.ObjectId }) campaign!: ObjectId;
  @Prop({ type: Types.ObjectId }) user!: ObjectId;
  @Prop({ type: String }) channel!: Channel;
  /** The sender of the current lease, or of the next one. */
  @Prop({ type: String }) sender!: string | null;
  /** The senders of its pool, in the order in which they are tried. Absent: no other sender may send. */
  @Prop({ type: [String], default: undefined }) pool?: readonly string[];
  /** The sender of each position. Absent: all have `sender`. */
  @Prop({ type: [Object], default: undefined }) senders?: readonly SenderShare[];
  @Prop({ type: Number }) seq!: number;
  @Prop({ type: String }) recipientPage!: string;
  @Prop({ type: Number }) offset!: number;
  @Prop({ type: Number }) size!: number;
  @Prop({ type: String }) state!: BatchState;
  @Prop({ type: Number }) rev!: number;
  /** The earliest time of a release (database time). */
  @Prop({ type: Date }) due!: Date;
  /** Counts releases. A hint of an earlier release is stale. */
  @Prop({ type: Number }) release!: number;
  /** While RELEASED: when the batch is ready again unless it is leased. */
  @Prop({ type: Date }) releasedUntil!: Date | null;
  /** Increases with every lease. */
  @Prop({ type: Number }) fence!: number;
  @Prop({ type: Object }) lease!: BatchLease | null;
  @Prop({ type: [Number] }) todo!: number[];
  /** Whether the batch is canceled. Positions without a lease are not sent: see the state CANCELLED. */
  @Prop({ type: Boolean }) cancelled!: boolean;
  @Prop({ type: Object }) outcome!: BatchOutcome;
  @Prop({ type: [Object] }) exceptions!: StoredException[];
  @Prop({ type: Date }) plannedAt!: Date;
  /** Until when a failure leads to a delivery on the person's next channel. Absent: it doesn't. */
  @Prop({ type: Date }) fallbackUntil?: Date;
  /** Whether failed deliveries wait for a delivery on the next channel. Used only for searches. Absent: no. */
  @Prop({ type: Boolean }) fallbackDue?: true;
  /** The trace context of its planning; absent: the trace is not sampled, or ends before. */
  @Prop({ type: String }) traceparent?: string;
  /** The last run of the campaign for which this batch was checked, and since when the batch has waited in that run. */
  @Prop({ type: Number }) run!: number;
  @Prop({ type: Date }) since!: Date;
  /** When a position was last settled. */
  @Prop({ type: Date }) settledAt!: Date | null;
  /** How many positions were settled recently, and when. */
  @Prop({ type: [Object] }) progress!: Piece[];
  /** When the positions were completed, and with which result (see timeline.ts). Absent: no position was completed. */
  @Prop({ type: String }) timeline?: string;
  /** Marks of webhook events that are not published yet. Absent: none. */
  @Prop({ type: [Object], default: undefined }) pendingWebhookEvents?: WebhookEventMark[];
  /** The states of the deliveries, their counts, and the data for reports. Used only for searches and sums. */
  @Prop({ type: [String] }) holds!: (DeliveryState | Feedback)[];
  @Prop({ type: Object }) counts!: Counts;
  @Prop({ type: String }) summary!: string;
  /**
   * When the batch was last written, set by the database (see `changed-documents.ts`). Absent before a position is
   * settled.
   */
  @Prop({ type: Object }) changed?: mongo.Timestamp;
}

export type BatchDocument = Plain<BatchRecord>;

/** Matches batches with pending webhook events. */
export const hasPendingWebhookEvents = { 'pendingWebhookEvents.n': { $exists: true } };

const isReady = { partialFilterExpression: { state: 'READY' } };

export const BatchSchema = SchemaFactory.createForClass(BatchRecord)
  .index({ campaign: 1, holds: 1, seq: -1 })
  .index({ state: 1, channel: 1, campaign: 1, due: 1, seq: 1 }, { name: 'ready', ...isReady })
  .index({ since: 1 }, isReady)
  .index(...CHANGES_INDEX)
  .index({ releasedUntil: 1 }, { partialFilterExpression: { state: 'RELEASED' } })
  .index({ fallbackDue: 1, campaign: 1 }, { partialFilterExpression: { fallbackDue: true } })
  .index({ 'lease.until': 1 }, { partialFilterExpression: { state: 'LEASED' } })
  // This index contains all fields that a report sums, in the order of the key.
  .index({ _id: 1, summary: 1 }, { name: 'summaries' })
  // This index contains all fields that a timeline sums.
  .index({ _id: 1, timeline: 1 }, { name: 'timelines', partialFilterExpression: { timeline: { $gt: '' } } })
  .index(
    { campaign: 1, settledAt: 1 },
    { name: 'settled', partialFilterExpression: { settledAt: { $type: 'date' } } },
  )
  .index(
    { user: 1, campaign: 1, 'pendingWebhookEvents.n': 1 },
    { name: 'webhookEventsOfUser', partialFilterExpression: hasPendingWebhookEvents },
  );

/** A batch as used outside the store, with individual positions. */
export interface Batch extends Omit<
  BatchDocument,
  '_id' | 'campaign' | 'user' | 'exceptions' | 'holds' | 'counts' | 'summary' | 'changed' | 'fallbackDue'
> {
  id: string;
  campaign: string;
  user: string;
  exceptions: Exception[];
}

/** Why a recipient is skipped when a lease is granted. ERASED: the person's data was erased. */
export interface Exclusion {
  position: number;
  reason: ExclusionReason | SkipReason | 'ERASED';
}

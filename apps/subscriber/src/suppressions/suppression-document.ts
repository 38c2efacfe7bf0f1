import type {
  AuditNote,
  Channel,
  ShownPreferences,
  Suppression,
  SuppressionHistory,
  SuppressionReason,
  WebhookEvent,
} from '@carillon/contracts';
import { NOTES_INDEX, collection, part, type Plain } from '@carillon/mongo';
import { WEBHOOK_EVENTS_INDEX } from '@carillon/webhooks';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Schema as MongooseSchema, Types } from 'mongoose';
import { type Cause, type CountedBounce, type Eligibility, type PastCause, strongest } from './eligibility';
import type { PastTopicOptOut, TopicOptOut } from './preferences';

const CauseSchema = new MongooseSchema<Cause>(
  { reason: String, sender: String, at: Date, source: String },
  part,
);

/** The history of an address, kept permanently. Without causes it isn't a suppression, and users don't see it. */
@Schema(collection('suppressions'))
export class SuppressionRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) address!: string;
  @Prop({ type: [CauseSchema] }) causes!: Cause[];
  /** Absent: none. */
  @Prop({ type: [Object], default: undefined }) lifted?: PastCause[];
  @Prop({ type: Object }) reportedAt!: Partial<Record<SuppressionReason, Date>>;
  @Prop({ type: [String] }) providerIds!: string[];
  /** Absent: none. */
  @Prop({ type: [Object], default: undefined }) doubts?: CountedBounce[];
  /** Absent: none. */
  @Prop({ type: [Object], default: undefined }) passing?: CountedBounce[];
  @Prop({ type: String }) liftedBy!: string | null;
  /** The reason of the strongest cause, for list filters. */
  @Prop({ type: String }) reason!: SuppressionReason | null;
  /** The topics that the person left. Absent: none. */
  @Prop({ type: [Object], default: undefined }) topics?: TopicOptOut[];
  /** Absent: none. */
  @Prop({ type: [Object], default: undefined }) pastTopics?: PastTopicOptOut[];
  /** Absent: never set. */
  @Prop({ type: Object, default: undefined }) snooze?: { until: Date | null; at: Date };
  /** When a topic or a snooze was added last (database time). */
  @Prop({ type: Date }) choiceAt?: Date;
  /** When a cause was added last (database time). */
  @Prop({ type: Date }) at?: Date;
  @Prop({ type: Number }) rev!: number;
  /** Audit entries that are not announced yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
  /** Webhook events that are not published yet. Absent: none. */
  @Prop({ type: [Object], default: undefined }) pendingWebhookEvents?: WebhookEvent[];
}

export type SuppressionDocument = Plain<SuppressionRecord>;

/** One document for each address on a channel. Checks before sending also use this index. */
export const BY_ADDRESS = { userId: 1, channel: 1, address: 1 } as const;
/** Finds whether a cause was added on a channel since a time. */
export const BY_TIME = { userId: 1, channel: 1, at: 1 } as const;
/** The index that lists use. If a filter is not set, results are merged by `_id`. */
export const IN_ORDER = { userId: 1, channel: 1, reason: 1, _id: 1 } as const;

/** Finds the people who left a topic. */
export const BY_TOPIC = { userId: 1, 'topics.topicId': 1, _id: 1 } as const;
export const hasTopics = { 'topics.topicId': { $exists: true } };
/** Finds the people who opted out with a link in a campaign: of all emails, or of a topic. */
const BY_OPT_OUT = { userId: 1, 'causes.source': 1 } as const;
const BY_TOPIC_OPT_OUT = { userId: 1, 'topics.source': 1 } as const;
export const hasUnsubscribed = { 'causes.reason': 'UNSUBSCRIBED' } as const;
/** Finds the people who want no messages for a while. */
export const BY_SNOOZE = { userId: 1, 'snooze.until': 1 } as const;
/** Finds whether a topic or a snooze was added since a time. */
export const BY_CHOICE = { userId: 1, choiceAt: 1 } as const;
const hasChoice = { choiceAt: { $exists: true } };
const isSnoozed = { 'snooze.until': { $type: 'date' } };

export const SuppressionSchema = SchemaFactory.createForClass(SuppressionRecord)
  .index(BY_ADDRESS, { unique: true })
  .index(BY_TIME)
  .index(IN_ORDER)
  .index(BY_TOPIC, { partialFilterExpression: hasTopics })
  .index(BY_OPT_OUT, { partialFilterExpression: hasUnsubscribed })
  .index(BY_TOPIC_OPT_OUT, { partialFilterExpression: hasTopics })
  .index(BY_CHOICE, { partialFilterExpression: hasChoice })
  .index(BY_SNOOZE, { partialFilterExpression: isSnoozed })
  .index(...NOTES_INDEX)
  .index(...WEBHOOK_EVENTS_INDEX);

/** An address on a channel of a user. */
export interface Address {
  userId: string;
  channel: Channel;
  address: string;
}

/** The history of an address. */
export interface AddressHistory {
  id: string;
  address: Address;
  eligibility: Eligibility;
  /** 0: nothing is stored. */
  rev: number;
}

export function toAddressHistory(document: SuppressionDocument): AddressHistory {
  const { _id, userId, channel, address, causes, lifted = [] } = document;
  const { reportedAt, providerIds, doubts = [], passing = [], liftedBy, rev } = document;
  const { topics = [], pastTopics = [], snooze = null } = document;
  return {
    id: _id.toHexString(),
    address: { userId: userId.toHexString(), channel, address },
    eligibility: {
      ...{ causes, lifted, reportedAt, providerIds, doubts, passing, liftedBy },
      ...{ topics, pastTopics, snooze },
    },
    rev,
  };
}

/** The suppression as its user sees it; empty if the address has no cause. */
export function shown({ id, address, eligibility }: AddressHistory): Suppression[] {
  const cause = strongest(eligibility);
  if (!cause) return [];
  const { reason, sender, at } = cause;
  return [{ id, ...address, sender, reason, createdAt: at.toISOString() }];
}

/** The causes that were lifted, newest first. */
export function shownLifted({ lifted }: Eligibility): SuppressionHistory['lifted'] {
  return lifted.toReversed().map((cause) => {
    const { liftedAt, liftedBy } = cause;
    return { ...shownCause(cause), liftedAt: liftedAt.toISOString(), liftedBy };
  });
}

export function shownCause({ reason, sender, source, at }: Cause): SuppressionHistory['causes'][number] {
  return { reason, sender, source, createdAt: at.toISOString() };
}

/** The topics that the person left, and the pause of messages. */
export function shownPreferences({ topics, pastTopics, snooze }: Eligibility): ShownPreferences {
  const shownTopic = ({ topicId, source, at }: TopicOptOut) => ({
    topicId,
    source,
    createdAt: at.toISOString(),
  });
  return {
    topics: topics.map(shownTopic),
    pastTopics: pastTopics.toReversed().map((topic) => ({
      ...shownTopic(topic),
      liftedAt: topic.liftedAt.toISOString(),
      liftedBy: topic.liftedBy,
    })),
    ...(snooze?.until && { snoozedUntil: snooze.until.toISOString() }),
  };
}

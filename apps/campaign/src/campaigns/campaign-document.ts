import type {
  AuditNote,
  Bodies,
  Campaign,
  CampaignStatus,
  CompiledEmail,
  NamedSenders,
  Payload,
  Plan,
  RetrySelection,
  WhatsappTemplate,
} from '@carillon/contracts';
import { storedTrace } from '@carillon/messaging';
import { NOTES_INDEX, collection, part, type Plain } from '@carillon/platform';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { Schema as MongooseSchema, Types } from 'mongoose';
import { type CampaignDraft, draftOf } from './draft';
import { searchedName } from './name-search';

/** Events that say no more than which campaign they are about. */
export type ChangeEvent = 'campaign.paused' | 'campaign.resumed' | 'campaign.cancelled' | 'campaign.deleted';

/** An event that is stored with the write it tells of, and is not announced yet. */
export type PendingEvent = { id: ObjectId; rev: number; traceparent?: string } & (
  | { type: 'campaign.published' | ChangeEvent }
  | { type: 'campaign.retried'; run: number; selection: RetrySelection }
);

/** The request that published a campaign. It stays with the campaign in every later status. */
export interface StartOrder {
  requestId: string;
  at: Date;
  /** Null: at once; `maxLateness` is null then, too. */
  scheduledAt: Date | null;
  /** Seconds. */
  maxLateness: number | null;
}

const StartOrderSchema = new MongooseSchema<StartOrder>(
  { requestId: String, at: Date, scheduledAt: Date, maxLateness: Number },
  part,
);
const PendingEventSchema = new MongooseSchema(
  {
    id: Types.ObjectId,
    type: { type: String },
    rev: Number,
    run: Number,
    selection: Object,
    traceparent: String,
  },
  part,
);

/**
 * A campaign as it is stored. `rev` rises with every change; `run` counts its sendings, 0 for a draft.
 * `updatedAt` changes with the content and with publishing, not when the sending ends: a
 * repeated publish must give the same answer as the first.
 */
@Schema(collection('campaigns'))
export class CampaignRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) name!: string;
  /** What searches look at; absent: stored before names were searched so, and found once it is edited. */
  @Prop({ type: String }) foldedName?: string;
  @Prop({ type: [String], default: undefined }) nameGrams?: string[];
  @Prop({ type: Object }) bodies!: Bodies;
  @Prop({ type: Object }) whatsappTemplate!: WhatsappTemplate | null;
  @Prop({ type: Boolean }) shouldRemoveWatermark!: boolean;
  @Prop({ type: [Types.ObjectId] }) groups!: ObjectId[];
  /** Absent: it goes out by the default senders. */
  @Prop({ type: Object }) senders?: NamedSenders;
  @Prop({ type: String }) status!: CampaignStatus;
  @Prop({ type: String }) statusReason!: string | null;
  @Prop({ type: Number }) rev!: number;
  @Prop({ type: Number }) run!: number;
  /** The email as it was compiled when the campaign was published. Absent: there is none, or the campaign is a draft. */
  @Prop({ type: Object }) compiledEmail?: CompiledEmail | null;
  /** The user's plan at publish. */
  @Prop({ type: String }) plan!: Plan | null;
  @Prop({ type: StartOrderSchema }) order!: StartOrder | null;
  /** As ordered; null again when it is unscheduled. */
  @Prop({ type: Date }) scheduledAt!: Date | null;
  /** Seconds. */
  @Prop({ type: Number }) maxLateness!: number | null;
  /** The requests of its latest retries. */
  @Prop({ type: [String] }) retries!: string[];
  /** The requests of its latest steps from one status to another. */
  @Prop({ type: [String] }) steps!: string[];
  /** Since when it is PAUSED; absent: unknown, or it is not. */
  @Prop({ type: Date }) pausedAt?: Date | null;
  /** For what it was paused without being asked, with the run: once for each. Absent: for nothing. */
  @Prop({ type: [String], default: undefined }) pausedFor?: string[];
  /** When a SCHEDULED campaign is looked at next (database time); a claim moves it ahead. Null: never. */
  @Prop({ type: Date }) dueAt!: Date | null;
  @Prop({ type: [PendingEventSchema] }) pending!: PendingEvent[];
  /**
   * Since when its order to begin, resume or retry waits for its turn; it is not announced before. Null or absent: no order
   * waits.
   */
  @Prop({ type: Date }) waitsSince?: Date | null;
  /** Audit entries that are not announced yet. A process of 0.2 leaves them alone. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
  /** The end of a relay's claim on the pending events (database time). */
  @Prop({ type: Date }) relayHeldUntil!: Date | null;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  @Prop({ type: Date }) publishedAt!: Date | null;
  @Prop({ type: Date }) finishedAt!: Date | null;
  /** The message that edited the draft last, so that its redelivery is recognised. */
  @Prop({ type: String }) editedBy?: string;
  /** Set: users do not see the campaign; the document stays until its last event is announced. */
  @Prop({ type: Date }) deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognised. */
  @Prop({ type: String }) deletedBy?: string;
  /** Set: only this and the id are left of a deleted campaign (database time). A late repeat of its creation finds the id taken. */
  @Prop({ type: Date }) purgedAt?: Date;
}

export type CampaignDocument = Plain<CampaignRecord>;

/** The statuses from publishing to the end of the sending. */
export const underWay: CampaignStatus[] = ['SCHEDULED', 'SENDING', 'PAUSED'];

/** A request is repeated within a day (seconds). */
const PURGED_ID_KEPT_S = 2 * 24 * 3600;

/** Indexes that counts name. */
export const NEWEST = 'newest';
export const DELETED_OF_USER = 'deletedOfUser';
/** Leads to the next user with campaigns that are due. */
export const DUE_OF_USER = 'dueOfUser';
/** Leads to the next user with events to announce, and to what that user did other than delete first. */
export const PENDING_OF_USER = 'announcedByUser';
/** Leads to what a user has running, and to what waits for its turn, longest first. */
export const RUNNING_OF_USER = 'runningOfUser';
/** Holds all that a list is filtered by, so that only what is found is read. */
export const LOOKED_THROUGH = 'lookedThroughFolded';
/** Leads to the campaigns whose names have a part of three characters. */
export const BY_GRAM = 'byGram';

export const CampaignSchema = SchemaFactory.createForClass(CampaignRecord)
  .index({ userId: 1, _id: -1 }, { name: NEWEST })
  .index({ userId: 1, _id: -1, status: 1, foldedName: 1 }, { name: LOOKED_THROUGH })
  .index({ userId: 1, nameGrams: 1, _id: -1 }, { name: BY_GRAM })
  .index({ groups: 1 }, { name: 'target', partialFilterExpression: { status: { $in: underWay } } })
  .index({ pausedAt: 1 }, { name: 'paused', partialFilterExpression: { status: 'PAUSED' } })
  .index({ dueAt: 1 }, { name: 'due', partialFilterExpression: { status: 'SCHEDULED' } })
  .index({ userId: 1, dueAt: 1 }, { name: DUE_OF_USER, partialFilterExpression: { status: 'SCHEDULED' } })
  .index(
    { userId: 1, waitsSince: 1, deletedAt: 1 },
    { name: RUNNING_OF_USER, partialFilterExpression: { status: 'SENDING' } },
  )
  .index(
    { userId: 1, waitsSince: 1, deletedAt: 1, relayHeldUntil: 1 },
    { name: PENDING_OF_USER, partialFilterExpression: { 'pending.id': { $exists: true } } },
  )
  .index(...NOTES_INDEX)
  .index({ deletedAt: 1 }, { name: 'deleted', partialFilterExpression: { deletedAt: { $exists: true } } })
  .index(
    { userId: 1, deletedAt: 1 },
    { name: DELETED_OF_USER, partialFilterExpression: { deletedAt: { $exists: true } } },
  )
  .index(
    { purgedAt: 1 },
    { expireAfterSeconds: PURGED_ID_KEPT_S, partialFilterExpression: { purgedAt: { $exists: true } } },
  );

/** A campaign with the fields that only this service uses. */
export interface StoredCampaign {
  campaign: Campaign;
  rev: number;
  run: number;
  plan: Plan | null;
  order: StartOrder | null;
  retries: string[];
  steps: string[];
  editedBy: string | null;
  /** Whether it is being sent, but has not had its turn to begin yet. */
  isWaiting: boolean;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The content, the groups, and the senders. */
export const storedDraft = ({
  name,
  bodies,
  whatsappTemplate,
  shouldRemoveWatermark,
  groups,
  senders,
}: CampaignDocument): CampaignDraft => ({
  name,
  bodies,
  whatsappTemplate,
  shouldRemoveWatermark,
  groups: groups.map((group) => group.toHexString()),
  ...(senders && { senders }),
});

const idsOf = (groups: string[]): ObjectId[] => groups.map((group) => new ObjectId(group));

export function newDocument(command: Payload<'campaign.create'>, createdAt: Date): CampaignDocument {
  const { groups, ...content } = draftOf(command);
  return {
    _id: new ObjectId(command.id),
    userId: new ObjectId(command.userId),
    ...content,
    ...searchedName(content.name),
    groups: idsOf(groups),
    status: 'DRAFT',
    statusReason: null,
    rev: 1,
    run: 0,
    plan: null,
    order: null,
    scheduledAt: null,
    maxLateness: null,
    dueAt: null,
    retries: [],
    steps: [],
    pending: [],
    relayHeldUntil: null,
    createdAt,
    updatedAt: createdAt,
    publishedAt: null,
    finishedAt: null,
  };
}

/** The fields that an edit of a draft sets. */
export function edited(rev: number, { groups, ...content }: CampaignDraft, edit: { by: string; at: Date }) {
  return {
    ...content,
    ...searchedName(content.name),
    groups: idsOf(groups),
    rev,
    editedBy: edit.by,
    updatedAt: edit.at,
  } satisfies Partial<CampaignDocument>;
}

/** The fields that starting a campaign sets: the status, and the event to announce when it is its turn. */
export function starting(rev: number, plan: Plan) {
  return {
    status: 'SENDING',
    rev,
    run: 1,
    plan,
    waitsSince: new Date(),
    pending: [{ id: new ObjectId(), type: 'campaign.published', rev, ...storedTrace() }],
  } satisfies Partial<CampaignDocument>;
}

/** What publishing fixes for all recipients. */
export interface Publishing {
  order: StartOrder;
  plan: Plan;
  compiledEmail: CompiledEmail | null;
}

/** The fields that publishing at once sets. */
export function started(rev: number, { order, plan, compiledEmail }: Publishing) {
  return {
    ...starting(rev, plan),
    order,
    compiledEmail,
    updatedAt: order.at,
    publishedAt: order.at,
  } satisfies Partial<CampaignDocument>;
}

/** The fields that publishing for later sets. No event: the campaign may be unscheduled again. */
export function scheduled(rev: number, { order, compiledEmail }: Publishing) {
  const { scheduledAt, maxLateness } = order;
  return {
    status: 'SCHEDULED',
    rev,
    order,
    compiledEmail,
    scheduledAt,
    maxLateness,
    dueAt: scheduledAt,
    updatedAt: order.at,
  } satisfies Partial<CampaignDocument>;
}

export function toStored(document: CampaignDocument): StoredCampaign {
  const { rev, run, plan, order, retries, steps, editedBy = null, waitsSince = null } = document;
  return {
    campaign: {
      id: document._id.toHexString(),
      userId: document.userId.toHexString(),
      ...storedDraft(document),
      status: document.status,
      statusReason: document.statusReason,
      scheduledAt: iso(document.scheduledAt),
      maxLateness: document.maxLateness,
      createdAt: document.createdAt.toISOString(),
      updatedAt: document.updatedAt.toISOString(),
      publishedAt: iso(document.publishedAt),
      finishedAt: iso(document.finishedAt),
    },
    ...{ rev, run, plan, order, retries, steps, editedBy },
    isWaiting: document.status === 'SENDING' && waitsSince !== null,
  };
}

/** One step from a status to another, as one write. The values are expressions of an update pipeline. */
export interface StatusChange {
  from: CampaignStatus[];
  to: CampaignStatus;
  action: 'campaign.paused' | 'campaign.resumed' | 'campaign.cancelled' | 'campaign.unscheduled';
  set: Partial<Record<keyof CampaignDocument, unknown>>;
}

/** Requests remembered for repeats: a request is repeated within a day, mostly within seconds. */
export const REMEMBERED_REQUESTS = 20;

export const nextRev = { $add: ['$rev', 1] };

/** The remembered requests, with this one appended. */
export const stepsAnd = (requestId: string) => ({
  $slice: [{ $concatArrays: ['$steps', [requestId]] }, -REMEMBERED_REQUESTS],
});

/** The pending events, with this one appended. */
export const followedBy = (type: ChangeEvent) => ({ $concatArrays: ['$pending', [pending(type)]] });

/**
 * This event alone: it replaces pending events that are overtaken. Listeners that have one of those go by the rev. For a
 * campaign that was never announced there is no event at all.
 */
export const overtakenBy = (type: ChangeEvent) => ({ $cond: [{ $gt: ['$run', 0] }, [pending(type)], []] });

const pending = (type: ChangeEvent) => ({
  id: new ObjectId(),
  type,
  rev: nextRev,
  ...storedTrace(),
});

import {
  type Audience,
  type AuditNote,
  type By,
  type Campaign,
  type CampaignContent,
  type CampaignEmails,
  type CampaignOutline,
  type CampaignStatus,
  type Channel,
  type CompiledEmail,
  type EmailSource,
  type ExpectedCost,
  type FrozenAudience,
  type LiquidEmail,
  type NamedSenders,
  type Payload,
  type Plan,
  type RetrySelection,
  type StatusReason,
  type TranslatedEmails,
  type UtmDefaults,
  type WebhookEvent,
  channels,
  eachChannel,
  mediaIn,
  asCompiled,
} from '@carillon/contracts';
import { type LinkTags, linkTagsOf } from '@carillon/content';
import { storedTrace } from '@carillon/messaging';
import { NOTES_INDEX, collection, part, type Plain } from '@carillon/mongo';
import { WEBHOOK_EVENTS_INDEX } from '@carillon/webhooks';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { Schema as MongooseSchema, Types } from 'mongoose';
import { type StoredApproval, currentApproval, shownApproval } from './approval';
import type { StoredNotice } from './campaign-notices';
import { type CampaignDraft, draftOf, isNarrowed, targetsOf } from './draft';
import { searchedName } from '../name-search';

/** Events that contain only the campaign ID. */
export type ChangeEvent = 'campaign.paused' | 'campaign.resumed' | 'campaign.cancelled' | 'campaign.deleted';

/** An unannounced event, stored in the write that it describes. */
export type PendingEvent = { id: ObjectId; rev: number; traceparent?: string } & (
  | { type: 'campaign.published' | ChangeEvent }
  | { type: 'campaign.retried'; run: number; selection: RetrySelection }
);

/** The request that published a campaign. It stays with the campaign in every later status. */
export interface StartOrder {
  requestId: string;
  at: Date;
  /** Null: the campaign starts immediately, and `maxLateness` is also null. */
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

/** A tag, and what identifies it. */
export interface StoredTag {
  key: string;
  name: string;
}

/**
 * A campaign as it is stored. `rev` increases with every change. `run` counts the runs of the campaign, 0 for a draft.
 * `updatedAt` changes with the content and with publishing, but not when a run ends, because a repeated publish must
 * return the same reply as the first.
 */
@Schema(collection('campaigns'))
export class CampaignRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  /** Absent: none. */
  @Prop({ type: [Object], default: undefined }) tags?: StoredTag[];
  /** Absent: false. */
  @Prop({ type: Boolean }) isArchived?: boolean;
  @Prop({ type: String }) name!: string;
  /** The searchable name. */
  @Prop({ type: String }) foldedName!: string;
  @Prop({ type: [String] }) nameGrams!: string[];
  @Prop({ type: Object }) content!: CampaignContent;
  /** What the HTML is made from. Absent or null: the HTML was written as it is. */
  @Prop({ type: Object }) emailSource?: EmailSource | null;
  @Prop({ type: [Types.ObjectId] }) groups!: ObjectId[];
  /** Absent: only the groups. */
  @Prop({ type: Object }) audience?: Audience;
  /** The IDs in the audience, for searches. */
  @Prop({ type: [String], default: undefined }) targets?: string[];
  /** The tokens of the uploaded files that the content links to, and the IDs of the attached ones. Absent: none. */
  @Prop({ type: [String], default: undefined }) media?: string[];
  /** The audience as fixed when the campaign started. Absent: only the groups, or the campaign hasn't started. */
  @Prop({ type: Object }) frozenAudience?: FrozenAudience;
  /** What the campaign was expected to cost when it started. Absent: it wasn't estimated. */
  @Prop({ type: Object }) expectedCost?: ExpectedCost;
  /** Absent: the default sender of each channel. */
  @Prop({ type: Object }) senders?: NamedSenders;
  @Prop({ type: String }) status!: CampaignStatus;
  @Prop({ type: String }) statusReason!: StatusReason | null;
  @Prop({ type: Number }) rev!: number;
  @Prop({ type: Number }) run!: number;
  /** The email as compiled at publish. Absent: the campaign has no email, or the campaign is a draft. */
  @Prop({ type: Object }) compiledEmail?: CompiledEmail | null;
  /** The same for a content in Liquid. */
  @Prop({ type: Object }) liquidEmail?: LiquidEmail | null;
  /** The emails of the translations, as compiled at publish. Absent or null: none. */
  @Prop({ type: Object }) translatedEmails?: TranslatedEmails | null;
  /** The parameters in the links of that email. Absent or null: none. */
  @Prop({ type: Object }) linkTags?: LinkTags | null;
  /** The user's plan at publish. */
  @Prop({ type: String }) plan!: Plan | null;
  @Prop({ type: StartOrderSchema }) order!: StartOrder | null;
  /** The requested time. Null again when the campaign is unscheduled. */
  @Prop({ type: Date }) scheduledAt!: Date | null;
  /** Seconds. */
  @Prop({ type: Number }) maxLateness!: number | null;
  /** The latest requests to retry the campaign. */
  @Prop({ type: [String] }) retries!: string[];
  /** The latest requests to change the status. */
  @Prop({ type: [String] }) steps!: string[];
  /** When the campaign was paused. Absent: it is not paused. */
  @Prop({ type: Date }) pausedAt?: Date | null;
  /** The reasons for automatic pauses, each with its run and at most once. Absent: none. */
  @Prop({ type: [String], default: undefined }) pausedFor?: string[];
  /** The runs whose members were notified about a high bounce rate. Absent: none. */
  @Prop({ type: [Number], default: undefined }) noticedBounces?: number[];
  /** When a SCHEDULED campaign is checked next (database time); a claim postpones it. Null: never. */
  @Prop({ type: Date }) dueAt!: Date | null;
  @Prop({ type: [PendingEventSchema] }) pending!: PendingEvent[];
  /**
   * The time since which the order to begin, resume, or retry has waited for its turn. The order is announced only when
   * its turn comes. Null or absent: no order waits.
   */
  @Prop({ type: Date }) waitsSince?: Date | null;
  /** The latest request for an approval. Absent: none. */
  @Prop({ type: Object }) approval?: StoredApproval | null;
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
  /** What the account's members are notified about, until it is published. */
  @Prop({ type: [Object], default: undefined }) notices?: StoredNotice[];
  /** Webhook events that are not published yet. */
  @Prop({ type: [Object], default: undefined }) pendingWebhookEvents?: WebhookEvent[];
  /** The end of a relay's claim on the pending events (database time). */
  @Prop({ type: Date }) relayHeldUntil!: Date | null;
  @Prop({ type: Date }) createdAt!: Date;
  /** Absent: unknown. */
  @Prop({ type: Object }) createdBy?: By;
  @Prop({ type: Date }) updatedAt!: Date;
  @Prop({ type: Date }) publishedAt!: Date | null;
  @Prop({ type: Date }) finishedAt!: Date | null;
  /** The ID of the message that last edited the draft, so that its redelivery is recognized. */
  @Prop({ type: String }) editedBy?: string;
  /** If set, users do not see the campaign. The document stays until its last event is announced. */
  @Prop({ type: Date }) deletedAt?: Date;
  /** The ID of the message that deleted the campaign, so that its redelivery is recognized. */
  @Prop({ type: String }) deletedBy?: string;
  /**
   * If set, only this time (database time) and the ID of a deleted campaign remain, so that a late repeat of its
   * creation finds the ID taken.
   */
  @Prop({ type: Date }) purgedAt?: Date;
}

export type CampaignDocument = Plain<CampaignRecord>;

/** The statuses from publishing to the end of the run. */
export const underWay: CampaignStatus[] = ['SCHEDULED', 'SENDING', 'PAUSED'];

/** The time in which a request may be repeated: a day (seconds). */
const PURGED_ID_KEPT_S = 2 * 24 * 3600;

/** Index hints for counts. */
export const NEWEST = 'newest';
export const DELETED_OF_USER = 'deletedOfUser';
/** Finds the next user with due campaigns. */
export const DUE_OF_USER = 'dueOfUser';
/** Finds the next user with events to announce, and that user's events other than deletions. */
export const PENDING_OF_USER = 'announcedByUser';
/** Finds a user's running campaigns and waiting campaigns. The longest-waiting campaigns come first. */
export const RUNNING_OF_USER = 'runningOfUser';
/** Contains all filter fields of lists, so that only matching documents are read. */
export const LOOKED_THROUGH = 'lookedThroughArchived';
/** Contains all fields of lists of a period, which are read without documents. */
export const LOOKED_THROUGH_DATED = 'lookedThroughDated';
/** Finds campaigns by a tag. Contains the other filter fields of lists. */
export const BY_TAG = 'byTag';
/** Finds campaigns by a three-character part of their name. */
export const BY_GRAM = 'byGram';
/** Finds campaigns by the state of their approval. */
export const BY_APPROVAL = 'byApproval';
/** Finds campaigns with notices to publish. */
export const NOTICED = 'notices';
export const hasNotices = { 'notices.id': { $exists: true } };
/** Finds campaigns that link to an uploaded file. */
export const BY_MEDIA = 'byMedia';

export const CampaignSchema = SchemaFactory.createForClass(CampaignRecord)
  .index({ userId: 1, _id: -1 }, { name: NEWEST })
  .index({ userId: 1, _id: -1, status: 1, isArchived: 1, foldedName: 1 }, { name: LOOKED_THROUGH })
  // Processes of release 0.3.0 name this index.
  .index({ userId: 1, _id: -1, status: 1, foldedName: 1 }, { name: 'lookedThroughFolded' })
  .index(
    {
      ...{ userId: 1, _id: -1, status: 1, isArchived: 1, foldedName: 1 },
      ...{ publishedAt: 1, scheduledAt: 1, deletedAt: 1 },
    },
    { name: LOOKED_THROUGH_DATED },
  )
  .index(
    { userId: 1, 'tags.key': 1, _id: -1, status: 1, isArchived: 1, foldedName: 1 },
    { name: BY_TAG, partialFilterExpression: { 'tags.key': { $exists: true } } },
  )
  .index({ userId: 1, nameGrams: 1, _id: -1 }, { name: BY_GRAM })
  .index(
    { userId: 1, 'approval.state': 1, _id: -1 },
    { name: BY_APPROVAL, partialFilterExpression: { 'approval.state': { $exists: true } } },
  )
  .index({ userId: 1, media: 1 }, { name: BY_MEDIA, partialFilterExpression: { media: { $exists: true } } })
  .index({ groups: 1 }, { name: 'target', partialFilterExpression: { status: { $in: underWay } } })
  .index({ targets: 1 }, { name: 'audience', partialFilterExpression: { status: { $in: underWay } } })
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
  .index(...WEBHOOK_EVENTS_INDEX)
  .index({ 'notices.id': 1 }, { name: NOTICED, partialFilterExpression: hasNotices })
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
  /** The parameters in the links of the published email. */
  linkTags: LinkTags | null;
  tags: StoredTag[];
  order: StartOrder | null;
  retries: string[];
  steps: string[];
  editedBy: string | null;
  /** Null: unknown. */
  createdBy: By | null;
  /** Null: nobody has asked for an approval. */
  approval: StoredApproval | null;
  /** Whether the campaign is SENDING, but has not yet had its turn to begin. */
  isWaiting: boolean;
}

const namesOf = (tags: readonly StoredTag[]): string[] => tags.map(({ name }) => name);
const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The fields that the user writes. */
export const storedDraft = ({
  name,
  content,
  emailSource,
  groups,
  audience,
  senders,
}: CampaignDocument): CampaignDraft => ({
  name,
  content,
  ...(emailSource && { emailSource }),
  groups: groups.map((group) => group.toHexString()),
  ...(audience && isNarrowed(audience) && { audience }),
  ...(senders && { senders }),
});

/** The audience and its IDs. */
function searchedAudience({ audience }: CampaignDraft): Pick<CampaignDocument, 'audience' | 'targets'> {
  return audience ? { audience, targets: targetsOf(audience) } : {};
}

/** An empty list replaces an earlier one. */
function usedMedia(draft: CampaignDraft): Required<Pick<CampaignDocument, 'media'>> {
  return { media: mediaIn(draft) };
}

const idsOf = (groups: string[]): ObjectId[] => groups.map((group) => new ObjectId(group));

/** The fields of a new campaign, whether it is published immediately or not. */
export type NewCampaign = Omit<Payload<'campaign.create'>, 'start' | 'by'> & {
  tags?: StoredTag[];
  createdBy?: By;
};

export function newDocument(command: NewCampaign, createdAt: Date): CampaignDocument {
  const { groups, ...draft } = draftOf(command);
  return {
    _id: new ObjectId(command.id),
    userId: new ObjectId(command.userId),
    ...draft,
    ...(command.tags && { tags: command.tags }),
    ...(command.createdBy && { createdBy: command.createdBy }),
    ...searchedName(draft.name),
    ...searchedAudience(command),
    ...usedMedia(command),
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

/** An edit of a draft. `by`: the ID of the message. `approval`: the approval after the edit; absent: none. */
export interface DraftEdit {
  by: string;
  at: Date;
  approval?: StoredApproval;
  notes?: AuditNote[];
  pendingWebhookEvents?: WebhookEvent[];
}

/** The fields that an edit of a draft sets. */
export function edited(rev: number, changed: CampaignDraft, edit: DraftEdit) {
  const { groups, ...draft } = changed;
  return {
    ...draft,
    ...searchedName(draft.name),
    ...searchedAudience(changed),
    emailSource: changed.emailSource ?? null,
    ...usedMedia(changed),
    groups: idsOf(groups),
    rev,
    editedBy: edit.by,
    updatedAt: edit.at,
    ...(edit.approval && { approval: edit.approval }),
  } satisfies Partial<CampaignDocument>;
}

/** The fields that starting a campaign sets: the status, and the event to announce when the campaign's turn comes. */
export function starting(
  rev: number,
  { plan, frozenAudience, expectedCost }: Pick<Publishing, 'plan' | 'frozenAudience' | 'expectedCost'>,
) {
  return {
    ...(frozenAudience && { frozenAudience }),
    ...(expectedCost && { expectedCost }),
    status: 'SENDING',
    rev,
    run: 1,
    plan,
    waitsSince: new Date(),
    pending: [{ id: new ObjectId(), type: 'campaign.published', rev, ...storedTrace() }],
  } satisfies Partial<CampaignDocument>;
}

/** The content that publishing fixes for all recipients. */
export interface Publishing {
  order: StartOrder;
  plan: Plan;
  emails: CampaignEmails;
  linkTags: LinkTags | null;
  /** Undefined: only the groups. A scheduled campaign fixes its audience when it starts. */
  frozenAudience?: FrozenAudience | undefined;
  /** Absent: it isn't estimated. */
  expectedCost?: ExpectedCost;
  /** Absent or null: none. */
  approval?: StoredApproval | null;
}

/** The approval stays valid, although publishing changes `updatedAt`. */
function keptApproval({ approval, order }: Publishing): Pick<CampaignDocument, 'approval'> {
  return approval ? { approval: { ...approval, contentAt: order.at } } : {};
}

/** The emails of an earlier schedule are removed. */
function storedEmails({ emails, linkTags }: Publishing) {
  const none = { compiledEmail: null, liquidEmail: null, translatedEmails: null };
  return { ...none, ...asCompiled(emails), linkTags } satisfies Partial<CampaignDocument>;
}

/** The fields that immediate publishing sets. */
export function started(rev: number, publishing: Publishing) {
  const { order } = publishing;
  return {
    ...starting(rev, publishing),
    order,
    ...storedEmails(publishing),
    ...keptApproval(publishing),
    isArchived: false,
    updatedAt: order.at,
    publishedAt: order.at,
  } satisfies Partial<CampaignDocument>;
}

/** The fields that scheduling sets. No event is stored, because the campaign may be unscheduled again. */
export function scheduled(rev: number, publishing: Publishing) {
  const { order } = publishing;
  const { scheduledAt, maxLateness } = order;
  return {
    status: 'SCHEDULED',
    rev,
    order,
    ...storedEmails(publishing),
    ...keptApproval(publishing),
    isArchived: false,
    scheduledAt,
    maxLateness,
    dueAt: scheduledAt,
    updatedAt: order.at,
  } satisfies Partial<CampaignDocument>;
}

export function toStored(document: CampaignDocument): StoredCampaign {
  const { rev, run, plan, order, retries, steps } = document;
  const { tags = [], linkTags = null, editedBy = null, createdBy = null, waitsSince = null } = document;
  const approval = currentApproval(document);
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
      ...(document.tags && { tags: namesOf(document.tags) }),
      ...(document.isArchived && { isArchived: true }),
      ...(approval && { approval: shownApproval(approval) }),
    },
    ...{ rev, run, plan, linkTags, tags, order, retries, steps, editedBy, createdBy, approval },
    isWaiting: document.status === 'SENDING' && waitsSince !== null,
  };
}

/** The parameters that a campaign's links had when it was published, or would have if it were published now. */
export function shownLinkTags(
  { campaign, linkTags }: Pick<StoredCampaign, 'campaign' | 'linkTags'>,
  account: UtmDefaults | undefined,
): LinkTags | null {
  return campaign.status === 'DRAFT' ? linkTagsOf(campaign, account) : linkTags;
}

/** A field of the texts, which the content has once for each template language. */
const inEngine = (field: string) => ({ $ifNull: [`$content.liquid.${field}`, `$content.${field}`] });

/** The projection for lists. The database finds which messages exist, because they can be long. */
export const outlined = {
  ...{ groups: 1, audience: 1, scheduledAt: 1, publishedAt: 1, finishedAt: 1, tags: 1 },
  ...{ status: 1, updatedAt: 1, approval: 1 },
  messages: {
    ...eachChannel((channel) => ({ $gt: [inEngine(`bodies.${channel}`), ''] })),
    template: { $gt: [inEngine('whatsappTemplate'), null] },
  },
} as const;

export interface StoredOutline extends Pick<
  CampaignDocument,
  | '_id'
  | 'groups'
  | 'audience'
  | 'scheduledAt'
  | 'publishedAt'
  | 'finishedAt'
  | 'tags'
  | 'status'
  | 'updatedAt'
  | 'approval'
> {
  messages: Record<Channel | 'template', boolean>;
}

export function toOutline({
  _id,
  groups,
  audience,
  messages,
  tags,
  ...times
}: StoredOutline): CampaignOutline {
  const approval = currentApproval(times);
  return {
    id: _id.toHexString(),
    channels: channels.filter(
      (channel) => messages[channel] || (channel === 'WHATSAPP' && messages.template),
    ),
    groups: groups.map((group) => group.toHexString()),
    segments: audience?.segments ?? [],
    scheduledAt: iso(times.scheduledAt),
    publishedAt: iso(times.publishedAt),
    finishedAt: iso(times.finishedAt),
    ...(tags && { tags: namesOf(tags) }),
    ...(approval && { approval: approval.state }),
  };
}

/** A step from one status to another in a single write. The values are expressions of an update pipeline. */
export interface StatusChange {
  from: CampaignStatus[];
  to: CampaignStatus;
  action: 'campaign.paused' | 'campaign.resumed' | 'campaign.cancelled' | 'campaign.unscheduled';
  set: Partial<Record<keyof CampaignDocument, unknown>>;
}

/** Users can see the campaign. */
export const visible = { deletedAt: { $exists: false } };

/** The time that is this many milliseconds from now, by the database's clock. */
export const later = (milliseconds: number) => ({ $add: ['$$NOW', milliseconds] });

/**
 * The number of requests that are remembered for repeats. A request is repeated within a day, mostly within seconds.
 */
export const REMEMBERED_REQUESTS = 20;

export const nextRev = { $add: ['$rev', 1] };

/** The remembered requests, with this one appended. */
export const stepsAnd = (requestId: string) => ({
  $slice: [{ $concatArrays: ['$steps', [requestId]] }, -REMEMBERED_REQUESTS],
});

/** The pending events, with this one appended. */
export const followedBy = (type: ChangeEvent) => ({ $concatArrays: ['$pending', [pending(type)]] });

/**
 * This event replaces the pending events that it supersedes. Listeners that already received a superseded event compare
 * the `rev`. A campaign that was never announced has no event.
 */
export const overtakenBy = (type: ChangeEvent) => ({ $cond: [{ $gt: ['$run', 0] }, [pending(type)], []] });

const pending = (type: ChangeEvent) => ({
  id: new ObjectId(),
  type,
  rev: nextRev,
  ...storedTrace(),
});

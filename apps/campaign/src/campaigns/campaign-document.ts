import type {
  Bodies,
  Campaign,
  CampaignStatus,
  Payload,
  Plan,
  RetrySelection,
  WhatsappTemplate,
} from '@carillon/contracts';
import { type Plain, collection, part } from '@carillon/platform';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { CampaignDraft } from './draft';

/** Events that say no more than which campaign they are about. */
export type ChangeEvent = 'campaign.paused' | 'campaign.resumed' | 'campaign.cancelled' | 'campaign.deleted';

/** An event that was decided together with the write it is about, and is not announced yet. */
export type PendingEvent = { id: ObjectId; rev: number } & (
  | { type: 'campaign.published' | ChangeEvent }
  | { type: 'campaign.retried'; run: number; selection: RetrySelection }
);

/** By which request a campaign was published, when, and for when. It outlasts all that becomes of the campaign. */
export interface StartOrder {
  requestId: string;
  at: Date;
  /** Null: at once; then there is no lateness either. */
  scheduledAt: Date | null;
  /** Seconds. */
  maxLateness: number | null;
}

const StartOrderSchema = new MongooseSchema<StartOrder>(
  { requestId: String, at: Date, scheduledAt: Date, maxLateness: Number },
  part,
);
const PendingEventSchema = new MongooseSchema(
  { id: Types.ObjectId, type: { type: String }, rev: Number, run: Number, selection: Object },
  part,
);

/**
 * A campaign as it is stored. `rev` rises with every change; `run` counts its sendings, 0 for a draft.
 * `updatedAt` moves with the content and the publishing, not when the sending ends: the contract
 * ties it to publishing, and a repeated publish must be able to answer as the first did.
 */
@Schema(collection('campaigns'))
export class CampaignRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) name!: string;
  @Prop({ type: Object }) bodies!: Bodies;
  @Prop({ type: Object }) whatsappTemplate!: WhatsappTemplate | null;
  @Prop({ type: Boolean }) shouldRemoveWatermark!: boolean;
  @Prop({ type: [Types.ObjectId] }) groups!: ObjectId[];
  @Prop({ type: String }) status!: CampaignStatus;
  @Prop({ type: String }) statusReason!: string | null;
  @Prop({ type: Number }) rev!: number;
  @Prop({ type: Number }) run!: number;
  /** The user's plan at publish. */
  @Prop({ type: String }) plan!: Plan | null;
  @Prop({ type: StartOrderSchema }) order!: StartOrder | null;
  /** As ordered, while the order stands. */
  @Prop({ type: Date }) scheduledAt!: Date | null;
  /** Seconds. */
  @Prop({ type: Number }) maxLateness!: number | null;
  /** The requests that led to its latest retries. */
  @Prop({ type: [String] }) retries!: string[];
  /** The requests that led to its latest steps from one status to another. */
  @Prop({ type: [String] }) steps!: string[];
  /** When a SCHEDULED campaign is looked at next, by the database's clock: not before a copy that has claimed it is done. */
  @Prop({ type: Date }) dueAt!: Date | null;
  @Prop({ type: [PendingEventSchema] }) pending!: PendingEvent[];
  /** Until then, by the database's clock, one relay has claimed the pending events. */
  @Prop({ type: Date }) relayHeldUntil!: Date | null;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  @Prop({ type: Date }) publishedAt!: Date | null;
  @Prop({ type: Date }) finishedAt!: Date | null;
  /** The message that edited the draft last, so that its redelivery is recognised. */
  @Prop({ type: String }) editedBy?: string;
  /** Set: gone for everybody; the document waits for its last event to be announced. */
  @Prop({ type: Date }) deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognised. */
  @Prop({ type: String }) deletedBy?: string;
}

export type CampaignDocument = Plain<CampaignRecord>;

/** Where the sending is not over. */
export const underWay: CampaignStatus[] = ['SCHEDULED', 'SENDING', 'PAUSED'];

export const CampaignSchema = SchemaFactory.createForClass(CampaignRecord)
  .index({ userId: 1, _id: -1 }, { name: 'newest' })
  .index({ groups: 1 }, { name: 'target', partialFilterExpression: { status: { $in: underWay } } })
  .index({ dueAt: 1 }, { name: 'due', partialFilterExpression: { status: 'SCHEDULED' } })
  .index(
    { relayHeldUntil: 1 },
    { name: 'pending', partialFilterExpression: { 'pending.id': { $exists: true } } },
  )
  .index({ deletedAt: 1 }, { name: 'deleted', partialFilterExpression: { deletedAt: { $exists: true } } });

/** A campaign with what only its own service knows of it. */
export interface StoredCampaign {
  campaign: Campaign;
  rev: number;
  run: number;
  plan: Plan | null;
  order: StartOrder | null;
  retries: string[];
  steps: string[];
  editedBy: string | null;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** What is said and to whom. */
export const draftOf = ({
  name,
  bodies,
  whatsappTemplate,
  shouldRemoveWatermark,
  groups,
}: CampaignDocument): CampaignDraft => ({
  name,
  bodies,
  whatsappTemplate,
  shouldRemoveWatermark,
  groups: groups.map((group) => group.toHexString()),
});

const idsOf = (groups: string[]): ObjectId[] => groups.map((group) => new ObjectId(group));

export function newDocument(
  { id, userId, groups, start: _, ...content }: Payload<'campaign.create'>,
  createdAt: Date,
): CampaignDocument {
  return {
    _id: new ObjectId(id),
    userId: new ObjectId(userId),
    ...content,
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

/** What it takes to give a draft another content. */
export function edited(rev: number, { groups, ...content }: CampaignDraft, edit: { by: string; at: Date }) {
  return {
    ...content,
    groups: idsOf(groups),
    rev,
    editedBy: edit.by,
    updatedAt: edit.at,
  } satisfies Partial<CampaignDocument>;
}

/** What it takes to set a campaign going: the status and, with it, the event that must be announced. */
export function starting(rev: number, plan: Plan) {
  return {
    status: 'SENDING',
    rev,
    run: 1,
    plan,
    pending: [{ id: new ObjectId(), type: 'campaign.published', rev }],
  } satisfies Partial<CampaignDocument>;
}

/** What publishing for now changes. */
export function started(rev: number, order: StartOrder, plan: Plan) {
  return {
    ...starting(rev, plan),
    order,
    updatedAt: order.at,
    publishedAt: order.at,
  } satisfies Partial<CampaignDocument>;
}

/** What publishing for later changes. Nobody is told of it: it may yet be taken back. */
export function scheduled(rev: number, order: StartOrder) {
  const { scheduledAt, maxLateness } = order;
  return {
    status: 'SCHEDULED',
    rev,
    order,
    scheduledAt,
    maxLateness,
    dueAt: scheduledAt,
    updatedAt: order.at,
  } satisfies Partial<CampaignDocument>;
}

export function toStored(document: CampaignDocument): StoredCampaign {
  const { rev, run, plan, order, retries, steps, editedBy = null } = document;
  return {
    campaign: {
      id: document._id.toHexString(),
      userId: document.userId.toHexString(),
      ...draftOf(document),
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
  };
}

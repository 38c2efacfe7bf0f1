import type {
  Bodies,
  Campaign,
  CampaignStatus,
  Payload,
  Plan,
  RetrySelection,
  WhatsappTemplate,
} from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import type { CampaignContent } from './content';

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

/**
 * A campaign as it is stored. `rev` rises with every change; `run` counts its sendings, 0 for a draft.
 * `updatedAt` moves with the content and the publishing, not when the sending ends: the contract
 * ties it to publishing, and a repeated publish must be able to answer as the first did.
 */
export interface CampaignDocument {
  _id: ObjectId;
  userId: ObjectId;
  name: string;
  bodies: Bodies;
  whatsappTemplate: WhatsappTemplate | null;
  removeCredits: boolean;
  groups: ObjectId[];
  status: CampaignStatus;
  statusReason: string | null;
  rev: number;
  run: number;
  /** The user's plan at publish. */
  plan: Plan | null;
  /** This and the next four are absent in campaigns that are older than schedules, retries and steps. */
  order?: StartOrder | null;
  /** As ordered, while the order stands. */
  scheduledAt?: Date | null;
  maxLateness?: number | null;
  /** The requests that led to its latest retries. */
  retries?: string[];
  /** The requests that led to its latest steps from one status to another. */
  steps?: string[];
  /** When a SCHEDULED campaign is looked at next, by the database's clock: not before a copy that has it in hand is done. */
  dueAt?: Date | null;
  pending: PendingEvent[];
  /** Until then, by the database's clock, one relay has the pending events in hand. */
  relayHeldUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
  publishedAt: Date | null;
  finishedAt: Date | null;
  /** The message that edited the draft last, so that its redelivery is recognised. */
  editedBy?: string;
  /** Set: gone for everybody; the document waits for its last event to be announced. */
  deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognised. */
  deletedBy?: string;
}

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

const iso = (time: Date | null = null): string | null => time?.toISOString() ?? null;
/** What is said and to whom. */
export const contentOf = ({
  name,
  bodies,
  whatsappTemplate,
  removeCredits,
  groups,
}: CampaignDocument): CampaignContent => ({
  name,
  bodies,
  whatsappTemplate,
  removeCredits,
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
    pending: [],
    relayHeldUntil: null,
    createdAt,
    updatedAt: createdAt,
    publishedAt: null,
    finishedAt: null,
  };
}

/** What it takes to give a draft another content. */
export function edited(rev: number, { groups, ...content }: CampaignContent, edit: { by: string; at: Date }) {
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
  const { rev, run, plan, order = null, retries = [], steps = [], editedBy = null } = document;
  return {
    campaign: {
      id: document._id.toHexString(),
      userId: document.userId.toHexString(),
      ...contentOf(document),
      status: document.status,
      statusReason: document.statusReason,
      scheduledAt: iso(document.scheduledAt),
      maxLateness: document.maxLateness ?? null,
      createdAt: document.createdAt.toISOString(),
      updatedAt: document.updatedAt.toISOString(),
      publishedAt: iso(document.publishedAt),
      finishedAt: iso(document.finishedAt),
    },
    ...{ rev, run, plan, order, retries, steps, editedBy },
  };
}

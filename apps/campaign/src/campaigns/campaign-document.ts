import type {
  Campaign,
  CampaignPublished,
  CampaignStatus,
  CampaignChanged,
  Payload,
  Plan,
} from '@carillon/contracts';
import { ObjectId } from 'mongodb';

/** An event that was decided together with the write it is about, and is not announced yet. */
export interface PendingEvent {
  id: ObjectId;
  type: 'campaign.published' | 'campaign.deleted';
  rev: number;
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
  emailBody: string | null;
  whatsappBody: string | null;
  smsBody: string | null;
  removeCredits: boolean;
  groups: ObjectId[];
  status: CampaignStatus;
  statusReason: string | null;
  rev: number;
  run: number;
  /** The user's plan at publish. */
  plan: Plan | null;
  startRequestId: string | null;
  pending: PendingEvent[];
  /** Until then, by the database's clock, one relay has the pending events in hand. */
  relayHeldUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
  publishedAt: Date | null;
  finishedAt: Date | null;
  /** Set: gone for everybody; the document waits for its last event to be announced. */
  deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognised. */
  deletedBy?: string;
}

/** How a campaign was started: by which request, on which plan, when. */
export interface Start {
  requestId: string;
  plan: Plan;
  at: Date;
}

/** A campaign with what only its own service knows of it. */
export interface StoredCampaign {
  campaign: Campaign;
  rev: number;
  startRequestId: string | null;
}

/** The events of one campaign that wait to be announced, in order. */
export interface Outbox {
  campaignId: string;
  events: OutboxEvent[];
}
export type OutboxEvent =
  | { id: string; name: 'campaign.published'; payload: CampaignPublished }
  | { id: string; name: 'campaign.deleted'; payload: CampaignChanged };

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;
const contentOf = ({ name, emailBody, whatsappBody, smsBody, removeCredits, groups }: CampaignDocument) => ({
  name,
  emailBody,
  whatsappBody,
  smsBody,
  removeCredits,
  groups: groups.map((group) => group.toHexString()),
});

export function newDocument(
  { id, userId, groups, start: _, ...content }: Payload<'campaign.create'>,
  createdAt: Date,
): CampaignDocument {
  return {
    _id: new ObjectId(id),
    userId: new ObjectId(userId),
    ...content,
    groups: groups.map((group) => new ObjectId(group)),
    status: 'DRAFT',
    statusReason: null,
    rev: 1,
    run: 0,
    plan: null,
    startRequestId: null,
    pending: [],
    relayHeldUntil: null,
    createdAt,
    updatedAt: createdAt,
    publishedAt: null,
    finishedAt: null,
  };
}

/** What starting changes: the status and, with it, the event that must be announced. */
export function started(rev: number, { requestId, plan, at }: Start) {
  return {
    status: 'SENDING',
    rev,
    run: 1,
    plan,
    startRequestId: requestId,
    pending: [{ id: new ObjectId(), type: 'campaign.published', rev }],
    updatedAt: at,
    publishedAt: at,
  } satisfies Partial<CampaignDocument>;
}

export function toStored(document: CampaignDocument): StoredCampaign {
  return {
    campaign: {
      id: document._id.toHexString(),
      userId: document.userId.toHexString(),
      ...contentOf(document),
      status: document.status,
      statusReason: document.statusReason,
      scheduledAt: null,
      maxLateness: null,
      createdAt: document.createdAt.toISOString(),
      updatedAt: document.updatedAt.toISOString(),
      publishedAt: iso(document.publishedAt),
      finishedAt: iso(document.finishedAt),
    },
    rev: document.rev,
    startRequestId: document.startRequestId,
  };
}

/** Payloads are built when they are announced: what a published campaign says never changes. */
export function toOutbox(document: CampaignDocument): Outbox {
  return {
    campaignId: document._id.toHexString(),
    events: document.pending.map((event) => toEvent(event, document)),
  };
}

function toEvent({ id, type, rev }: PendingEvent, document: CampaignDocument): OutboxEvent {
  const subject = { campaignId: document._id.toHexString(), rev, userId: document.userId.toHexString() };
  if (type === 'campaign.deleted') return { id: id.toHexString(), name: type, payload: subject };
  const { run, plan, publishedAt } = document;
  if (plan === null || publishedAt === null) {
    throw new Error(`Campaign ${subject.campaignId} has a publishing to announce, but was never published`);
  }
  return {
    id: id.toHexString(),
    name: type,
    payload: { ...subject, ...contentOf(document), run, plan, publishedAt: publishedAt.toISOString() },
  };
}

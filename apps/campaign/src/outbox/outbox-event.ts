import type { CampaignChanged, CampaignPublished, CampaignRetried } from '@carillon/contracts';
import {
  type CampaignDocument,
  type ChangeEvent,
  type PendingEvent,
  draftOf,
} from '../campaigns/campaign-document';

/** The events of one campaign that wait to be announced, in order. */
export interface Outbox {
  campaignId: string;
  events: OutboxEvent[];
}
export type OutboxEvent =
  | { id: string; name: 'campaign.published'; payload: CampaignPublished }
  | { id: string; name: 'campaign.retried'; payload: CampaignRetried }
  | { id: string; name: ChangeEvent; payload: CampaignChanged };

/** Payloads are built when they are announced: what a published campaign says never changes. */
export function toOutbox(document: CampaignDocument): Outbox {
  return {
    campaignId: document._id.toHexString(),
    events: document.pending.map((event) => toEvent(event, document)),
  };
}

function toEvent(event: PendingEvent, document: CampaignDocument): OutboxEvent {
  const id = event.id.toHexString();
  const subject = {
    campaignId: document._id.toHexString(),
    rev: event.rev,
    userId: document.userId.toHexString(),
  };
  if (event.type === 'campaign.retried') {
    const { type: name, run, selection } = event;
    return { id, name, payload: { ...subject, run, selection } };
  }
  if (event.type !== 'campaign.published') return { id, name: event.type, payload: subject };
  const { plan, publishedAt } = document;
  if (plan === null || publishedAt === null) {
    throw new Error(`Campaign ${subject.campaignId} has a publishing to announce, but was never published`);
  }
  const order = { ...draftOf(document), run: 1, plan, publishedAt: publishedAt.toISOString() };
  return { id, name: event.type, payload: { ...subject, ...order } };
}

import type { Channel, Delivery, DeliveryState } from '@carillon/contracts';

/** What became of one recipient of a campaign. */
export interface DeliveryView {
  _id: string;
  campaign: string;
  channel: Channel;
  identifier: string;
  subscriber: string;
  state: DeliveryState;
  reason: string | null;
  providerCode: string | null;
  providerId: string | null;
  attempts: number;
  segments: number | null;
  createdAt: string;
  updatedAt: string;
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
}

export function presentDelivery(delivery: Delivery): DeliveryView {
  const { id, campaignId, channel, address, subscriberId, state, reason, providerCode, providerId } =
    delivery;
  const { attempts, segments, createdAt, updatedAt, sentAt, deliveredAt, readAt } = delivery;
  return {
    _id: id,
    campaign: campaignId,
    channel,
    identifier: address,
    subscriber: subscriberId,
    state,
    reason,
    providerCode,
    providerId,
    attempts,
    segments,
    createdAt,
    updatedAt,
    sentAt,
    deliveredAt,
    readAt,
  };
}

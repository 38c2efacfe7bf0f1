import {
  type CampaignCosts,
  type CampaignFigures,
  type CampaignSenders,
  type Conversion,
  type DayStatistics,
  type Delivery,
  type DispatchReport,
  type StateCounts,
  type RecipientDomains,
  type Timeline,
  eachChannel,
} from '@carillon/contracts';
import { ClickTokens, parseKeyRing } from '@carillon/vault';
import { GROUP, ID, at, later, times } from './examples';
import { LINK_KEYS } from './gateway';

/** The dispatcher's reports in these tests. */

const states = (sent: number): StateCounts => ({
  QUEUED: 0,
  SENT: sent,
  DELIVERED: 0,
  READ: 0,
  FAILED: 0,
  SKIPPED: 0,
  UNCONFIRMED: 0,
  CANCELLED: 0,
});

const none = { SENT: 0, FAILED: 0, UNCONFIRMED: 0 };

const conversions = { unique: 1, total: 2, values: [{ currency: 'EUR', sum: '49.90' }] };

export const dispatchReport: DispatchReport = {
  asOf: later,
  startedAt: at,
  planning: { done: true, planned: 2 },
  total: 2,
  states: states(2),
  channels: {
    EMAIL: { total: 2, states: states(2), segments: 0 },
    WHATSAPP: { total: 0, states: states(0), segments: 0 },
    SMS: { total: 0, states: states(0), segments: 0 },
  },
  reasons: [
    {
      channel: 'SMS',
      state: 'SKIPPED',
      reason: 'NO_INTEGRATION',
      providerCode: null,
      count: 1,
      advice: 'Add one.',
    },
  ],
  waiting: [{ channel: 'EMAIL', reason: 'LOGIN_REFUSED', since: at, nextTryAt: null }],
  senderChanges: [
    {
      at: later,
      channel: 'EMAIL',
      senderId: GROUP,
      fields: ['settings.host', 'settings.password'],
      by: { role: 'user', keyId: ID },
    },
  ],
  ratePerSecond: 1.5,
  estimatedEndAt: null,
  conversions,
};

export const dispatchFigures: Omit<CampaignFigures, 'campaignId'> = {
  channels: eachChannel(() => ({ addressed: 2, sent: 2, delivered: 1, bounced: 1, complained: 0 })),
  engagement: {
    mode: 'FULL',
    opens: { unique: 1, total: 2, machine: 1 },
    clicks: { unique: 1, total: 1, machine: 0 },
  },
  conversions,
};

const counted = { sent: 2, delivered: 1, bounced: 1, complained: 0 };
export const dayStatistics: DayStatistics = {
  day: '2026-03-01',
  campaigns: 1,
  channels: { EMAIL: counted, WHATSAPP: counted, SMS: { ...counted, complained: 1 } },
  opens: { total: 5, unique: 1, machine: 2 },
  clicks: { total: 3, unique: 1, machine: 1 },
  conversions,
};

export const delivery: Delivery = {
  id: `${ID}-0000000000-1`,
  campaignId: ID,
  channel: 'EMAIL',
  address: 'ann@example.com',
  subscriberId: GROUP,
  state: 'SENT',
  reason: null,
  providerCode: null,
  providerId: 'p',
  attempts: 1,
  segments: null,
  ...times,
  sentAt: later,
  deliveredAt: null,
  readAt: null,
  nextTryAt: null,
};

/** The click of the recipient of `delivery`. */
export const click = new ClickTokens(parseKeyRing(LINK_KEYS)).make({
  ...{ campaignId: ID, deliveryId: delivery.id, at: new Date(at) },
});

export const conversion: Conversion = {
  ...{ id: ID, campaignId: ID, deliveryId: delivery.id, reference: 'order-1042', source: 'API' },
  ...{ value: '49.90', currency: 'EUR', clickedAt: at, occurredAt: later },
};

const figures = {
  addressed: 3,
  sent: 2,
  delivered: 1,
  bounced: 1,
  complained: 0,
  failed: 1,
  opens: 1,
  clicks: 0,
};

export const recipientDomains: RecipientDomains = {
  ...{ asOf: later, isComplete: true, areDeliveriesKept: true },
  domains: [{ domain: 'xn--mnchen-3ya.example', ...figures }],
  others: { domains: 4, ...figures },
  groups: [{ group: 'OTHER', ...figures }],
};

export const campaignSenders: CampaignSenders = {
  ...{ asOf: later, areDeliveriesKept: true },
  senders: [
    {
      ...{ senderId: ID, channel: 'EMAIL', addressed: 3, sent: 2, delivered: 1, bounced: 1 },
      ...{ complained: 0, failed: 1, failedOver: 1 },
    },
    {
      ...{ senderId: 'default', channel: 'EMAIL', addressed: 1, sent: 1, delivered: 1, bounced: 0 },
      ...{ complained: 0, failed: 0, failedOver: 0 },
    },
  ],
};

export const campaignCosts: CampaignCosts = {
  ...{ asOf: later, isComplete: true, isKnown: true, isEstimated: false },
  ...{ currency: 'EUR', total: '332.64', withoutPrice: 1 },
  rows: [
    { channel: 'EMAIL', provider: null, country: null, messages: 1, units: 1, cost: null },
    { channel: 'SMS', provider: 'TWILIO', country: 'DE', messages: 4_000, units: 4_200, cost: '332.64' },
  ],
};

export const timeline: Timeline = {
  asOf: later,
  bucketSeconds: 10,
  buckets: [
    {
      at,
      channels: { ...eachChannel(() => none), EMAIL: { SENT: 2, FAILED: 1, UNCONFIRMED: 0 } },
    },
    { at: later, channels: { ...eachChannel(() => none), SMS: { SENT: 0, FAILED: 0, UNCONFIRMED: 1 } } },
  ],
};

import {
  type Campaign,
  type Channel,
  type DeliveryState,
  type DispatchReport,
  type StateCounts,
  deliveryStates,
  eachChannel,
} from '@carillon/contracts';
import { type Static, type TInteger, Type } from '@sinclair/typebox';
import { CampaignStatus } from '../campaigns/campaign.presenter';
import { ChannelName, Count, Id, OrNull, Part, Text, Time, View } from '../openapi/view';
import { StateName } from './delivery.presenter';

const CountsByState = View(
  'CountsByState',
  Object.fromEntries(deliveryStates.map((state) => [state, Count()])) as Record<DeliveryState, TInteger>,
);

const ChannelPart = View('ChannelReport', {
  total: Count(1),
  states: CountsByState,
  segments: Count(0, { description: 'SMS segments, as the provider charges for them' }),
});

const ReasonPart = View('ReportReason', {
  channel: ChannelName,
  state: StateName,
  reason: Text('NO_INTEGRATION'),
  providerCode: OrNull(Text('550 5.1.1')),
  count: Count(1),
  advice: OrNull(Text('Add an integration for this channel, then send them another campaign.')),
});

const WaitingPart = View('ReportWaiting', {
  channel: ChannelName,
  reason: Text('LOGIN'),
  since: Time(),
  nextTryAt: OrNull(Time()),
});

/** A campaign's counts with the campaign's own facts. All keys are always there, with zeros where nothing is. */
export const ReportView = View('Report', {
  campaignId: Id(),
  status: CampaignStatus,
  asOf: Time(),
  publishedAt: OrNull(Time()),
  startedAt: OrNull(Time()),
  finishedAt: OrNull(Time()),
  planning: Part({ done: Type.Boolean(), planned: Count(2) }),
  total: Count(2),
  states: CountsByState,
  channels: Part(eachChannel(() => ChannelPart)),
  reasons: Type.Array(ReasonPart),
  waiting: Type.Array(WaitingPart),
  ratePerSecond: OrNull(Type.Number({ minimum: 0 })),
  estimatedEndAt: OrNull(Time()),
});
export type ReportView = Static<typeof ReportView>;

/** `report` null: nothing is known of deliveries yet, as for a draft. */
export function presentReport(campaign: Campaign, report: DispatchReport | null, now: Date): ReportView {
  const counted = report ?? emptyReport(now);
  // The dispatcher hears of a pause or a cancel a moment later.
  const isMoving = campaign.status === 'SENDING';
  return {
    campaignId: campaign.id,
    status: campaign.status,
    asOf: counted.asOf,
    publishedAt: campaign.publishedAt,
    startedAt: counted.startedAt,
    finishedAt: campaign.finishedAt,
    planning: { done: counted.planning.done, planned: counted.planning.planned },
    total: counted.total,
    states: presentStates(counted.states),
    channels: eachChannel((channel) => presentChannel(counted.channels[channel])),
    reasons: counted.reasons.map(presentReason),
    waiting: counted.waiting.map(presentWaiting),
    ratePerSecond: isMoving ? counted.ratePerSecond : null,
    estimatedEndAt: isMoving ? counted.estimatedEndAt : null,
  };
}

type Reason = DispatchReport['reasons'][number];

function presentReason({ channel, state, reason, providerCode, count, advice }: Reason): Reason {
  return { channel, state, reason, providerCode, count, advice };
}

type Waiting = DispatchReport['waiting'][number];

function presentWaiting({ channel, reason, since, nextTryAt }: Waiting): Waiting {
  return { channel, reason, since, nextTryAt };
}

type ChannelReport = DispatchReport['channels'][Channel];

function presentChannel({ total, states, segments }: ChannelReport): ChannelReport {
  return { total, states: presentStates(states), segments };
}

function presentStates(states: StateCounts): StateCounts {
  return Object.fromEntries(deliveryStates.map((state) => [state, states[state]])) as StateCounts;
}

function emptyReport(now: Date): DispatchReport {
  return {
    asOf: now.toISOString(),
    startedAt: null,
    planning: { done: false, planned: 0 },
    total: 0,
    states: noStates(),
    channels: eachChannel(() => ({ total: 0, states: noStates(), segments: 0 })),
    reasons: [],
    waiting: [],
    ratePerSecond: null,
    estimatedEndAt: null,
  };
}

function noStates(): StateCounts {
  return Object.fromEntries(deliveryStates.map((state) => [state, 0])) as StateCounts;
}

import {
  type Campaign,
  type Channel,
  type DispatchReport,
  type StateCounts,
  deliveryStates,
  eachChannel,
} from '@carillon/contracts';

/** A campaign's counts with the campaign's own facts. All keys are always there, with zeros where nothing is. */
export interface ReportView {
  campaignId: string;
  status: Campaign['status'];
  asOf: string;
  publishedAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  planning: DispatchReport['planning'];
  total: number;
  states: StateCounts;
  channels: DispatchReport['channels'];
  reasons: DispatchReport['reasons'];
  waiting: DispatchReport['waiting'];
  ratePerSecond: number | null;
  estimatedEndAt: string | null;
}

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

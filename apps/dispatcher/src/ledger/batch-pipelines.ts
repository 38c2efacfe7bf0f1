import type { Channel } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import type { PipelineStage } from 'mongoose';
import type { Exception } from './batch';
import { idRange } from './batch-document';

/** The batches of a campaign in a channel that are offered, or leased by a worker. */
export interface Outstanding {
  channel: Channel;
  user: string;
  campaign: string;
  sender: string;
  /** The worker that leases the batches. Null: they are offered, but not leased yet. */
  holder: string | null;
  batches: number;
  recipients: number;
  /** The total rate of these leases (messages per second). Leases without a rate do not count. */
  sendsPerSecond: number;
  /** The total of their concurrent messages. Leases without a limit do not count. */
  concurrency: number;
}

type Sums = Pick<Outstanding, 'batches' | 'recipients' | 'sendsPerSecond' | 'concurrency'>;

export interface OutstandingGroup extends Sums {
  _id: { channel: Channel; user: ObjectId; campaign: ObjectId; sender: string; holder: string | null };
}

/** The `$type` conditions exclude nothing. They allow the query to use both partial indexes. */
const inFlight = [
  { state: 'RELEASED', releasedUntil: { $type: 'date' } },
  { state: 'LEASED', 'lease.until': { $type: 'date' } },
];

export const outstanding: PipelineStage[] = [
  { $match: { $or: inFlight } },
  {
    $group: {
      _id: {
        channel: '$channel',
        user: '$user',
        campaign: '$campaign',
        sender: '$sender',
        holder: { $ifNull: ['$lease.holder', null] },
      },
      batches: { $sum: 1 },
      recipients: { $sum: '$counts.QUEUED' },
      sendsPerSecond: { $sum: '$lease.rate.sendsPerSecond' },
      concurrency: { $sum: '$lease.rate.concurrency' },
    },
  },
];

export function toOutstanding({ _id: { user, campaign, ...key }, ...sums }: OutstandingGroup): Outstanding {
  return { ...key, user: user.toHexString(), campaign: campaign.toHexString(), ...sums };
}

/** The earliest due batch of each campaign. */
export function firstsDue(channel: Channel): PipelineStage[] {
  return [
    { $match: { state: 'READY', channel } },
    { $sort: { state: 1, channel: 1, campaign: 1, due: 1 } },
    { $group: { _id: '$campaign', due: { $first: '$due' } } },
  ];
}

/** Campaigns with a due batch that was planned or retried after `since`. */
export function dueSince(channel: Channel, since: Date, now: Date): PipelineStage[] {
  return [
    { $match: { state: 'READY', since: { $gt: since }, channel, due: { $lte: now } } },
    { $group: { _id: '$campaign' } },
  ];
}

/** The leases of one worker for a campaign in a channel. */
export interface HeldLease {
  channel: Channel;
  holder: string;
  /** When the first of its leases expires. */
  until: Date;
}

export function leasesOf(campaign: string): PipelineStage[] {
  const held = { state: 'LEASED', 'lease.until': { $type: 'date' }, campaign: new ObjectId(campaign) };
  return [
    { $match: held },
    { $group: { _id: { channel: '$channel', holder: '$lease.holder' }, until: { $min: '$lease.until' } } },
    { $project: { _id: 0, channel: '$_id.channel', holder: '$_id.holder', until: 1 } },
  ];
}

/** One channel of one campaign. */
export interface CampaignChannel {
  campaign: ObjectId;
  channel: Channel;
}

/** Channels of campaigns, except the channels in `notOverdue`, in which a batch has waited since before `moment`. */
export function waitingSince(moment: Date, notOverdue: readonly string[]): PipelineStage[] {
  const campaign = { $nin: notOverdue.map((id) => new ObjectId(id)) };
  return [
    { $match: { state: 'READY', since: { $lt: moment }, campaign } },
    { $group: { _id: { campaign: '$campaign', channel: '$channel' } } },
    { $replaceWith: '$_id' },
  ];
}

/** The number of batches of a campaign with each summary. */
export function summariesOf(campaign: string): PipelineStage[] {
  const [from, to] = idRange(campaign).text;
  return [
    { $match: { _id: { $gte: from, $lt: to } } },
    { $group: { _id: '$summary', batches: { $sum: 1 } } },
  ];
}

const bySenderAndSummary: PipelineStage = {
  $group: { _id: { sender: '$sender', summary: '$summary' }, batches: { $sum: 1 } },
};

/** The number of batches of a campaign with each sender and summary, without batches that have several senders. */
export function summariesBySender(campaign: string): PipelineStage[] {
  const [from, to] = idRange(campaign).text;
  return [
    { $match: { _id: { $gte: from, $lt: to }, sender: { $ne: null }, senders: { $exists: false } } },
    bySenderAndSummary,
  ];
}

/** The number of batches with each sender and summary that a provider has answered for since a time. */
export function settledBySender(campaigns: readonly string[], since: Date): PipelineStage[] {
  const campaign = { $in: campaigns.map((id) => new ObjectId(id)) };
  return [{ $match: { campaign, settledAt: { $gte: since }, sender: { $ne: null } } }, bySenderAndSummary];
}

/** The number of batches of a campaign with each timeline. */
export function timelinesOf(campaign: string): PipelineStage[] {
  const [from, to] = idRange(campaign).text;
  return [
    { $match: { _id: { $gte: from, $lt: to }, timeline: { $gt: '' } } },
    { $group: { _id: '$timeline', batches: { $sum: 1 } } },
    { $project: { _id: 0, text: '$_id', batches: 1 } },
  ];
}

export function settledSince(campaign: string, since: Date): PipelineStage[] {
  return [
    { $match: { campaign: new ObjectId(campaign), settledAt: { $gte: since } } },
    { $unwind: '$progress' },
    { $match: { 'progress.at': { $gte: since } } },
    { $group: { _id: null, settled: { $sum: '$progress.n' } } },
  ];
}

/** Deliveries with the same values in all fields that decide whether they may be retried. */
export interface Failures extends Pick<Exception, 'state' | 'reason' | 'permanent'> {
  channel: Channel;
  count: number;
}

export function failuresOf(campaign: string): PipelineStage[] {
  const states = { $in: ['FAILED', 'UNCONFIRMED'] };
  const alike = {
    channel: '$channel',
    state: '$exceptions.state',
    reason: { $ifNull: ['$exceptions.reason', null] },
    permanent: { $ifNull: ['$exceptions.permanent', false] },
  };
  return [
    { $match: { campaign: new ObjectId(campaign), holds: states } },
    { $unwind: '$exceptions' },
    // A fallback is a document, or the text NONE.
    { $match: { 'exceptions.state': states, 'exceptions.fallback': { $not: { $type: 'object' } } } },
    { $group: { _id: alike, count: { $sum: 1 } } },
    { $replaceWith: { $mergeObjects: ['$_id', { count: '$count' }] } },
  ];
}

import { atMost } from '@carillon/platform';
import type { Channel, DirectRoute } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Breaker } from './breakers';
import type { DueBatch, Outstanding } from '../ledger';
import type { SendingLimits } from './sending-limits';
import { mayHaveMore } from './fair-share';

/** Tolerance for rounding: the shares of a rate may add up to slightly more than the rate. */
const ROUNDING = 1 + 1e-9;

/** The campaigns of one user and sender with due batches in a channel. */
export interface DueGroup {
  user: string;
  /** Fixed at planning. The sender's limits may have changed in the meantime. */
  route: DirectRoute;
  /** The breaker, if the sender is due for a probe with one recipient. Null: the sender works. */
  breaker: Breaker | null;
  /** Least recently served campaigns first. Campaigns that were never served are sorted by age, oldest first. */
  campaigns: Set<string>;
  /** Those among them that have a pool, so that other senders may have batches of them. */
  pooled: ReadonlySet<string>;
}

/** A due campaign of a group, with the recipients in flight (offered or leased) of the campaign and of its user. */
export interface Candidate extends DueGroup {
  campaign: string;
  campaignInFlight: number;
  userInFlight: number;
  /** The numbers of the last turn of the campaign's user in the channel, and of the campaign. 0: unknown. */
  lastTurn: number;
  campaignTurn: number;
}

/** The number of users, and of campaigns, whose turns are remembered. */
const MAX_REMEMBERED = 100_000;

/**
 * The most recently served users and campaigns. Only the leader remembers them, and a new leader starts without them.
 */
@Injectable()
export class Turns {
  private readonly ofUsers = new LRUCache<string, number>(atMost(MAX_REMEMBERED));
  private readonly ofCampaigns = new LRUCache<string, number>(atMost(MAX_REMEMBERED));
  private count = 0;

  lastTurn(channel: Channel, user: string): number {
    return this.ofUsers.get(keyOf(channel, user)) ?? 0;
  }

  campaignTurn(channel: Channel, campaign: string): number {
    return this.ofCampaigns.get(keyOf(channel, campaign)) ?? 0;
  }

  take(channel: Channel, user: string, campaign: string): void {
    this.count += 1;
    this.ofUsers.set(keyOf(channel, user), this.count);
    this.ofCampaigns.set(keyOf(channel, campaign), this.count);
  }

  /** Campaigns by their last turns. Campaigns without a turn come first, oldest first. */
  inOrder(channel: Channel, campaigns: readonly string[]): string[] {
    return campaigns
      .toSorted()
      .map((campaign) => ({ campaign, turn: this.campaignTurn(channel, campaign) }))
      .sort((a, b) => a.turn - b.turn)
      .map(({ campaign }) => campaign);
  }
}

const keyOf = (channel: Channel, id: string): string => `${channel} ${id}`;

/** The batches of a campaign that one sender sends. */
function lineOf({ campaign, route }: Pick<Candidate, 'campaign' | 'route'>): string {
  return `${campaign} ${route.senderId}`;
}

/** The state of a channel before its capacity is filled. */
interface ChannelSurvey {
  channel: Channel;
  /** The number of batches that the workers of the channel process concurrently. */
  capacity: number;
  due: readonly DueGroup[];
  outstanding: readonly Outstanding[];
  /** Whether a heartbeat of this worker was received recently. */
  isPresent: (holder: string) => boolean;
  turns: Turns;
}

/** The offered or leased work of a user or a campaign. */
interface InFlight {
  batches: number;
  recipients: number;
}

const NOTHING: InFlight = { batches: 0, recipients: 0 };

/** The use of one sender's limits by leases and offers. */
class SenderUse {
  /** Offered batches, and batches that present workers lease. */
  batches = 0;
  private offers = 0;
  private sendsPerSecond = 0;
  private connections = 0;

  /** Counts offers, because each offer will become a lease with the current limits. */
  offered(batches: number): void {
    this.offers += batches;
    this.batches += batches;
  }

  /** Counts leases of a worker that is present. */
  held(batches: number, sendsPerSecond: number, concurrency: number): void {
    this.batches += batches;
    this.sendsPerSecond += sendsPerSecond;
    this.connections += concurrency;
  }

  /**
   * Counts leases of a worker without recent heartbeats. The worker may be alive and connected until they expire. Their
   * share of the rate is not counted, because its reserved time passes anyway.
   */
  leasedByLostWorker(concurrency: number): void {
    this.connections += concurrency;
  }

  fitsOneMore(limits: SendingLimits | null): boolean {
    if (!limits) return true;
    const { ratePerSecond, sendsPerSecond, maxConnections, concurrency } = limits;
    const leases = this.offers + 1;
    const withinRate =
      ratePerSecond === null ||
      this.sendsPerSecond + leases * (sendsPerSecond ?? 0) <= ratePerSecond * ROUNDING;
    const withinConnections =
      maxConnections === null || this.connections + leases * (concurrency ?? 0) <= maxConnections;
    return withinRate && withinConnections;
  }
}

/** One channel's capacity during a round: the candidates, their use, and the free capacity. */
export class ChannelCapacity {
  readonly channel: Channel;
  private readonly capacity: number;
  private readonly turns: Turns;
  private groups: readonly DueGroup[];
  /** Campaigns without due batches, by sender. */
  private readonly withoutBatches = new Map<string, Set<string>>();
  private readonly ofUser = new Map<string, InFlight>();
  private readonly ofCampaign = new Map<string, InFlight>();
  private readonly senders = new Map<string, SenderUse>();
  private readonly limits = new Map<string, SendingLimits | null>();
  private readonly queues = new Map<string, DueBatch[]>();
  private taken = 0;

  constructor({ channel, capacity, due, outstanding, isPresent, turns }: ChannelSurvey) {
    this.channel = channel;
    this.capacity = capacity;
    this.groups = due;
    this.turns = turns;
    for (const row of outstanding) if (row.channel === channel) this.survey(row, isPresent);
  }

  /** The number of batches that are offered, or leased by live workers. */
  get used(): number {
    return this.taken;
  }

  /** The number of batches for which the channel still has capacity. */
  get free(): number {
    return this.capacity - this.taken;
  }

  /**
   * The campaign whose batch is offered next. Undefined if the channel has no capacity, or no campaign can use the
   * capacity. Checks each group, but not each campaign, because a hundred thousand campaigns can wait.
   */
  next(): Candidate | undefined {
    if (this.free <= 0) return undefined;
    let fairest: Candidate | undefined;
    for (const group of this.groups) {
      if (fairest && inFlight(this.ofUser, group.user).recipients > fairest.userInFlight) continue;
      const candidate = this.fairestOf(group);
      if (candidate && (!fairest || byFairness(candidate, fairest) < 0)) fairest = candidate;
    }
    return fairest;
  }

  /** The share of a sender's limits that one lease gets. Undefined if the share was not looked up yet. */
  limitsOf(sender: string): SendingLimits | null | undefined {
    return this.limits.get(sender);
  }

  setLimits(sender: string, limits: SendingLimits | null): void {
    this.limits.set(sender, limits);
  }

  /** The batches that were looked up and are not offered yet. Undefined if they were not looked up. */
  queueOf(candidate: Candidate): DueBatch[] | undefined {
    return this.queues.get(lineOf(candidate));
  }

  enqueue(candidate: Candidate, batches: DueBatch[]): DueBatch[] {
    this.queues.set(lineOf(candidate), batches);
    return batches;
  }

  /** Removes the campaign, because its sender has no due batch of it in this channel. */
  exhausted({ campaign, route: { senderId } }: Candidate): void {
    const campaigns = this.withoutBatches.get(senderId) ?? new Set();
    this.withoutBatches.set(senderId, campaigns);
    campaigns.add(campaign);
  }

  /** Closes a sender for the rest of this round. */
  closed(sender: string): void {
    this.groups = this.groups.filter(({ route }) => route.senderId !== sender);
  }

  /**
   * Counts an offered batch with this number of recipients. The campaign's next turn comes after the turns of the other
   * campaigns of its group.
   */
  offered({ campaign, campaigns, user, route }: Candidate, recipients: number): void {
    this.turns.take(this.channel, user, campaign);
    if (campaigns.delete(campaign)) campaigns.add(campaign);
    this.useOf(route.senderId).offered(1);
    this.count(user, campaign, 1, recipients);
  }

  /**
   * The group's campaign with the fewest recipients in flight that has capacity. The first campaign without recipients
   * in flight is the best choice. If it has no capacity, no other campaign of the same user and sender has capacity.
   */
  private fairestOf(group: DueGroup): Candidate | undefined {
    let fairest: Candidate | undefined;
    const withoutBatches = this.withoutBatches.get(group.route.senderId);
    for (const campaign of group.campaigns) {
      if (withoutBatches?.has(campaign)) continue;
      const isIdle = !this.ofCampaign.has(campaign);
      const candidate = this.candidateOf(group, campaign);
      if (isIdle) return this.hasCapacityFor(candidate) ? candidate : undefined;
      if ((!fairest || byFairness(candidate, fairest) < 0) && this.hasCapacityFor(candidate))
        fairest = candidate;
    }
    return fairest;
  }

  private candidateOf(group: DueGroup, campaign: string): Candidate {
    return {
      ...group,
      campaign,
      campaignInFlight: inFlight(this.ofCampaign, campaign).recipients,
      userInFlight: inFlight(this.ofUser, group.user).recipients,
      lastTurn: this.turns.lastTurn(this.channel, group.user),
      campaignTurn: this.turns.campaignTurn(this.channel, campaign),
    };
  }

  private hasCapacityFor({ campaign, user, route: { senderId } }: Candidate): boolean {
    const use = this.useOf(senderId);
    const usage = {
      capacity: this.capacity,
      taken: this.taken,
      ofUser: inFlight(this.ofUser, user).batches,
      ofCampaign: inFlight(this.ofCampaign, campaign).batches,
      ofSender: use.batches,
    };
    return mayHaveMore(usage) && use.fitsOneMore(this.limits.get(senderId) ?? null);
  }

  /** Leases of lost workers occupy no capacity. */
  private survey(row: Outstanding, isPresent: ChannelSurvey['isPresent']): void {
    const use = this.useOf(row.sender);
    if (row.holder !== null && !isPresent(row.holder)) {
      use.leasedByLostWorker(row.concurrency);
      return;
    }
    if (row.holder === null) use.offered(row.batches);
    else use.held(row.batches, row.sendsPerSecond, row.concurrency);
    this.count(row.user, row.campaign, row.batches, row.recipients);
  }

  private useOf(sender: string): SenderUse {
    const use = this.senders.get(sender) ?? new SenderUse();
    this.senders.set(sender, use);
    return use;
  }

  private count(user: string, campaign: string, batches: number, recipients: number): void {
    this.taken += batches;
    for (const [of, id] of [
      [this.ofUser, user],
      [this.ofCampaign, campaign],
    ] as const) {
      const before = inFlight(of, id);
      of.set(id, { batches: before.batches + batches, recipients: before.recipients + recipients });
    }
  }
}

function inFlight(of: ReadonlyMap<string, InFlight>, id: string): InFlight {
  return of.get(id) ?? NOTHING;
}

/**
 * Orders candidates: first the user with the fewest recipients in flight, then the least recently served user, then the
 * campaign with the fewest recipients in flight, then the least recently served campaign, then the oldest. Fairness is
 * decided here, at release. The order of publishing doesn't matter: a user with a single campaign waits for at most one
 * turn of each other user.
 */
export function byFairness(a: Candidate, b: Candidate): number {
  return (
    a.userInFlight - b.userInFlight ||
    a.lastTurn - b.lastTurn ||
    a.campaignInFlight - b.campaignInFlight ||
    a.campaignTurn - b.campaignTurn ||
    (a.campaign < b.campaign ? -1 : 1)
  );
}

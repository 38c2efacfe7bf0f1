import type { Channel, Route } from '@carillon/contracts';
import type { Breaker } from './breakers';
import type { Outstanding } from '../ledger';
import type { SendingLimits } from './sending-limits';
import { mayHaveMore } from './fair-share';

/** Tolerance for rounding: the fractions of a rate may add up to slightly more than the whole. */
const ROUNDING = 1 + 1e-9;

/** A campaign that has due batches in a channel. */
export interface DueCampaign {
  campaign: string;
  user: string;
  /** Fixed at planning; the integration's limits may have changed since. */
  route: Route;
  /** The breaker if the integration is being probed, so that one recipient may be sent to; null if it works. */
  breaker: Breaker | null;
}

/** A due campaign with the recipients in flight of the campaign and of its user: offered or leased. */
export interface Candidate extends DueCampaign {
  campaignInFlight: number;
  userInFlight: number;
}

/** The state of a channel before its capacity is filled. */
interface ChannelSurvey {
  channel: Channel;
  /** Batches that its workers process at once. */
  capacity: number;
  due: readonly DueCampaign[];
  outstanding: readonly Outstanding[];
  /** Whether a heartbeat of this worker was received recently. */
  isPresent: (holder: string) => boolean;
}

/** What leases and offers use of one integration's limits, and whether one more lease fits. */
class IntegrationUse {
  /** Batches leased by workers that are present, and offers. */
  places = 0;
  private offers = 0;
  private sendsPerSecond = 0;
  private connections = 0;

  /** Counts offers: each will become a lease with the current limits. */
  offered(batches: number): void {
    this.offers += batches;
    this.places += batches;
  }

  /** Counts leases of a worker that is present. */
  held(batches: number, sendsPerSecond: number, concurrency: number): void {
    this.places += batches;
    this.sendsPerSecond += sendsPerSecond;
    this.connections += concurrency;
  }

  /**
   * Counts leases of a worker without recent heartbeats. It may be alive and connected until they expire; its time in
   * the rate was reserved and passes without it.
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

/** One channel's capacity while it is filled: the candidates, what each of them uses, and what is free. */
export class ChannelCapacity {
  readonly channel: Channel;
  private readonly capacity: number;
  private readonly candidates = new Map<string, Candidate>();
  private readonly ofUser = new Map<string, number>();
  private readonly ofCampaign = new Map<string, number>();
  private readonly integrations = new Map<string, IntegrationUse>();
  private readonly limits = new Map<string, SendingLimits | null>();
  private readonly queues = new Map<string, string[]>();
  private taken = 0;

  constructor({ channel, capacity, due, outstanding, isPresent }: ChannelSurvey) {
    this.channel = channel;
    this.capacity = capacity;
    for (const campaign of due) {
      this.candidates.set(campaign.campaign, { ...campaign, campaignInFlight: 0, userInFlight: 0 });
    }
    for (const row of outstanding) if (row.channel === channel) this.survey(row, isPresent);
  }

  /** Batches that the channel can still take. */
  get free(): number {
    return this.capacity - this.taken;
  }

  /** The campaign whose batch is offered next; undefined if there is no capacity, or no campaign may use it. */
  next(): Candidate | undefined {
    if (this.free <= 0) return undefined;
    return fairestFirst([...this.candidates.values()]).find((candidate) => this.hasPlaceFor(candidate));
  }

  /** The part of an integration's limits that one lease gets; undefined if it was not looked up yet. */
  limitsOf(integration: string): SendingLimits | null | undefined {
    return this.limits.get(integration);
  }

  setLimits(integration: string, limits: SendingLimits | null): void {
    this.limits.set(integration, limits);
  }

  /** The batches that were looked up for a campaign and are not offered yet; undefined if they were not looked up. */
  queueOf(campaign: string): string[] | undefined {
    return this.queues.get(campaign);
  }

  enqueue(campaign: string, batches: string[]): string[] {
    this.queues.set(campaign, batches);
    return batches;
  }

  /** Removes the campaign: it has no due batch in this channel. */
  exhausted(campaign: string): void {
    this.candidates.delete(campaign);
  }

  /** Closes an integration for the rest of this round. */
  closed(integration: string): void {
    for (const { campaign, route } of this.candidates.values()) {
      if (route.integrationId === integration) this.candidates.delete(campaign);
    }
  }

  /** Counts an offered batch with this number of recipients; 0 if another dispatcher has offered it first. */
  offered({ campaign, user, route }: Candidate, recipients: number): void {
    if (recipients === 0) return;
    this.useOf(route.integrationId).offered(1);
    this.count(user, campaign, 1, recipients);
  }

  private hasPlaceFor({ campaign, user, route: { integrationId } }: Candidate): boolean {
    const use = this.useOf(integrationId);
    const places = {
      capacity: this.capacity,
      taken: this.taken,
      ofUser: this.ofUser.get(user) ?? 0,
      ofCampaign: this.ofCampaign.get(campaign) ?? 0,
      ofIntegration: use.places,
    };
    return mayHaveMore(places) && use.fitsOneMore(this.limits.get(integrationId) ?? null);
  }

  /** Leases of lost workers occupy no capacity. */
  private survey(row: Outstanding, isPresent: ChannelSurvey['isPresent']): void {
    const use = this.useOf(row.integration);
    if (row.holder !== null && !isPresent(row.holder)) {
      use.leasedByLostWorker(row.concurrency);
      return;
    }
    if (row.holder === null) use.offered(row.batches);
    else use.held(row.batches, row.sendsPerSecond, row.concurrency);
    this.count(row.user, row.campaign, row.batches, row.recipients);
  }

  private useOf(integration: string): IntegrationUse {
    const use = this.integrations.get(integration) ?? new IntegrationUse();
    this.integrations.set(integration, use);
    return use;
  }

  private count(user: string, campaign: string, batches: number, recipients: number): void {
    this.taken += batches;
    this.ofUser.set(user, (this.ofUser.get(user) ?? 0) + batches);
    this.ofCampaign.set(campaign, (this.ofCampaign.get(campaign) ?? 0) + batches);
    for (const candidate of this.candidates.values()) {
      if (candidate.user === user) candidate.userInFlight += recipients;
      if (candidate.campaign === campaign) candidate.campaignInFlight += recipients;
    }
  }
}

/**
 * Orders candidates: first the user with the fewest recipients in flight, then the campaign with the fewest, then the
 * oldest campaign. Fairness is decided here, at release; the order of publishing does not matter.
 */
export function fairestFirst(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort(
    (a, b) =>
      a.userInFlight - b.userInFlight ||
      a.campaignInFlight - b.campaignInFlight ||
      (a.campaign < b.campaign ? -1 : 1),
  );
}

import type { Channel, Route } from '@carillon/contracts';
import type { Breaker } from './breakers';
import type { Outstanding } from '../ledger';
import type { SendingLimits } from './sending-limits';
import { mayHaveMore } from './fair-share';

/** Fractions of a rate add up to a little more than the whole. */
const ROUNDING = 1 + 1e-9;

/** A campaign that has something due in a channel. */
export interface DueCampaign {
  campaign: string;
  user: string;
  /** As it was fixed at planning; what its integration bears may have changed since. */
  route: Route;
  /** Its integration is being tried: one recipient may go. Null: it works. */
  breaker: Breaker | null;
}

/** The same, with what is in flight of it and of its user: recipients that are released or held. */
export interface Candidate extends DueCampaign {
  campaignInFlight: number;
  userInFlight: number;
}

/** What is known of a channel when its capacity is about to be filled. */
interface ChannelSurvey {
  channel: Channel;
  /** Batches that its workers hold at once. */
  capacity: number;
  due: readonly DueCampaign[];
  outstanding: readonly Outstanding[];
  /** Whether this worker was heard of lately. */
  isPresent: (holder: string) => boolean;
}

/** What is used of one integration in a capacity, and whether one more lease fits into what it bears. */
class IntegrationUse {
  /** Places of workers that are there, and offers. */
  places = 0;
  private offers = 0;
  private sendsPerSecond = 0;
  private connections = 0;

  /** Offers: each will be a lease as they are granted now. */
  offered(batches: number): void {
    this.offers += batches;
    this.places += batches;
  }

  /** Leases of a worker that is there. */
  held(batches: number, sendsPerSecond: number, concurrency: number): void {
    this.places += batches;
    this.sendsPerSecond += sendsPerSecond;
    this.connections += concurrency;
  }

  /**
   * Leases of a worker that was not heard of again. It may be alive and connected until they expire; its time
   * in the rate was reserved and is over without it.
   */
  heldByNobody(concurrency: number): void {
    this.connections += concurrency;
  }

  bearsOneMore(limits: SendingLimits | null): boolean {
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

/** One channel's places while they are being filled: who competes, who has how many, how many are free. */
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

  /** The campaign whose batch is offered next; undefined: there is no place, or nobody may have it. */
  next(): Candidate | undefined {
    if (this.free <= 0) return undefined;
    return fairestFirst([...this.candidates.values()]).find((candidate) => this.hasPlaceFor(candidate));
  }

  /** What a lease may take of an integration; undefined: nobody has looked yet. */
  limitsOf(integration: string): SendingLimits | null | undefined {
    return this.limits.get(integration);
  }

  setLimits(integration: string, limits: SendingLimits | null): void {
    this.limits.set(integration, limits);
  }

  /** The batches that were looked up for a campaign and are not offered yet; undefined: not looked up. */
  queueOf(campaign: string): string[] | undefined {
    return this.queues.get(campaign);
  }

  enqueue(campaign: string, batches: string[]): string[] {
    this.queues.set(campaign, batches);
    return batches;
  }

  /** The campaign has nothing due in this channel. */
  exhausted(campaign: string): void {
    this.candidates.delete(campaign);
  }

  /** Nothing more goes by an integration in this round. */
  closed(integration: string): void {
    for (const { campaign, route } of this.candidates.values()) {
      if (route.integrationId === integration) this.candidates.delete(campaign);
    }
  }

  /** A batch of so many recipients was offered; 0: somebody else was faster. */
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
    return mayHaveMore(places) && use.bearsOneMore(this.limits.get(integrationId) ?? null);
  }

  /** Whoever works no more keeps no place from others. */
  private survey(row: Outstanding, isPresent: ChannelSurvey['isPresent']): void {
    const use = this.useOf(row.integration);
    if (row.holder !== null && !isPresent(row.holder)) {
      use.heldByNobody(row.concurrency);
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
 * Who is served next: the user with the fewest recipients in flight, then the campaign with the fewest, then the oldest
 * campaign. Fairness is decided here, at release; what was published before does not matter.
 */
export function fairestFirst(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort(
    (a, b) =>
      a.userInFlight - b.userInFlight ||
      a.campaignInFlight - b.campaignInFlight ||
      (a.campaign < b.campaign ? -1 : 1),
  );
}

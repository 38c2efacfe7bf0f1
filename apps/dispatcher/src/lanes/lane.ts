import type { Channel, Route } from '@carillon/contracts';
import type { Breaker } from '../breakers/breakers';
import type { Outstanding } from '../ledger/batch-pipelines';
import type { Portion } from '../limits/portion';
import { mayHaveMore } from './share';

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

/** The same, with what is in hand of it and of its user: recipients that are released or held. */
export interface Contender extends DueCampaign {
  campaignInHand: number;
  userInHand: number;
}

/** What is known of a channel when its lane is about to be filled. */
interface LaneSurvey {
  channel: Channel;
  /** Batches that its workers hold at once. */
  capacity: number;
  due: readonly DueCampaign[];
  outstanding: readonly Outstanding[];
  /** Whether this worker was heard of lately. */
  isPresent: (holder: string) => boolean;
}

/** What is used of one integration in a lane, and whether one more hand fits into what it bears. */
class IntegrationUse {
  /** Places of workers that are there, and offers. */
  places = 0;
  private offers = 0;
  private pace = 0;
  private connections = 0;

  /** Offers: each will be a hand as they are granted now. */
  offered(batches: number): void {
    this.offers += batches;
    this.places += batches;
  }

  /** Hands of a worker that is there. */
  held(batches: number, pacePerSecond: number, concurrency: number): void {
    this.places += batches;
    this.pace += pacePerSecond;
    this.connections += concurrency;
  }

  /**
   * Hands of a worker that was not heard of again. It may be alive and connected for as long as its lease lasts; its time
   * in the rate was reserved and is over without it.
   */
  heldByNobody(concurrency: number): void {
    this.connections += concurrency;
  }

  bearsOneMore(portion: Portion | null): boolean {
    if (!portion) return true;
    const { ratePerSecond, pacePerSecond, maxConnections, concurrency } = portion;
    const hands = this.offers + 1;
    const paced =
      ratePerSecond === null || this.pace + hands * (pacePerSecond ?? 0) <= ratePerSecond * ROUNDING;
    return (
      paced && (maxConnections === null || this.connections + hands * (concurrency ?? 0) <= maxConnections)
    );
  }
}

/** One channel's places while they are being filled: who contends, who has how many, how many are free. */
export class Lane {
  readonly channel: Channel;
  private readonly capacity: number;
  private readonly contenders = new Map<string, Contender>();
  private readonly ofUser = new Map<string, number>();
  private readonly ofCampaign = new Map<string, number>();
  private readonly integrations = new Map<string, IntegrationUse>();
  private readonly portions = new Map<string, Portion | null>();
  private readonly queues = new Map<string, string[]>();
  private taken = 0;

  constructor({ channel, capacity, due, outstanding, isPresent }: LaneSurvey) {
    this.channel = channel;
    this.capacity = capacity;
    for (const campaign of due) {
      this.contenders.set(campaign.campaign, { ...campaign, campaignInHand: 0, userInHand: 0 });
    }
    for (const row of outstanding) if (row.channel === channel) this.survey(row, isPresent);
  }

  /** Batches that the lane can still take. */
  get free(): number {
    return this.capacity - this.taken;
  }

  /** The campaign whose batch is offered next; undefined: there is no place, or nobody may have it. */
  next(): Contender | undefined {
    if (this.free <= 0) return undefined;
    return fairestFirst([...this.contenders.values()]).find((contender) => this.hasPlaceFor(contender));
  }

  /** What a hand may take of an integration; undefined: nobody has looked yet. */
  portionOf(integration: string): Portion | null | undefined {
    return this.portions.get(integration);
  }

  limit(integration: string, portion: Portion | null): void {
    this.portions.set(integration, portion);
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
    this.contenders.delete(campaign);
  }

  /** Nothing more goes by an integration in this round. */
  closed(integration: string): void {
    for (const { campaign, route } of this.contenders.values()) {
      if (route.integrationId === integration) this.contenders.delete(campaign);
    }
  }

  /** A batch of so many recipients was offered; 0: somebody else was faster. */
  offered({ campaign, user, route }: Contender, recipients: number): void {
    if (recipients === 0) return;
    this.useOf(route.integrationId).offered(1);
    this.count(user, campaign, 1, recipients);
  }

  private hasPlaceFor({ campaign, user, route: { integrationId } }: Contender): boolean {
    const use = this.useOf(integrationId);
    const places = {
      capacity: this.capacity,
      taken: this.taken,
      ofUser: this.ofUser.get(user) ?? 0,
      ofCampaign: this.ofCampaign.get(campaign) ?? 0,
      ofIntegration: use.places,
    };
    return mayHaveMore(places) && use.bearsOneMore(this.portions.get(integrationId) ?? null);
  }

  /** Whoever works no more keeps no place from others. */
  private survey(row: Outstanding, isPresent: LaneSurvey['isPresent']): void {
    const use = this.useOf(row.integration);
    if (row.holder !== null && !isPresent(row.holder)) {
      use.heldByNobody(row.concurrency);
      return;
    }
    if (row.holder === null) use.offered(row.batches);
    else use.held(row.batches, row.pacePerSecond, row.concurrency);
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
    for (const contender of this.contenders.values()) {
      if (contender.user === user) contender.userInHand += recipients;
      if (contender.campaign === campaign) contender.campaignInHand += recipients;
    }
  }
}

/**
 * Who is served next: the user with the fewest recipients in hand, then the campaign with the fewest, then the oldest
 * campaign. Fairness is decided here, at release; what was published before does not matter.
 */
export function fairestFirst(contenders: readonly Contender[]): Contender[] {
  return [...contenders].sort(
    (a, b) =>
      a.userInHand - b.userInHand ||
      a.campaignInHand - b.campaignInHand ||
      (a.campaign < b.campaign ? -1 : 1),
  );
}

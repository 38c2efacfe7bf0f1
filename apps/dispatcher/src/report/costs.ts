import {
  type CampaignCosts,
  type Costs,
  type Payload,
  type PriceList,
  type Reply,
  type SenderProvider,
  channelRow,
  channels,
  costsOf,
  directRoutesOf,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock } from '@carillon/mongo';
import { Logger, LongCounts, Pace, SlowWork } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Dispatch, Dispatches, CampaignCosts as StoredCosts } from '../dispatch';
import { type Leadership, LeaderTask } from '../leader';
import { Batches, RecipientPages } from '../ledger';
import { SendingProfiles } from '../releasing';
import { CostCounts } from './cost-counts';

/** As for recipient domains. */
const COUNTING = { what: 'counts of costs', waitMs: 10_000, keptMs: 30_000, most: 10 };
const AT_ONCE = { all: 4, each: 1 };
/** The number of batches that are in memory at the same time. */
const BATCHES = 50;
const PRICE_LISTS = 100;

interface CountedCosts {
  costs: Costs;
  isEstimated: boolean;
}

/**
 * Counts what the messages of a campaign cost, from its ledger. Sending keeps no counters by country, so each count
 * reads the batches, and the addresses of phones.
 */
@Injectable()
export class CountCosts {
  private readonly lists = new LRUCache<string, PriceList>({ max: PRICE_LISTS });

  constructor(
    private readonly batches: Batches,
    private readonly recipientPages: RecipientPages,
    private readonly profiles: SendingProfiles,
    private readonly messenger: Messenger,
  ) {}

  /** @throws AppError service_unavailable */
  async count(dispatch: Dispatch, rest: () => Promise<void>): Promise<CountedCosts> {
    const [list, providers] = await Promise.all([this.listOf(dispatch), this.providersOf(dispatch)]);
    // Most dispatchers count no costs, and the numbering plans take several megabytes.
    const { countryOf } = await import('@carillon/address');
    const counts = new CostCounts((sender) => providers.get(sender) ?? null, countryOf);
    for (const channel of channels) {
      const hasCountries = channelRow(channel).address === 'phone';
      const pages = this.batches.onChannel(dispatch.campaign, channel, { pageSize: BATCHES, rest });
      for await (const batches of pages) {
        const addresses = hasCountries ? await this.recipientPages.addressesOfBatches(batches) : null;
        for (const batch of batches) counts.add(batch, addresses?.get(batch.id) ?? []);
      }
    }
    return { costs: costsOf(list, counts.result()), isEstimated: counts.isEstimated };
  }

  private async listOf({ priceListId }: Dispatch): Promise<PriceList | null> {
    if (priceListId === undefined) return null;
    const known = this.lists.get(priceListId);
    if (known) return known;
    const { priceList } = await this.messenger.request('price-list.get', { id: priceListId });
    if (priceList) this.lists.set(priceListId, priceList);
    return priceList;
  }

  /** The providers of the account's senders, and of those with which the campaign was planned. */
  private async providersOf({ user, routes }: Dispatch): Promise<Map<string, SenderProvider>> {
    const profile = await this.profiles.current(user);
    const known = [
      ...Object.values(routes ?? {}),
      ...Object.values(profile?.routes ?? {}),
      ...(profile?.senders ?? []),
    ];
    const direct = known.flatMap((route) => (route ? directRoutesOf(route) : []));
    return new Map(direct.flatMap(({ senderId, provider }) => (provider ? [[senderId, provider]] : [])));
  }
}

/** Reads what a campaign costs: the stored costs of an ended campaign, and otherwise a count. */
@Injectable()
export class ReadCosts {
  private readonly counts: LongCounts<CampaignCosts>;
  private readonly underWay = new SlowWork(AT_ONCE);

  constructor(
    private readonly dispatches: Dispatches,
    private readonly stored: StoredCosts,
    private readonly countCosts: CountCosts,
    private readonly clock: DatabaseClock,
    log: Logger,
  ) {
    this.counts = new LongCounts(COUNTING, log);
  }

  /** @throws AppError rate_limited, service_unavailable */
  async read({ userId, campaignId }: Payload<'dispatch.costs'>): Promise<Reply<'dispatch.costs'>> {
    const dispatch = await this.dispatches.find(campaignId);
    if (dispatch?.user !== userId) return { costs: null };
    const { state, run, ledger, finishedAt, costs, costsDue, priceListId } = dispatch;
    if (costs && (!costsDue || ledger !== 'KEPT')) {
      const { at, sum: _, ...known } = costs;
      return { costs: { asOf: at.toISOString(), isComplete: true, isKnown: true, ...known } };
    }
    const now = await this.clock.now();
    const isCounted = ledger === 'KEPT' && priceListId !== undefined;
    const empty = (): CampaignCosts => ({
      ...{ asOf: now.toISOString(), isComplete: !isCounted, isKnown: ledger === 'KEPT' },
      ...{ isEstimated: finishedAt === null, ...costsOf(null, []) },
    });
    if (!isCounted) return { costs: empty() };
    const counted = await this.counts.join(userId, `${campaignId} ${state} ${run}`, {
      empty,
      count: (reply, pace) =>
        this.underWay.run(userId, async () => {
          const result = await this.countCosts.count(dispatch, () => pace.rest());
          const isEstimated = result.isEstimated || finishedAt === null;
          Object.assign(reply, { ...result.costs, isEstimated, isComplete: true });
        }),
    });
    return { costs: counted };
  }

  async spending({
    userId,
    since,
    currency,
  }: Payload<'dispatch.spending'>): Promise<Reply<'dispatch.spending'>> {
    return { total: await this.stored.spending(userId, new Date(since), currency) };
  }
}

/** The number of campaigns that are counted in a round. */
const CAMPAIGNS = 20;

/** Counts and stores the costs of campaigns that have ended, so that they are known after the ledger is deleted. */
@Injectable()
export class StoreCosts extends LeaderTask {
  readonly name = 'counting costs';
  readonly everyMs = 5_000;

  constructor(
    private readonly stored: StoredCosts,
    private readonly countCosts: CountCosts,
    private readonly clock: DatabaseClock,
    private readonly log: Logger,
  ) {
    super();
  }

  async run(leadership: Leadership): Promise<boolean> {
    const due = await this.stored.due(CAMPAIGNS);
    const pace = new Pace(() => leadership.isOver());
    for (const dispatch of due) {
      if (leadership.isOver()) return false;
      const counted =
        dispatch.ledger === 'KEPT' ? await this.countCosts.count(dispatch, () => pace.rest()) : null;
      if (counted) this.log.debug({ campaignId: dispatch.campaign }, 'the costs of a campaign are counted');
      await this.stored.counted(dispatch, counted, await this.clock.now());
    }
    return due.length === CAMPAIGNS;
  }
}

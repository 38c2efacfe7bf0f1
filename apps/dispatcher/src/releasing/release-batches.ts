import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Channel, channels, hintOf } from '@carillon/contracts';
import { Messenger, inSpan, tracedBy, withTrace } from '@carillon/messaging';
import { type Breaker, Breakers } from './breakers';
import { type Candidate, ChannelCapacity, type DueGroup, Turns } from './channel-capacity';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DueCampaigns } from './due-campaigns';
import { LeaderLease, type Leadership, LeaderTask } from '../leader';
import { BatchQueue, type Batch, Batches, type DueBatch } from '../ledger';
import { RampUps } from './ramp-ups';
import { RateReservations } from './rate-reservations';
import { SendingProfiles } from './sending-profiles';
import { DatabaseClock } from '@carillon/mongo';
import { LRUCache } from 'lru-cache';
import { BackgroundTask, Logger, Metrics, type RoundEnd } from '@carillon/platform';
import { WorkerRegistry } from './worker-registry';

/**
 * A batch is not offered if its lease could not begin within this time (milliseconds), because it would occupy a
 * worker.
 */
const LOOK_AHEAD_MS = 1_000;
/** How long an offer is valid before it is withdrawn (milliseconds). */
const OFFER_MS = 10_000;
/**
 * The number of batches of a campaign, and of campaigns of a sender, that get another sender in one round. A campaign
 * with as many due batches at other senders has enough.
 */
const REROUTED_AT_ONCE = 32;
/** A sender that may not send is checked again after this time (milliseconds). */
const HELD_MS = 1_000;
/** A batch that has to stay with a sender that can't be used is checked again after this time (milliseconds). */
const UNMOVED_MS = 2_000;
/** The number of concurrent offers. More offers would wait for each other while their validity expires. */
const OFFERS_AT_ONCE = 32;

/** Offers batches of one channel until its capacity is used or no batch is due. */
@Injectable()
export class OfferBatches {
  /** Senders that work, but may not send now. */
  private readonly held = new LRUCache<string, true>({ max: 10_000, ttl: HELD_MS });
  /** Batches that recently had to stay with their sender. */
  private readonly unmoved = new LRUCache<string, true>({ max: 10_000, ttl: UNMOVED_MS });

  constructor(
    private readonly dueCampaigns: DueCampaigns,
    private readonly queue: BatchQueue,
    private readonly batches: Batches,
    private readonly breakers: Breakers,
    private readonly profiles: SendingProfiles,
    private readonly reservations: RateReservations,
    private readonly rampUps: RampUps,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /**
   * Returns the number of senders that have used up their rate. Each offer waits for the disks of the database and the
   * broker, so several offers are made concurrently.
   */
  async offerDue(capacity: ChannelCapacity, leadership: Leadership, now: Date): Promise<number> {
    let atRate = 0;
    const offers: Promise<void>[] = [];
    const underWay = new Set<Promise<unknown>>();
    const failed = new Set<string>();
    const offer = (id: string): void => {
      const offered = this.offer(id, leadership);
      offers.push(offered);
      const ended = offered.catch(() => failed.add(id)).finally(() => underWay.delete(ended));
      underWay.add(ended);
    };
    try {
      for (
        let next = capacity.next();
        next && failed.size === 0 && !leadership.isOver();
        next = capacity.next()
      ) {
        if (underWay.size >= OFFERS_AT_ONCE) {
          await Promise.race(underWay);
          continue;
        }
        if (capacity.limitsOf(next.route.senderId) === undefined) {
          if (!(await this.lookUpLimits(next, capacity, now))) atRate += 1;
          continue;
        }
        const batch = await this.batchOf(next, capacity, now);
        if (batch === undefined) capacity.exhausted(next);
        else if (!next.breaker || (await this.mayProbe(next.breaker, batch.id, capacity, now))) {
          capacity.offered(next, batch.recipients);
          offer(batch.id);
        }
      }
    } finally {
      await Promise.allSettled(offers);
    }
    await Promise.all(offers);
    return atRate;
  }

  /** Whether the operator has paused the provider account of a sender, or its emails of the day are used up. */
  isHeld(sender: string): boolean {
    return this.held.has(sender);
  }

  /**
   * Gives due batches of campaigns with a pool to another sender, because theirs can't be used now. Returns whether any
   * batch has a new sender.
   */
  async reroute(
    { route, pooled }: DueGroup,
    channel: Channel,
    isUsable: (sender: string) => boolean,
    now: Date,
  ): Promise<boolean> {
    const from = route.senderId;
    let isRerouted = false;
    for (const campaign of [...pooled].slice(0, REROUTED_AT_ONCE)) {
      const limit = REROUTED_AT_ONCE;
      const ahead = await this.queue.next(campaign, channel, now, { limit, sender: { $ne: from } });
      if (ahead.length >= limit) continue;
      const due = await this.queue.next(campaign, channel, now, { limit, sender: from });
      const waiting = due.filter(({ id }) => !this.unmoved.has(id));
      const changes = waiting.map(async ({ id }) => {
        const change = await this.batches.change(id, ({ pool = [] }) => {
          return { type: 'rerouted', now, from, to: pool.filter(isUsable) };
        });
        if (change && change.after !== change.before) isRerouted = true;
        else this.unmoved.set(id, true);
      });
      await Promise.all(changes);
    }
    return isRerouted;
  }

  /**
   * Looks up a sender's limits, once per round. If the rate or the day's emails are used up, closes the sender for the
   * round. Returns false only if the rate is used up.
   */
  private async lookUpLimits(
    { user, route }: Candidate,
    capacity: ChannelCapacity,
    now: Date,
  ): Promise<boolean> {
    const { senderId } = route;
    const { limits, rampUp, isAccountPaused } = await this.profiles.terms(user, capacity.channel, route);
    capacity.setLimits(senderId, limits);
    const obstacle = rampUp && (await this.rampUps.obstacle(senderId, rampUp, now));
    // A sender that paused after too many bounces isn't replaced, because the recipients may be the cause.
    if (isAccountPaused || obstacle?.reason === 'RAMP_UP_LIMIT') this.held.set(senderId, true);
    if (isAccountPaused || obstacle) {
      capacity.closed(senderId);
      return true;
    }
    for (const { id, ratePerSecond } of limits?.rates ?? []) {
      const waitMs = await this.reservations.waitMs(id, { leases: limits?.leases ?? 1, ratePerSecond }, now);
      if (waitMs <= LOOK_AHEAD_MS) continue;
      capacity.closed(senderId);
      return false;
    }
    return true;
  }

  private async batchOf(
    candidate: Candidate,
    capacity: ChannelCapacity,
    now: Date,
  ): Promise<DueBatch | undefined> {
    const queue =
      capacity.queueOf(candidate) ??
      capacity.enqueue(
        candidate,
        await this.dueCampaigns.next(candidate, capacity.channel, now, capacity.free),
      );
    return queue.shift();
  }

  /** While the breaker is open, offers only one probe when its pause is over. */
  private mayProbe(breaker: Breaker, batch: string, capacity: ChannelCapacity, now: Date): Promise<boolean> {
    capacity.closed(breaker.sender);
    return this.breakers.probe(breaker, batch, now);
  }

  /**
   * Offers one batch to the workers of its channel, unless another dispatcher has offered it first. Writes the offer to
   * the ledger, and then sends the hint. Throws if the broker does not accept the hint.
   */
  private async offer(id: string, leadership: Leadership): Promise<void> {
    const until = new Date((await this.clock.now()).getTime() + OFFER_MS);
    const change = await this.batches.change(id, () => ({ type: 'released', until }));
    if (!change || change.after === change.before) return;
    const { campaign, channel, release, todo } = change.after;
    if (leadership.isOver()) return this.batches.takeBack(id, release);
    const trace = { batchId: id, campaignId: campaign, ...tracedBy(change.after) };
    const about = { 'carillon.channel': channel, 'carillon.recipients': todo.length };
    const hint = { batchId: id, campaignId: campaign, release, leaseMs: this.config.BATCH_LEASE_MS };
    try {
      await withTrace(trace, () =>
        inSpan('offer batch', about, () => this.messenger.publish(hintOf(channel), hint)),
      );
    } catch (error) {
      await this.batches.takeBack(id, release);
      throw error;
    }
  }
}

/**
 * The minimum pause between rounds (milliseconds), so that a round replaces several settled batches. Each round
 * considers all waiting campaigns, regardless of its trigger. Offers last longer than this.
 */
const MIN_PAUSE_MS = 50;
/** The first minimum pause (milliseconds), so that a small campaign begins without waiting. */
const FIRST_MIN_PAUSE_MS = 5;
/** How often a round covers all channels of an idle system (milliseconds). */
const QUIET_MS = 1_000;
/**
 * The maximum time between rounds of all channels (milliseconds), because only other dispatchers detect some causes.
 */
const ALL_CHANNELS_MS = 200;
/** The pause of a channel whose hints the broker doesn't accept (milliseconds). */
const BROKER_PAUSE_MS = 3_000;
/** While capacity is free, a round waits until this share of a channel's work in flight has ended. */
const WORTH_A_ROUND = 1 / 3;

/** Keeps the capacity of each channel's workers in use, in fair order. Runs in the leader. */
@Injectable()
export class ReleaseBatches extends BackgroundTask {
  /** The channels with a requested round. */
  private readonly requested = new Set<Channel>();
  /** When the last round of all channels began (monotonic clock). */
  private allSince = -Infinity;
  /** How many more batches must end before a round is worthwhile. Absent: one. */
  private readonly untilWorthIt = new Map<Channel, number>();
  private readonly pausedUntil = new Map<Channel, number>();
  /** How many senders had used up their rate in the last round. Absent: none. */
  private readonly atRate = new Map<Channel, number>();

  constructor(
    private readonly lease: LeaderLease,
    private readonly queue: BatchQueue,
    private readonly dueCampaigns: DueCampaigns,
    private readonly turns: Turns,
    private readonly breakers: Breakers,
    private readonly workerRegistry: WorkerRegistry,
    private readonly offerBatches: OfferBatches,
    private readonly clock: DatabaseClock,
    log: Logger,
    metrics: Metrics,
  ) {
    super({
      name: 'releasing',
      everyMs: ALL_CHANNELS_MS,
      leastMs: MIN_PAUSE_MS,
      firstLeastMs: FIRST_MIN_PAUSE_MS,
      quietMs: QUIET_MS,
      log,
    });
    metrics.readings(
      'carillon_integrations_at_rate',
      'Senders whose batches wait because their rate is used up',
      ['channel'],
      () => Promise.resolve(this.lease.leads ? channels.map((channel) => this.readingOf(channel)) : []),
    );
  }

  /** Requests a round, because batches of these channels have become due, or their capacity has changed. */
  override nudge(of: readonly Channel[] = channels): void {
    for (const channel of of) this.requested.add(channel);
    super.nudge();
  }

  /**
   * Requests a round after a batch in flight has ended. If its sender has limits, requests it immediately, because this
   * batch may be the only batch that they allow. Otherwise, requests it when a round is worthwhile.
   */
  ended({ channel, lease }: Pick<Batch, 'channel' | 'lease'>): void {
    const { sendsPerSecond = null, concurrency = null } = lease?.rate ?? {};
    const hasLimits = sendsPerSecond !== null || concurrency !== null;
    const left = (this.untilWorthIt.get(channel) ?? 1) - 1;
    if (hasLimits || left <= 0) this.nudge([channel]);
    else this.untilWorthIt.set(channel, left);
  }

  private readingOf(channel: Channel) {
    return { labels: { channel }, value: this.atRate.get(channel) ?? 0 };
  }

  async round(): Promise<RoundEnd> {
    const leadership = await this.lease.leadership();
    if (!leadership) return false;
    const now = await this.clock.now();
    const from = performance.now();
    const isOfAll = from - this.allSince >= ALL_CHANNELS_MS;
    const selected = isOfAll ? channels : channels.filter((channel) => this.requested.has(channel));
    this.requested.clear();
    for (const channel of selected) {
      this.atRate.delete(channel);
      this.untilWorthIt.delete(channel);
    }
    const capacities = await this.capacities(selected, now, leadership);
    for (const capacity of capacities) {
      if ((this.pausedUntil.get(capacity.channel) ?? 0) <= performance.now())
        await this.fill(capacity, leadership, now);
    }
    if (isOfAll) this.allSince = from;
    return isOfAll && capacities.length === 0 ? 'idle' : false;
  }

  /** The capacity of channels with workers and due campaigns. */
  private async capacities(
    selected: readonly Channel[],
    now: Date,
    leadership: Leadership,
  ): Promise<ChannelCapacity[]> {
    const withWork = await this.withReady(
      selected.filter((channel) => this.workerRegistry.capacity(channel) > 0),
    );
    const due = await Promise.all(withWork.map((channel) => this.dueCampaigns.of(channel, now, leadership)));
    if (due.flat().length === 0) return [];
    const [outstanding, breakers] = await Promise.all([this.queue.outstanding(), this.breakers.all()]);
    const open = new Map(breakers.map((breaker) => [breaker.sender, breaker]));
    const silent = this.workerRegistry.silentSenders();
    const stuck = (group: DueGroup): boolean =>
      group.pooled.size > 0 &&
      (this.offerBatches.isHeld(group.route.senderId) || ableToSend(group, open, silent, now) === null);
    const isUsable = (sender: string): boolean =>
      !open.has(sender) && !silent.has(sender) && !this.offerBatches.isHeld(sender);
    for (const [index, channel] of withWork.entries())
      await this.reroute(channel, (due[index] ?? []).filter(stuck), isUsable, now);
    const isPresent = (holder: string): boolean => this.workerRegistry.isPresent(holder);
    return withWork.flatMap((channel, index) => {
      const able = (due[index] ?? []).flatMap((group) => ableToSend(group, open, silent, now) ?? []);
      if (able.length === 0) return [];
      const capacity = this.workerRegistry.capacity(channel);
      const survey = { channel, capacity, due: able, outstanding, isPresent, turns: this.turns };
      return [new ChannelCapacity(survey)];
    });
  }

  /** Batches whose sender can't be used now get another sender of their pool, whose turn comes in the next round. */
  private async reroute(
    channel: Channel,
    stuck: readonly DueGroup[],
    isUsable: (sender: string) => boolean,
    now: Date,
  ): Promise<void> {
    for (const group of stuck) {
      if (await this.offerBatches.reroute(group, channel, isUsable, now)) this.nudge([channel]);
    }
  }

  /** The channels with waiting batches: usually no channel or one. */
  private async withReady(some: readonly Channel[]): Promise<readonly Channel[]> {
    if (some.length < 2) return some;
    const ready = await this.queue.channelsWithReady();
    return some.filter((channel) => ready.includes(channel));
  }

  /** An unavailable broker isn't a failure, because the channel is retried later. */
  private async fill(capacity: ChannelCapacity, leadership: Leadership, now: Date): Promise<void> {
    const { channel } = capacity;
    try {
      this.atRate.set(channel, await this.offerBatches.offerDue(capacity, leadership, now));
      // If all capacity is used, a campaign may wait for the next free capacity.
      if (capacity.free > 0) this.untilWorthIt.set(channel, Math.ceil(capacity.used * WORTH_A_ROUND));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
      this.pausedUntil.set(channel, performance.now() + BROKER_PAUSE_MS);
    }
  }
}

/**
 * Returns null if the sender is unusable and its next probe isn't due, or if all of its leases wait for its provider.
 */
function ableToSend(
  group: DueGroup,
  open: ReadonlyMap<string, Breaker>,
  silent: ReadonlySet<string>,
  now: Date,
): DueGroup | null {
  if (silent.has(group.route.senderId)) return null;
  const breaker = open.get(group.route.senderId) ?? null;
  return breaker && breaker.nextTryAt > now ? null : { ...group, breaker };
}

const PAGE = 500;

/** Withdraws offers that no worker accepted in time. */
@Injectable()
export class TakeBackOffers extends LeaderTask {
  readonly name = 'taking back offers';
  readonly everyMs = 1_000;
  override readonly quietMs = 2_000;

  constructor(
    private readonly batches: Batches,
    private readonly queue: BatchQueue,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async run(leadership: Leadership): Promise<RoundEnd> {
    const now = await this.clock.now();
    const expired = await this.queue.expiredOffers(now, PAGE);
    if (expired.length === 0) return 'idle';
    for (const id of expired) {
      if (leadership.isOver()) return false;
      await this.batches.change(id, ({ releasedUntil }) =>
        releasedUntil && releasedUntil < now ? { type: 'release-taken-back' } : null,
      );
    }
    return expired.length === PAGE;
  }
}

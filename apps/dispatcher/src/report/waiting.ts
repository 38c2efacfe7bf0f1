import { Inject, Injectable } from '@nestjs/common';
import {
  type Channel,
  type DispatchReport,
  type WaitingReason,
  channels,
  directRoutesOf,
  isId,
} from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { Metrics, seldom } from '@carillon/platform';
import { type Breaker, Breakers, RampUps, SendingProfiles, WorkerRegistry } from '../releasing';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { ContentStore, type Dispatch, Dispatches, type Obstacle } from '../dispatch';
import { LeaderLease } from '../leader';
import { BatchQueue } from '../ledger';

type Reasons = DispatchReport['waiting'];

interface Cause {
  channel: Channel;
  since: Date;
}

/** Explains, by channel, why a campaign that is not complete does not progress. */
@Injectable()
export class Waiting {
  constructor(
    private readonly queue: BatchQueue,
    private readonly breakers: Breakers,
    private readonly content: ContentStore,
    private readonly workerRegistry: WorkerRegistry,
    private readonly profiles: SendingProfiles,
    private readonly rampUps: RampUps,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  /** A stopped or paused campaign waits only for its leases to end. */
  async of(dispatch: Dispatch): Promise<Reasons> {
    if (dispatch.state === 'DONE') return [];
    const lost = causedBy('WORKER_LOST', await this.lostLeases(dispatch.campaign));
    if (dispatch.state !== 'OPEN') return lost;
    const open = await this.breakers.all();
    const general = dispatch.obstacles.planning ?? dispatch.obstacles.leasing;
    return [
      ...brokenOf(dispatch, open),
      ...causedBy('PROVIDER_ACCOUNT_PAUSED', await this.pausedAccounts(dispatch)),
      ...(general ? await this.everywhere(dispatch, general) : []),
      ...causedBy('NO_WORKER', await this.withoutWorkers(dispatch.campaign)),
      ...lost,
      ...(await this.untilNextDay(dispatch)),
      ...(await this.mayFallBack(dispatch)),
    ];
  }

  /** Senders with daily limits that can send no more today, or are paused because of them. */
  private async untilNextDay({ user, routes }: Dispatch): Promise<Reasons> {
    if (!routes?.EMAIL) return [];
    const now = await this.clock.now();
    const obstacles = directRoutesOf(routes.EMAIL).map(async (route) => {
      const { rampUp } = await this.profiles.terms(user, 'EMAIL', route);
      return rampUp && this.rampUps.obstacle(route.senderId, rampUp, now);
    });
    const [obstacle] = ofAll(await Promise.all(obstacles));
    if (!obstacle) return [];
    const { reason, since, until } = obstacle;
    const nextTryAt = until?.toISOString() ?? null;
    return [{ channel: 'EMAIL', reason, since: since.toISOString(), nextTryAt }];
  }

  /** Channels whose senders all use provider accounts that the operator has paused. */
  private async pausedAccounts({ campaign, user, routes }: Dispatch): Promise<Cause[]> {
    const found = await Promise.all(
      channels.map(async (channel): Promise<Cause[]> => {
        const route = routes?.[channel];
        if (!route) return [];
        const now = await Promise.all(
          directRoutesOf(route).map((each) => this.profiles.routeNow(user, channel, each)),
        );
        const [since] = ofAll(now.map(({ providerAccount }) => providerAccount?.pausedAt)).sort();
        return since === undefined ? [] : [{ channel, since: new Date(since) }];
      }),
    );
    const causes = found.flat();
    if (causes.length === 0) return [];
    const brief = await this.content.brief(campaign);
    return causes.filter(({ channel }) => brief?.channels.includes(channel));
  }

  /** The channel whose deliveries may still fail and lead to another channel, if nothing else is left to send. */
  private async mayFallBack({ campaign, audience, planned }: Dispatch): Promise<Reasons> {
    if (audience?.first?.fallbackHours == null || !planned) return [];
    const now = await this.clock.now();
    const [isOpen, last] = await Promise.all([
      this.queue.hasOpen(campaign),
      this.queue.lastFallback(campaign, now),
    ]);
    if (isOpen || !last) return [];
    const { channel, until, since } = last;
    return [
      { channel, reason: 'FALLBACK_POSSIBLE', since: since.toISOString(), nextTryAt: until.toISOString() },
    ];
  }

  /** Reports an obstacle to the whole campaign for each channel that has a message. */
  private async everywhere({ campaign }: Dispatch, obstacle: Obstacle): Promise<Reasons> {
    const brief = await this.content.brief(campaign);
    return channels
      .filter((channel) => brief?.channels.includes(channel))
      .map((channel) => ({
        channel,
        reason: obstacle.reason,
        since: obstacle.since.toISOString(),
        nextTryAt: obstacle.nextTryAt?.toISOString() ?? null,
      }));
  }

  /**
   * Channels with leases that have not ended although their worker is silent or the lease has expired, so that the
   * state of their recipients is unknown. `since`: the last update in the ledger.
   */
  private async lostLeases(campaign: string): Promise<Cause[]> {
    const [now, leases] = await Promise.all([this.clock.now(), this.queue.leases(campaign)]);
    const lost = leases.filter(({ holder, until }) => until < now || this.workerRegistry.isLost(holder));
    return channels.flatMap((channel) => {
      const ends = lost.filter((each) => each.channel === channel).map(({ until }) => until.getTime());
      if (ends.length === 0) return [];
      return [{ channel, since: new Date(Math.min(...ends) - this.config.BATCH_LEASE_MS) }];
    });
  }

  /** Channels with due batches and without workers, and the time since which they have had no worker. */
  private async withoutWorkers(campaign: string): Promise<Cause[]> {
    const absent = channels.flatMap((channel) => {
      const forMs = this.workerRegistry.absentForMs(channel);
      return forMs === null ? [] : [{ channel, forMs }];
    });
    if (absent.length === 0) return [];
    const now = await this.clock.now();
    const found = absent.map(async ({ channel, forMs }) => {
      const [waiting] = await this.queue.next(campaign, channel, now, { limit: 1 });
      return waiting === undefined ? [] : [{ channel, since: new Date(now.getTime() - forMs) }];
    });
    return (await Promise.all(found)).flat();
  }
}

function brokenOf({ routes }: Dispatch, open: readonly Breaker[]): Reasons {
  const openOf = (senderId: string) => open.find(({ sender }) => sender === senderId);
  return channels.flatMap((channel) => {
    const route = routes?.[channel];
    const [breaker] = ofAll(route ? directRoutesOf(route).map(({ senderId }) => openOf(senderId)) : []);
    if (!breaker) return [];
    const { reason, since, nextTryAt } = breaker;
    return [{ channel, reason, since: since.toISOString(), nextTryAt: nextTryAt.toISOString() }];
  });
}

/** What holds back the senders of a route: nothing unless all of them, because a pool sends by any that works. */
function ofAll<T>(found: readonly (T | null | undefined)[]): T[] {
  const present = found.filter((each) => each != null);
  return present.length < found.length ? [] : present;
}

/** Builds reasons that end without user action at an unknown time. */
function causedBy(reason: WaitingReason, causes: readonly Cause[]): Reasons {
  return causes.map(({ channel, since }) => ({
    channel,
    reason,
    since: since.toISOString(),
    nextTryAt: null,
  }));
}

/**
 * The number of campaigns per channel whose batches are counted. Campaigns that have waited longest are counted first.
 */
const CAMPAIGNS = 1_000;
/**
 * The number of batches per channel whose recipients are counted individually, and the maximum number of counted
 * batches.
 */
const COUNTING = { read: 2_000, most: 50_000 };

/** The waiting and running work in a channel. */
export interface ChannelBacklog {
  channel: Channel;
  /** Batches that may be offered: due batches of campaigns that are neither paused nor suspended. */
  ready: number;
  offered: number;
  leased: number;
  /** The number of recipients in the batches that may be offered. */
  recipients: number;
  /** How long the first of these batches has been due (seconds). 0: no batch is due. */
  oldestSeconds: number;
}

/**
 * Metrics of the waiting work of all campaigns, in the leader. Queries the ledger at each scrape, with indexes and
 * limits, so that a million batches cost as much as a few thousand.
 */
@Injectable()
export class Backlog {
  constructor(
    private readonly lease: LeaderLease,
    private readonly queue: BatchQueue,
    private readonly dispatches: Dispatches,
    private readonly breakers: Breakers,
    workerRegistry: WorkerRegistry,
    private readonly clock: DatabaseClock,
    metrics: Metrics,
  ) {
    const backlog = seldom(() => (this.lease.leads ? this.survey() : Promise.resolve([])));
    metrics.readings(
      'carillon_batches',
      'Batches that are due and waiting (ready), offered to workers, or leased by a worker',
      ['channel', 'state'],
      async () =>
        (await backlog()).flatMap(({ channel, ready, offered, leased }) =>
          Object.entries({ ready, offered, leased }).map(([state, value]) => ({
            labels: { channel, state },
            value,
          })),
        ),
    );
    const byChannel = (value: (of: ChannelBacklog) => number) => async () =>
      (await backlog()).map((of) => ({ labels: { channel: of.channel }, value: value(of) }));
    metrics.readings(
      'carillon_recipients_waiting',
      'Recipients of batches that are ready',
      ['channel'],
      byChannel(({ recipients }) => recipients),
    );
    metrics.readings(
      'carillon_oldest_waiting_seconds',
      'Time since the first ready batch was due; 0: none',
      ['channel'],
      byChannel(({ oldestSeconds }) => oldestSeconds),
    );
    const breakersOpen = seldom(() => this.breakersOpen());
    metrics.readings(
      'carillon_breakers_open',
      'Senders that are currently unusable; operator: the default sender',
      ['channel', 'owner'],
      breakersOpen,
    );
    const ofWorkers = (value: (channel: Channel) => number) => () =>
      Promise.resolve(channels.map((channel) => ({ labels: { channel }, value: value(channel) })));
    metrics.readings(
      'carillon_workers',
      'Workers with recent heartbeats',
      ['channel'],
      ofWorkers((channel) => workerRegistry.workers(channel)),
    );
    metrics.readings(
      'carillon_worker_capacity',
      'Batches that these workers can process at the same time',
      ['channel'],
      ofWorkers((channel) => workerRegistry.capacity(channel)),
    );
  }

  /** The work of all channels. */
  async survey(): Promise<ChannelBacklog[]> {
    const now = await this.clock.now();
    const outstanding = await this.queue.outstanding();
    return Promise.all(
      channels.map(async (channel) => {
        const own = outstanding.filter((each) => each.channel === channel);
        const sum = (isLeased: boolean): number =>
          own.reduce((n, { holder, batches }) => ((holder !== null) === isLeased ? n + batches : n), 0);
        return { channel, ...(await this.readyIn(channel, now)), offered: sum(false), leased: sum(true) };
      }),
    );
  }

  private async readyIn(
    channel: Channel,
    now: Date,
  ): Promise<Pick<ChannelBacklog, 'ready' | 'recipients' | 'oldestSeconds'>> {
    const waiting = await this.waitingLongest(channel, now);
    const [oldest] = waiting;
    if (!oldest) return { ready: 0, recipients: 0, oldestSeconds: 0 };
    const counted = waiting.map(({ campaign }) => campaign);
    const { batches: ready, recipients } = await this.queue.sumDue(counted, channel, now, COUNTING);
    return { ready, recipients, oldestSeconds: (now.getTime() - oldest.due.getTime()) / 1_000 };
  }

  /** The campaigns to count, among those that may send. Reads only as many dispatches as necessary. */
  private async waitingLongest(channel: Channel, now: Date): Promise<{ campaign: string; due: Date }[]> {
    const firsts = await this.queue.firstsDue(channel, now);
    firsts.sort((a, b) => a.due.getTime() - b.due.getTime());
    const waiting: typeof firsts = [];
    for (let from = 0; from < firsts.length && waiting.length < CAMPAIGNS; from += CAMPAIGNS) {
      const some = firsts.slice(from, from + CAMPAIGNS);
      const sending = await this.dispatches.sending(
        some.map(({ campaign }) => campaign),
        now,
      );
      const able = new Set(sending.map(({ campaign }) => campaign));
      waiting.push(...some.filter(({ campaign }) => able.has(campaign)));
    }
    return waiting.slice(0, CAMPAIGNS);
  }

  private async breakersOpen() {
    const open = this.lease.leads ? await this.breakers.all() : null;
    if (!open) return [];
    const owners = { operator: false, user: true };
    return channels.flatMap((channel) =>
      Object.entries(owners).map(([owner, isUsers]) => ({
        labels: { channel, owner },
        value: open.filter((each) => each.channel === channel && isId(each.sender) === isUsers).length,
      })),
    );
  }
}

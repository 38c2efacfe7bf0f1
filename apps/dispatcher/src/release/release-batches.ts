import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AppError, type Channel, channels } from '@carillon/contracts';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { type Breaker, Breakers } from '../breakers/breakers';
import { DatabaseClock } from '../database-clock';
import type { SendingDispatch } from '../dispatches/dispatch';
import { Dispatches } from '../dispatches/dispatches';
import { type DueCampaign, Lane } from '../lanes/lane';
import { LeaderLease, type Term } from '../leading/leader-lease';
import { Batches } from '../ledger/batches';
import { Workforce } from '../workers/workforce';
import { FillLane } from './fill-lane';

/**
 * A round looks at everybody who waits, whatever it was nudged for, so each has some settled batches to replace
 * (milliseconds). What is on offer lasts longer than this.
 */
const LEAST_PAUSE_MS = 50;
/** A channel whose workers cannot be reached is left alone for so long (milliseconds). */
const NO_WAY_PAUSE_MS = 3_000;

/** Keeps the places of each channel's workers filled, in fair order. Goes on by itself in the dispatcher that leads. */
@Injectable()
export class ReleaseBatches implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;
  private readonly pausedUntil = new Map<Channel, number>();

  constructor(
    private readonly lease: LeaderLease,
    private readonly batches: Batches,
    private readonly dispatches: Dispatches,
    private readonly breakers: Breakers,
    private readonly workforce: Workforce,
    private readonly fillLane: FillLane,
    private readonly clock: DatabaseClock,
    log: Logger,
  ) {
    this.loop = new BackgroundLoop({
      name: 'releasing',
      everyMs: 200,
      leastMs: LEAST_PAUSE_MS,
      round: () => this.round(),
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  nudge(): void {
    this.loop.nudge();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async round(): Promise<boolean> {
    const term = await this.lease.term();
    if (!term) return false;
    const now = await this.clock.now();
    for (const lane of await this.lanes(now)) {
      if ((this.pausedUntil.get(lane.channel) ?? 0) <= performance.now()) await this.fill(lane, term, now);
    }
    return false;
  }

  /** The channels in which somebody waits and somebody works: who that is, and what is in hand already. */
  private async lanes(now: Date): Promise<Lane[]> {
    const manned = channels.filter((channel) => this.workforce.capacity(channel) > 0);
    const due = await Promise.all(manned.map((channel) => this.batches.due(channel, now)));
    const campaigns = [...new Set(due.flat())];
    if (campaigns.length === 0) return [];
    const [sending, outstanding, open] = await Promise.all([
      this.dispatches.sending(campaigns, now),
      this.batches.outstanding(),
      this.breakers.all(),
    ]);
    const dispatches = new Map(sending.map((dispatch) => [dispatch.campaign, dispatch]));
    const isPresent = (holder: string): boolean => this.workforce.isPresent(holder);
    return manned.flatMap((channel, index) => {
      const waiting = (due[index] ?? []).flatMap((id) => dispatches.get(id) ?? []);
      const able = waiting.flatMap((dispatch) => ableToSend(dispatch, channel, open, now) ?? []);
      if (able.length === 0) return [];
      const capacity = this.workforce.capacity(channel);
      return [new Lane({ channel, capacity, due: able, outstanding, isPresent })];
    });
  }

  /** No broker is no reason to fail: it is looked for again a little later. */
  private async fill(lane: Lane, term: Term, now: Date): Promise<void> {
    try {
      await this.fillLane.execute(lane, term, now);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
      this.pausedUntil.set(lane.channel, performance.now() + NO_WAY_PAUSE_MS);
    }
  }
}

/** Null: its integration cannot be used, and it is not yet time to try it again. */
function ableToSend(
  { campaign, user, routes }: SendingDispatch,
  channel: Channel,
  open: readonly Breaker[],
  now: Date,
): DueCampaign | null {
  const route = routes?.[channel];
  if (!route) return null;
  const breaker = open.find(({ integration }) => integration === route.integrationId) ?? null;
  return breaker && breaker.nextTryAt > now ? null : { campaign, user, route, breaker };
}

import type { Channel } from '@carillon/contracts';
import type { DatabaseClock } from '@carillon/mongo';
import { Logger, type Metrics } from '@carillon/platform';
import { grant, now, ready, release } from '../../test/batches';
import type { LeaderLease } from '../leader';
import { type Batch, type BatchQueue, type Outstanding } from '../ledger';
import { apply } from '../ledger/apply';
import type { Breakers } from './breakers';
import { type ChannelCapacity, Turns } from './channel-capacity';
import type { DueCampaigns } from './due-campaigns';
import { type OfferBatches, ReleaseBatches } from './release-batches';
import type { WorkerRegistry } from './worker-registry';

/**
 * Longer than the minimum pause between rounds, and shorter than the pause between rounds of all channels
 * (milliseconds).
 */
const SOON = 60;
const LEASED = 6;

describe('ReleaseBatches', () => {
  /** The channels that each round read. */
  const rounds: Channel[][] = [];
  let capacity: number;
  /** The channels with waiting batches. */
  let waiting: Channel[];
  let releasing: ReleaseBatches;

  const group = {
    user: 'user',
    route: { senderId: 'default', ratePerSecond: null, maxConnections: null },
  };
  const leased = { channel: 'EMAIL', batches: LEASED, recipients: 3_000, holder: 'worker', user: 'user' };
  const dueCampaigns = {
    of: (channel: Channel) => {
      rounds.at(-1)?.push(channel);
      return Promise.resolve([
        { ...group, breaker: null, campaigns: new Set(['campaign']), pooled: new Set<string>() },
      ]);
    },
  } as unknown as DueCampaigns;
  const queue = {
    channelsWithReady: () => Promise.resolve(waiting),
    outstanding: () =>
      Promise.resolve([{ ...leased, sender: 'default', campaign: 'campaign' }] as Outstanding[]),
  } as unknown as BatchQueue;
  /** The channels in which batches were offered. */
  const offered: Channel[] = [];
  const offerBatches = {
    offerDue: ({ channel }: ChannelCapacity) => {
      offered.push(channel);
      return Promise.resolve(0);
    },
  } as unknown as OfferBatches;
  /** Senders whose providers don't respond. */
  let silent: string[];
  const leaderLease = {
    leadership: () => {
      rounds.push([]);
      return Promise.resolve({ since: 0, isOver: () => false });
    },
  } as unknown as LeaderLease;

  /** A leased batch, in its state before its lease ended. */
  const batch = (ratePerSecond: number | null = null): Batch =>
    apply(
      apply(ready(), release),
      grant({ rate: { sendsPerSecond: ratePerSecond, concurrency: null, startAt: null } }),
    );
  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

  beforeEach(async () => {
    jest.useFakeTimers();
    capacity = 16;
    waiting = ['EMAIL', 'WHATSAPP', 'SMS'];
    silent = [];
    releasing = new ReleaseBatches(
      leaderLease,
      queue,
      dueCampaigns,
      new Turns(),
      { all: () => Promise.resolve([]) } as unknown as Breakers,
      {
        capacity: () => capacity,
        isPresent: () => true,
        silentSenders: () => new Set(silent),
      } as unknown as WorkerRegistry,
      offerBatches,
      { now: () => Promise.resolve(now) } as unknown as DatabaseClock,
      Logger.create('dispatcher', 'silent'),
      { readings: () => undefined } as unknown as Metrics,
    );
    releasing.onApplicationBootstrap();
    await pass(0);
    rounds.length = 0;
    offered.length = 0;
  });
  afterEach(async () => {
    const stopped = releasing.beforeApplicationShutdown();
    await pass(0);
    await stopped;
    jest.useRealTimers();
  });

  it('checks all channels five times a second, regardless of requests', async () => {
    await pass(1_000);
    expect(rounds).toEqual(Array(5).fill(['EMAIL', 'WHATSAPP', 'SMS']));
  });

  it('offers no batch of a sender whose leases all wait for its provider', async () => {
    silent = ['default'];
    await pass(200);
    expect(offered).toEqual([]);
    silent = ['another'];
    await pass(200);
    expect(offered).toEqual(['EMAIL', 'WHATSAPP', 'SMS']);
  });

  it('reads only channels with waiting batches', async () => {
    waiting = ['SMS'];
    await pass(200);
    expect(rounds).toEqual([['SMS']]);
  });

  it('reads all channels soon after a page is planned', async () => {
    releasing.nudge();
    await pass(SOON);
    expect(rounds).toEqual([['EMAIL', 'WHATSAPP', 'SMS']]);
  });

  it('reads only the channel in which a third of the leases have ended', async () => {
    releasing.ended(batch());
    await pass(SOON);
    expect(rounds).toEqual([]);
    releasing.ended(batch());
    await pass(SOON);
    expect(rounds).toEqual([['EMAIL']]);
  });

  it('does not wait for a third of the leases if all capacity is used', async () => {
    capacity = LEASED;
    releasing.nudge();
    await pass(SOON);
    releasing.ended(batch());
    await pass(SOON);
    expect(rounds).toEqual([['EMAIL', 'WHATSAPP', 'SMS'], ['EMAIL']]);
  });

  it('does not wait for other leases if the sender has limits', async () => {
    releasing.ended(batch(10));
    await pass(SOON);
    expect(rounds).toEqual([['EMAIL']]);
  });

  it('reads all channels in time despite frequent requests for one of them', async () => {
    for (let n = 0; n < 20; n++) {
      releasing.ended(batch(10));
      await pass(SOON);
    }
    const ofAll = rounds.filter((looked) => looked.length === 3).length;
    expect(ofAll).toBeGreaterThanOrEqual(4);
    expect(rounds.length).toBeGreaterThan(2 * ofAll);
  });
});

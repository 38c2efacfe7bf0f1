import type { Channel } from '@carillon/contracts';
import type { DatabaseClock } from '@carillon/mongo';
import { Logger, type Metrics } from '@carillon/platform';
import { grant, now, ready, release } from '../../test/batches';
import type { LeaderLease } from '../leader';
import { type Batch, type Batches, type Outstanding } from '../ledger';
import { apply } from '../ledger/apply';
import type { Breakers } from './breakers';
import { type ChannelCapacity, Turns } from './channel-capacity';
import type { DueCampaigns } from './due-campaigns';
import { type OfferBatches, ReleaseBatches } from './release-batches';
import type { WorkerRegistry } from './worker-registry';

/**
 * Longer than the minimum pause between rounds, and shorter than the one between rounds of all channels (milliseconds).
 */
const SOON = 60;
const LEASED = 6;

describe('the rounds of releasing', () => {
  /** The channels that each round looked at. */
  const rounds: Channel[][] = [];
  let places: number;
  /** The channels with batches that wait. */
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
      return Promise.resolve([{ ...group, breaker: null, campaigns: new Set(['campaign']) }]);
    },
  } as unknown as DueCampaigns;
  const batches = {
    channelsWithReady: () => Promise.resolve(waiting),
    outstanding: () =>
      Promise.resolve([{ ...leased, sender: 'default', campaign: 'campaign' }] as Outstanding[]),
  } as unknown as Batches;
  /** The channels that batches were offered in. */
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

  /** A leased batch, as it was before its lease ended. */
  const batch = (ratePerSecond: number | null = null): Batch =>
    apply(
      apply(ready(), release),
      grant({ rate: { sendsPerSecond: ratePerSecond, concurrency: null, startAt: null } }),
    );
  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

  beforeEach(async () => {
    jest.useFakeTimers();
    places = 16;
    waiting = ['EMAIL', 'WHATSAPP', 'SMS'];
    silent = [];
    releasing = new ReleaseBatches(
      leaderLease,
      batches,
      dueCampaigns,
      new Turns(),
      { all: () => Promise.resolve([]) } as unknown as Breakers,
      {
        capacity: () => places,
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

  it('offer nothing by a sender whose leases only wait for its provider', async () => {
    silent = ['default'];
    await pass(200);
    expect(offered).toEqual([]);
    silent = ['another'];
    await pass(200);
    expect(offered).toEqual(['EMAIL', 'WHATSAPP', 'SMS']);
  });

  it('read only those channels in which a batch waits', async () => {
    waiting = ['SMS'];
    await pass(200);
    expect(rounds).toEqual([['SMS']]);
  });

  it('look at all channels soon after a page was planned', async () => {
    releasing.nudge();
    await pass(SOON);
    expect(rounds).toEqual([['EMAIL', 'WHATSAPP', 'SMS']]);
  });

  it('look at a channel of which a third of the leases have ended, and at no other', async () => {
    releasing.ended(batch());
    await pass(SOON);
    expect(rounds).toEqual([]);
    releasing.ended(batch());
    await pass(SOON);
    expect(rounds).toEqual([['EMAIL']]);
  });

  it('do not wait for a third of the leases where all places are taken: somebody may wait for the next one', async () => {
    places = LEASED;
    releasing.nudge();
    await pass(SOON);
    releasing.ended(batch());
    await pass(SOON);
    expect(rounds).toEqual([['EMAIL', 'WHATSAPP', 'SMS'], ['EMAIL']]);
  });

  it('do not wait for others where a sender has limits: it may allow no more than this lease', async () => {
    releasing.ended(batch(10));
    await pass(SOON);
    expect(rounds).toEqual([['EMAIL']]);
  });

  it('look at all channels in time, however often one of them asks', async () => {
    for (let n = 0; n < 20; n++) {
      releasing.ended(batch(10));
      await pass(SOON);
    }
    const ofAll = rounds.filter((looked) => looked.length === 3).length;
    expect(ofAll).toBeGreaterThanOrEqual(4);
    expect(rounds.length).toBeGreaterThan(2 * ofAll);
  });
});

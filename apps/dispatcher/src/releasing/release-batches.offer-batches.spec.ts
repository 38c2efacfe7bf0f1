import { setImmediate as turn } from 'node:timers/promises';
import type { BatchReleased } from '@carillon/contracts';
import type { Messenger } from '@carillon/messaging';
import type { DatabaseClock } from '@carillon/mongo';
import { ready } from '../../test/batches';
import type { Breaker, Breakers } from './breakers';
import { type Candidate, ChannelCapacity, Turns } from './channel-capacity';
import type { DueCampaigns } from './due-campaigns';
import type { BatchQueue } from '../ledger/batch-queue';
import type { Batches } from '../ledger/batches';
import type { RampUps } from './ramp-ups';
import type { RateReservations } from './rate-reservations';
import type { SendingLimits } from './sending-limits';
import type { SendingProfiles } from './sending-profiles';
import { OfferBatches } from './release-batches';

const now = new Date('2026-03-01T12:00:00.000Z');

describe('OfferBatches', () => {
  const offered: string[] = [];
  let left: number;
  let waitMs: number;
  let isBrokerAway: boolean;
  let places: number;
  const leadership = { since: 0, isOver: () => left <= 0 };
  const dueCampaigns = {
    next: ({ campaign }: Candidate, _channel: string, _now: Date, limit: number) =>
      Promise.resolve(Array.from({ length: limit }, (_, n) => ({ id: `${campaign}-${n}`, recipients: 200 }))),
  } as unknown as DueCampaigns;
  const takenBack: string[] = [];
  const batches = {
    takeBack: (id: string) => Promise.resolve(takenBack.push(id)),
    change: () => Promise.resolve({ before: ready(), after: ready({ todo: Array<number>(200).fill(0) }) }),
  } as unknown as Batches;
  const hints: BatchReleased[] = [];
  const messenger = {
    publish: (_name: string, hint: BatchReleased) => {
      if (isBrokerAway) return Promise.reject(new Error('No broker'));
      hints.push(hint);
      offered.push(hint.batchId);
      left -= 1;
      return Promise.resolve();
    },
  } as unknown as Messenger;
  const probe = jest.fn<Promise<boolean>, []>();
  const limits = jest.fn<Promise<Pick<SendingLimits, 'leases' | 'rates'> | null>, []>();
  const rampUp = jest.fn<Promise<object | null>, []>(() => Promise.resolve(null));
  const obstacle = jest.fn<Promise<object | null>, []>(() => Promise.resolve(null));
  let isAccountPaused = false;
  const fill = new OfferBatches(
    dueCampaigns,
    { next: () => Promise.resolve([]) } as unknown as BatchQueue,
    batches,
    { probe } as unknown as Breakers,
    {
      terms: async () => ({ limits: await limits(), rampUp: await rampUp(), isAccountPaused }),
    } as unknown as SendingProfiles,
    { waitMs: () => Promise.resolve(waitMs) } as unknown as RateReservations,
    { obstacle } as unknown as RampUps,
    messenger,
    { now: () => Promise.resolve(now) } as unknown as DatabaseClock,
    { BATCH_LEASE_MS: 7_000, LEASE_GRACE_MS: 0, LEDGER_DAYS: 90 },
  );
  const breaker = { sender: 'down' } as Breaker;
  const capacityOf = (...campaigns: [string, Breaker | null][]): ChannelCapacity => {
    const due = campaigns.map(([campaign, open]) => ({
      campaigns: new Set([campaign]),
      pooled: new Set<string>(),
      user: campaign,
      route: { senderId: open ? 'down' : 'up', ratePerSecond: null, maxConnections: null },
      breaker: open,
    }));
    return new ChannelCapacity({
      channel: 'EMAIL',
      capacity: places,
      due,
      outstanding: [],
      isPresent: () => true,
      turns: new Turns(),
    });
  };

  beforeEach(() => {
    offered.length = 0;
    hints.length = 0;
    left = 1_000;
    waitMs = 0;
    isBrokerAway = false;
    places = 8;
    takenBack.length = 0;
    probe.mockReset().mockResolvedValue(true);
    limits.mockReset().mockResolvedValue(null);
    rampUp.mockReset().mockResolvedValue(null);
    obstacle.mockReset().mockResolvedValue(null);
    isAccountPaused = false;
  });
  afterEach(() => jest.restoreAllMocks());

  it('alternates between campaigns until each has its share of the capacity', async () => {
    await fill.offerDue(capacityOf(['a', null], ['b', null]), leadership, now);
    expect(offered).toEqual(['a-0', 'b-0', 'a-1', 'b-1', 'a-2', 'b-2']);
  });

  it('includes the duration of the lease in each offer', async () => {
    left = 1;
    await fill.offerDue(capacityOf(['a', null]), leadership, now);
    expect(hints).toEqual([expect.objectContaining({ batchId: 'a-0', leaseMs: 7_000 })]);
  });

  it('looks up the limits of a sender once', async () => {
    expect(await fill.offerDue(capacityOf(['a', null], ['b', null]), leadership, now)).toBe(0);
    expect(limits).toHaveBeenCalledTimes(1);
  });

  it('offers no batch of a sender whose rate is used up', async () => {
    limits.mockResolvedValue({ leases: 1, rates: [{ id: 'sender', ratePerSecond: 1 }] });
    waitMs = 5_000;
    expect(await fill.offerDue(capacityOf(['a', null], ['b', null]), leadership, now)).toBe(1);
    expect(offered).toEqual([]);
  });

  it('offers no batch of a sender that can send no more emails today', async () => {
    rampUp.mockResolvedValue({});
    expect(await fill.offerDue(capacityOf(['a', null]), leadership, now)).toBe(0);
    expect(offered).not.toEqual([]);
    offered.length = 0;
    obstacle.mockResolvedValue({ reason: 'RAMP_UP_LIMIT' });
    await fill.offerDue(capacityOf(['a', null], ['b', null]), leadership, now);
    expect(offered).toEqual([]);
  });

  it('offers no batch of a sender whose provider account is paused', async () => {
    isAccountPaused = true;
    expect(await fill.offerDue(capacityOf(['a', null], ['b', null]), leadership, now)).toBe(0);
    expect(offered).toEqual([]);
  });

  it('stops within a round when the leadership ends', async () => {
    left = 3;
    await fill.offerDue(capacityOf(['a', null], ['b', null]), leadership, now);
    expect(offered).toHaveLength(3);
  });

  it('withdraws an offer if the leadership ends before the hint', async () => {
    jest.spyOn(batches, 'change').mockImplementation(() => {
      left = 0;
      return Promise.resolve({ before: ready(), after: ready() });
    });
    await fill.offerDue(capacityOf(['a', null]), leadership, now);
    expect(offered).toEqual([]);
    expect(takenBack).toContain('a-0');
  });

  it('makes at most 32 offers concurrently', async () => {
    places = 200;
    let underWay = 0;
    let most = 0;
    jest.spyOn(batches, 'change').mockImplementation(async () => {
      most = Math.max(most, ++underWay);
      await turn();
      underWay -= 1;
      return { before: ready(), after: ready() };
    });
    await fill.offerDue(capacityOf(['a', null], ['b', null]), leadership, now);
    expect(offered.length).toBeGreaterThan(100);
    expect(most).toBe(32);
  });

  it('probes a sender with a single batch across all campaigns', async () => {
    await fill.offerDue(capacityOf(['a', breaker], ['b', breaker]), leadership, now);
    expect(offered).toEqual(['a-0']);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it('withdraws offers whose hint the broker does not accept, and stops', async () => {
    isBrokerAway = true;
    await expect(fill.offerDue(capacityOf(['a', null], ['b', null]), leadership, now)).rejects.toThrow(
      'No broker',
    );
    expect(takenBack).toContain('a-0');
    expect(takenBack.length).toBeLessThan(6);
  });

  it('offers no probe if another dispatcher has started one', async () => {
    probe.mockResolvedValue(false);
    await fill.offerDue(capacityOf(['a', breaker]), leadership, now);
    expect(offered).toEqual([]);
  });
});

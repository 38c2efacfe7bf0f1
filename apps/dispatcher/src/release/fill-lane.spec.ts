import type { Breaker } from '../breakers/breakers';
import type { Breakers } from '../breakers/breakers';
import type { AdmitIntegration } from './admit-integration';
import type { Batches } from '../ledger/batches';
import type { Contender } from '../lanes/contender';
import { FillLane } from './fill-lane';
import { Lane } from '../lanes/lane';
import type { OfferBatch } from './offer-batch';

const now = new Date('2026-03-01T12:00:00.000Z');

describe('filling a lane', () => {
  const offered: string[] = [];
  let left: number;
  const term = { since: 0, isOver: () => left <= 0 };
  const batches = {
    next: (campaign: string, _channel: string, _now: Date, limit: number) =>
      Promise.resolve(Array.from({ length: limit }, (_, n) => `${campaign}-${n}`)),
  } as unknown as Batches;
  const offer = {
    execute: (batch: string) => {
      offered.push(batch);
      left -= 1;
      return Promise.resolve(200);
    },
  } as unknown as OfferBatch;
  const probe = jest.fn<Promise<boolean>, []>();
  const admit = jest.fn<Promise<void>, [Contender, Lane]>();
  const fill = new FillLane(
    batches,
    { probe } as unknown as Breakers,
    { execute: admit } as unknown as AdmitIntegration,
    offer,
  );
  const breaker = { integration: 'down' } as Breaker;
  const lane = (...campaigns: [string, Breaker | null][]): Lane => {
    const due = campaigns.map(([campaign, open]) => ({
      campaign,
      user: campaign,
      route: { integrationId: open ? 'down' : 'up', ratePerSecond: null, maxConnections: null },
      breaker: open,
    }));
    return new Lane({ channel: 'EMAIL', capacity: 8, due, outstanding: [], isPresent: () => true });
  };

  beforeEach(() => {
    offered.length = 0;
    left = 1_000;
    probe.mockReset().mockResolvedValue(true);
    admit.mockReset().mockImplementation(({ route }, into) => {
      into.limit(route.integrationId, null);
      return Promise.resolve();
    });
  });

  it('offers batches, by turns, until there are no places for those who have some already', async () => {
    await fill.execute(lane(['a', null], ['b', null]), term, now);
    expect(offered).toEqual(['a-0', 'b-0', 'a-1', 'b-1', 'a-2', 'b-2']);
  });

  it('looks once what an integration bears', async () => {
    await fill.execute(lane(['a', null], ['b', null]), term, now);
    expect(admit).toHaveBeenCalledTimes(1);
  });

  it('offers nothing by an integration whose rate is used up', async () => {
    admit.mockImplementation(({ route }, into) => {
      into.limit(route.integrationId, null);
      into.closed(route.integrationId);
      return Promise.resolve();
    });
    await fill.execute(lane(['a', null], ['b', null]), term, now);
    expect(offered).toEqual([]);
  });

  it('stops in the middle when the term is over', async () => {
    left = 3;
    await fill.execute(lane(['a', null], ['b', null]), term, now);
    expect(offered).toHaveLength(3);
  });

  it('tries an integration with one batch, whoever else sends by it', async () => {
    await fill.execute(lane(['a', breaker], ['b', breaker]), term, now);
    expect(offered).toEqual(['a-0']);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it('offers nothing as a probe that somebody else has begun', async () => {
    probe.mockResolvedValue(false);
    await fill.execute(lane(['a', breaker]), term, now);
    expect(offered).toEqual([]);
  });
});

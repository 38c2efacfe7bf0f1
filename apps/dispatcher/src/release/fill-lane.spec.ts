import type { Breaker } from '../breakers/breaker';
import type { Breakers } from '../breakers/breakers';
import type { Backlog } from './backlog';
import { FillLane } from './fill-lane';
import { Lane } from './lane';
import type { OfferBatch } from './offer-batch';

const now = new Date('2026-03-01T12:00:00.000Z');

describe('filling a lane', () => {
  const offered: string[] = [];
  let left: number;
  const term = { since: 0, isOver: () => left <= 0 };
  const backlog = {
    next: (campaign: string, _channel: string, _now: Date, limit: number) =>
      Promise.resolve(Array.from({ length: limit }, (_, n) => `${campaign}-${n}`)),
  } as unknown as Backlog;
  const offer = {
    execute: (batch: string) => {
      offered.push(batch);
      left -= 1;
      return Promise.resolve(200);
    },
  } as unknown as OfferBatch;
  const probe = jest.fn<Promise<boolean>, []>();
  const fill = new FillLane(backlog, { probe } as unknown as Breakers, offer);
  const breaker = { integration: 'down' } as Breaker;
  const lane = (...campaigns: [string, Breaker | null][]): Lane => {
    const due = campaigns.map(([campaign, open]) => ({
      campaign,
      user: campaign,
      integration: open ? 'down' : 'up',
      breaker: open,
    }));
    return new Lane('EMAIL', 8, due, []);
  };

  beforeEach(() => {
    offered.length = 0;
    left = 1_000;
    probe.mockReset().mockResolvedValue(true);
  });

  it('offers batches until the window is full', async () => {
    await fill.execute(lane(['a', null], ['b', null]), term, now);
    expect(offered).toHaveLength(8);
  });

  it('stops in the middle when the term is over', async () => {
    left = 3;
    await fill.execute(lane(['a', null]), term, now);
    expect(offered).toEqual(['a-0', 'a-1', 'a-2']);
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

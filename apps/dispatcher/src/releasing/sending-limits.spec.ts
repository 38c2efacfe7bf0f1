import type { Channel } from '@carillon/contracts';
import { leaseLimit, headStartMs, sendingLimitsOf } from './sending-limits';

const CAPACITY = 16;

describe('sendingLimitsOf', () => {
  it('returns null for an unlimited sender', () => {
    expect(sendingLimitsOf('EMAIL', { ratePerSecond: null, maxConnections: null }, CAPACITY)).toBeNull();
  });

  it.each([
    ['all of a slow rate', 1 / 60, 1],
    ['all of a rate that one lease can reach', 2, 1],
    ['a share of a rate that needs more leases', 10, 4],
    ['a share of a fast rate, limited by the capacity of one campaign', 10_000, 6],
  ])('gives a lease %s', (_, ratePerSecond, leases) => {
    const limits = sendingLimitsOf('EMAIL', { ratePerSecond, maxConnections: null }, CAPACITY);
    expect(limits).toMatchObject({ leases, concurrency: null });
    expect((limits?.sendsPerSecond ?? 0) * leases).toBeCloseTo(ratePerSecond);
  });

  it.each([
    ['the only connection', 1, 1, 1],
    ['all connections if they are few', 4, 1, 4],
    ['all nine connections', 9, 1, 9],
    ['half of ten connections', 10, 2, 5],
    ['a share of very many, limited by the capacity of one campaign', 1_000, 6, 166],
  ])('gives a lease %s', (_, maxConnections, leases, concurrency) => {
    const limits = sendingLimitsOf('EMAIL', { ratePerSecond: null, maxConnections }, CAPACITY);
    expect(limits).toMatchObject({ leases, concurrency, sendsPerSecond: null });
  });

  it('respects both limits', () => {
    expect(sendingLimitsOf('EMAIL', { ratePerSecond: 100, maxConnections: 10 }, CAPACITY)).toMatchObject({
      leases: 2,
      sendsPerSecond: 50,
      concurrency: 5,
    });
  });

  it('gives the smallest possible share while no worker is known', () => {
    expect(sendingLimitsOf('EMAIL', { ratePerSecond: 100, maxConnections: null }, 0)).toMatchObject({
      leases: 40,
    });
    expect(sendingLimitsOf('EMAIL', { ratePerSecond: null, maxConnections: 40 }, 0)).toMatchObject({
      leases: 8,
      concurrency: 5,
    });
  });
});

describe('leaseLimit', () => {
  it.each<[string, Channel, number | null, number]>([
    ['a whole batch of email', 'EMAIL', null, 500],
    ['few recipients if doubtful sends are never repeated', 'SMS', null, 10],
    ['few recipients of WhatsApp', 'WHATSAPP', null, 10],
    ['two seconds’ work at a slow rate', 'EMAIL', 3, 6],
    ['a whole batch at a fast rate', 'EMAIL', 1_000, 500],
    ['one recipient at the slowest rate', 'SMS', 1 / 60, 1],
  ])('is %s', (_, channel, sendsPerSecond, limit) => {
    expect(leaseLimit(channel, { sendsPerSecond })).toBe(limit);
  });

  it('is a whole batch without limits', () => {
    expect(leaseLimit('EMAIL', null)).toBe(500);
  });
});

describe('headStartMs', () => {
  it('lets all leases of a rate begin together, and is 0 for a single lease', () => {
    expect([headStartMs({ leases: 1 }), headStartMs({ leases: 4 })]).toEqual([0, 1_500]);
  });
});

import type { Messenger } from '@carillon/messaging';
import type { DatabaseClock } from '../database-clock';
import type { Term } from '../leading/leader-lease';
import type { Barrier, Leases } from '../leading/leases';
import { HearOut } from './hear-out';

const start = new Date('2026-03-01T12:00:00.000Z');
const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
const barrier = (more: Partial<Barrier>): Barrier => ({ id: 'b', setAt: start, passedAt: null, ...more });

describe('hearing out the settlement queue', () => {
  let time: Date;
  let stored: Barrier | null;
  const hearOut = new HearOut(
    {
      barrier: () => Promise.resolve(stored),
      setBarrier: (set: Barrier) => Promise.resolve((stored = set)),
      clearBarrier: () => Promise.resolve((stored = null)),
    } as unknown as Leases,
    { publish: () => Promise.reject(new Error('The broker is away')) } as unknown as Messenger,
    { now: () => Promise.resolve(time) } as unknown as DatabaseClock,
    { HAND_LEASE_MS: 90_000, SWEEP_GRACE_MS: 30_000, LEDGER_DAYS: 90 },
  );
  /** A term that began so many seconds ago. */
  const term = (seconds: number): Term => ({
    since: performance.now() - seconds * 1000,
    isOver: () => false,
  });

  it.each<[string, Partial<Barrier>, number, number, boolean]>([
    ['not over while the barrier is in the queue', {}, 600, 600, false],
    ['not over when the barrier has just come back', { passedAt: at(0) }, 29, 600, false],
    ['over some time after', { passedAt: at(0) }, 31, 600, true],
    ['not over after an outage, for what is held in hands comes first', { passedAt: at(0) }, 600, 29, false],
    ['over when there was no outage for as long', { passedAt: at(0) }, 600, 31, true],
  ])('is %s', async (_, more, seconds, termSeconds, over) => {
    time = at(seconds);
    expect(await hearOut.isOver(barrier(more), term(termSeconds))).toBe(over);
  });

  it('does not wait for ever for a barrier that was lost', async () => {
    stored = barrier({});
    time = at(59);
    expect(await hearOut.barrier()).toBe(stored);
    time = at(61);
    expect(await hearOut.barrier()).toBeNull();
    expect(stored).toBeNull();
  });

  it('does not wait for a barrier that the broker did not take', async () => {
    time = at(0);
    await expect(hearOut.begin()).rejects.toThrow('The broker is away');
    expect(stored).toBeNull();
  });

  it('keeps a barrier that has come back, however long ago', async () => {
    stored = barrier({ passedAt: at(1) });
    time = at(3600);
    expect(await hearOut.barrier()).toBe(stored);
  });
});

import type { Messenger } from '@carillon/messaging';
import type { DatabaseClock } from '../database-clock';
import type { DrainMarker, Leadership, LeaderState } from '../leader/leader-lease';
import { SettlementDrain } from './expire-leases';

const start = new Date('2026-03-01T12:00:00.000Z');
const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
const marker = (more: Partial<DrainMarker>): DrainMarker => ({
  id: 'b',
  setAt: start,
  passedAt: null,
  ...more,
});

describe('draining the settlement queue', () => {
  let time: Date;
  let stored: DrainMarker | null;
  const settlementDrain = new SettlementDrain(
    {
      marker: () => Promise.resolve(stored),
      setMarker: (set: DrainMarker) => Promise.resolve((stored = set)),
      clearMarker: () => Promise.resolve((stored = null)),
    } as unknown as LeaderState,
    { publish: () => Promise.reject(new Error('The broker is unavailable')) } as unknown as Messenger,
    { now: () => Promise.resolve(time) } as unknown as DatabaseClock,
    { BATCH_LEASE_MS: 90_000, LEASE_GRACE_MS: 30_000, LEDGER_DAYS: 90 },
  );
  /** A leadership that began this number of seconds ago. */
  const leadership = (seconds: number): Leadership => ({
    since: performance.now() - seconds * 1000,
    isOver: () => false,
  });

  it.each<[string, Partial<DrainMarker>, number, number, boolean]>([
    ['not over while the marker is in the queue', {}, 600, 600, false],
    ['not over when the marker has just passed', { passedAt: at(0) }, 29, 600, false],
    ['over some time after the marker has passed', { passedAt: at(0) }, 31, 600, true],
    ['not over after an outage, as unprocessed settlements come first', { passedAt: at(0) }, 600, 29, false],
    ['over without an outage for as long', { passedAt: at(0) }, 600, 31, true],
  ])('is %s', async (_, more, seconds, termSeconds, over) => {
    time = at(seconds);
    expect(await settlementDrain.isOver(marker(more), leadership(termSeconds))).toBe(over);
  });

  it('does not wait for ever for a lost marker', async () => {
    stored = marker({});
    time = at(59);
    expect(await settlementDrain.marker()).toBe(stored);
    time = at(61);
    expect(await settlementDrain.marker()).toBeNull();
    expect(stored).toBeNull();
  });

  it('does not wait for a marker that the broker did not accept', async () => {
    time = at(0);
    await expect(settlementDrain.begin()).rejects.toThrow('The broker is unavailable');
    expect(stored).toBeNull();
  });

  it('keeps a marker that has passed, however long ago', async () => {
    stored = marker({ passedAt: at(1) });
    time = at(3600);
    expect(await settlementDrain.marker()).toBe(stored);
  });
});

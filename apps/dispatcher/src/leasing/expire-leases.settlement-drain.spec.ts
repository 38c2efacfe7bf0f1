import type { MessagingConnection, MessagingServer, Messenger } from '@carillon/messaging';
import type { DatabaseClock } from '@carillon/mongo';
import { Logger } from '@carillon/platform';
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

describe('SettlementDrain', () => {
  let time: Date;
  let stored: DrainMarker | null;
  let broker: { isAway: boolean; consumers: number; connectedForMs: number };
  /** The messages of the queue that this dispatcher hasn't written yet. */
  let inHand: Promise<number | null>;
  let broadcasts: [string, object][];
  let settlementDrain: SettlementDrain;
  beforeEach(() => {
    time = start;
    stored = null;
    broker = { isAway: false, consumers: 2, connectedForMs: 60_000 };
    inHand = Promise.resolve(60_000);
    broadcasts = [];
    settlementDrain = new SettlementDrain(
      {
        marker: () => Promise.resolve(stored),
        setMarker: (set: DrainMarker) => Promise.resolve((stored = set)),
        clearMarker: () => Promise.resolve((stored = null)),
        markerArrived: (_: string, passedAt: Date) =>
          Promise.resolve((stored = stored && { ...stored, passedAt })),
      } as unknown as LeaderState,
      {
        publish: () =>
          broker.isAway ? Promise.reject(new Error('The broker is unavailable')) : Promise.resolve(),
        broadcast: (name: string, payload: object) => Promise.resolve(broadcasts.push([name, payload])),
      } as unknown as Messenger,
      {
        consumersOf: () => Promise.resolve(broker.consumers),
        get connectedForMs() {
          return broker.connectedForMs;
        },
      } as unknown as MessagingConnection,
      { steadyForMs: () => inHand } as unknown as MessagingServer,
      { now: () => Promise.resolve(time) } as unknown as DatabaseClock,
      'me',
      { BATCH_LEASE_MS: 90_000, LEASE_GRACE_MS: 30_000, LEDGER_DAYS: 90 },
      Logger.create('test', 'silent'),
    );
  });
  /** A leadership that began this many seconds ago. */
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

  it('does not wait forever for a lost marker', async () => {
    stored = marker({});
    time = at(59);
    expect(await settlementDrain.marker()).toBe(stored);
    time = at(61);
    expect(await settlementDrain.marker()).toBeNull();
    expect(stored).toBeNull();
  });

  it('does not wait for a marker that the broker did not accept', async () => {
    broker.isAway = true;
    await expect(settlementDrain.begin()).rejects.toThrow('The broker is unavailable');
    expect(stored).toBeNull();
  });

  it('keeps a marker that passed long ago', async () => {
    stored = marker({ passedAt: at(1) });
    time = at(3600);
    expect(await settlementDrain.marker()).toBe(stored);
  });

  describe('with confirmations', () => {
    const recently = leadership(1);
    /** Drains until the marker has passed, and requests confirmations. */
    async function request(): Promise<DrainMarker> {
      await settlementDrain.begin();
      await settlementDrain.passed(stored?.id ?? '');
      time = at(1);
      const passed = (await settlementDrain.marker()) ?? marker({});
      expect(await settlementDrain.isOver(passed, recently)).toBe(false);
      expect(broadcasts).toEqual([['settlements.drain-requested', { markerId: passed.id }]]);
      return passed;
    }
    const confirm = ({ id }: DrainMarker, holder: string, steadyForMs = 60_000) =>
      settlementDrain.drained({ markerId: id, holder, steadyForMs });
    const later = (milliseconds: number): void => {
      const now = performance.now();
      jest.spyOn(performance, 'now').mockReturnValue(now + milliseconds);
    };
    afterEach(() => jest.restoreAllMocks());

    it('is over only when all dispatchers have confirmed', async () => {
      const passed = await request();
      expect(await settlementDrain.isOver(passed, recently)).toBe(false);
      confirm(passed, 'me');
      confirm(passed, 'me');
      expect(await settlementDrain.isOver(passed, recently)).toBe(false);
      confirm(passed, 'another');
      expect(await settlementDrain.isOver(passed, recently)).toBe(true);
    });

    it('requests confirmations only after messages in transit have arrived', async () => {
      await settlementDrain.begin();
      await settlementDrain.passed(stored?.id ?? '');
      time = new Date(start.getTime() + 299);
      expect(await settlementDrain.isOver(stored ?? marker({}), recently)).toBe(false);
      expect(broadcasts).toEqual([]);
    });

    it('waits for a dispatcher that does not respond, because it may be frozen', async () => {
      const passed = await request();
      confirm(passed, 'me');
      later(10_000);
      expect(await settlementDrain.isOver(passed, recently)).toBe(false);
      expect(stored).toEqual(passed);
    });

    it.each<[string, (passed: DrainMarker) => void]>([
      [
        'a dispatcher dies and returns its messages to the queue',
        (passed) => {
          confirm(passed, 'me');
          broker.consumers = 1;
        },
      ],
      [
        'a dispatcher joins, because another one may have died',
        (passed) => {
          confirm(passed, 'me');
          confirm(passed, 'new', 500);
        },
      ],
    ])('restarts when %s', async (_, happens) => {
      const passed = await request();
      later(2_000);
      happens(passed);
      expect(await settlementDrain.isOver(passed, recently)).toBe(false);
      expect(stored).toBeNull();
    });

    it('restarts when another leader began the round', async () => {
      stored = marker({ passedAt: at(0) });
      time = at(1);
      expect(await settlementDrain.isOver(stored, recently)).toBe(false);
      expect(stored).toBeNull();
    });

    it('is not over while workers may still be reconnecting', async () => {
      const passed = await request();
      confirm(passed, 'me');
      confirm(passed, 'another');
      broker.connectedForMs = 19_999;
      expect(await settlementDrain.isOver(passed, recently)).toBe(false);
      time = at(100);
      expect(await settlementDrain.isOver(passed, leadership(600))).toBe(false);
      broker.connectedForMs = 20_000;
      expect(await settlementDrain.isOver(passed, recently)).toBe(true);
    });

    it('confirms when all messages from the queue are written', async () => {
      let write: (steadyForMs: number) => void = () => undefined;
      inHand = new Promise((resolve) => (write = resolve));
      const confirmed = settlementDrain.confirm('b');
      await Promise.resolve();
      expect(broadcasts).toEqual([]);
      write(1_234);
      await confirmed;
      const confirmation = { markerId: 'b', holder: 'me', steadyForMs: 1_234 };
      expect(broadcasts).toEqual([['settlements.drained', confirmation]]);
    });

    it('confirms only the last of several markers that arrive during a write', async () => {
      let write: (steadyForMs: number) => void = () => undefined;
      inHand = new Promise((resolve) => (write = resolve));
      const requests = ['a', 'b', 'c'].map((id) => settlementDrain.confirm(id));
      await requests[1];
      write(1_234);
      await Promise.all(requests);
      expect(broadcasts).toEqual([
        ['settlements.drained', { markerId: 'c', holder: 'me', steadyForMs: 1_234 }],
      ]);
    });

    it('restarts when a settlement was postponed and returns to the queue later', async () => {
      const passed = await request();
      confirm(passed, 'me');
      confirm(passed, 'another', -5_000);
      later(2_000);
      expect(await settlementDrain.isOver(passed, recently)).toBe(false);
      expect(stored).toBeNull();
    });

    it('does not confirm if the dispatcher does not consume the queue', async () => {
      inHand = Promise.resolve(null);
      await settlementDrain.confirm('b');
      expect(broadcasts).toEqual([]);
    });
  });
});

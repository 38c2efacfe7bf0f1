import type { Use } from '@carillon/contracts';
import { FixedClock } from '@carillon/testing/clock';
import { SharedBuckets } from './shared-limits';

const RATE = { perSecond: 100, burst: 200 };
const STEP_MS = 10;
const EXCHANGE_EVERY_MS = 100;
/**
 * The maximum number of requests that one gateway admits before the others know: a burst, and the requests that are
 * refilled until then.
 */
const UNHEARD = RATE.burst + (RATE.perSecond * (EXCHANGE_EVERY_MS + 50)) / 1_000;

interface Network {
  /** The time between sending and receiving a message (milliseconds). */
  delayMs: number;
  /** Whether the n-th message gets lost. */
  loses: (n: number) => boolean;
}

/** Gateways that exchange the usage of one key. */
class Fleet {
  readonly clock = new FixedClock(new Date(0));
  through = 0;
  private readonly gateways: SharedBuckets[];
  private readonly onTheWay: { to: SharedBuckets; at: number; uses: Use[] }[] = [];
  private messages = 0;

  constructor(
    count: number,
    private readonly network: Network,
  ) {
    this.gateways = Array.from({ length: count }, () => new SharedBuckets(this.clock));
  }

  get now(): number {
    return this.clock.now().getTime();
  }

  /** Runs for this time, with this many attempts at each gateway in each step. */
  run(seconds: number, triesAt: (gateway: number, now: number) => number): void {
    const end = this.now + seconds * 1_000;
    while (this.now < end) {
      this.deliver();
      this.gateways.forEach((gateway, i) => {
        for (let tries = triesAt(i, this.now); tries > 0; tries--) {
          if (gateway.take('key', RATE).taken) this.through += 1;
        }
      });
      if (this.now % EXCHANGE_EVERY_MS === 0) this.exchange();
      this.clock.advance(STEP_MS);
    }
  }

  private exchange(): void {
    for (const from of this.gateways) {
      const uses = from.takePending(1_000);
      for (const to of this.gateways) {
        if (to === from || uses.length === 0 || this.network.loses(this.messages++)) continue;
        this.onTheWay.push({ to, at: this.now + this.network.delayMs, uses });
      }
    }
  }

  private deliver(): void {
    while (this.onTheWay[0] && this.onTheWay[0].at <= this.now) {
      const message = this.onTheWay.shift();
      message?.to.applyElsewhere(message.uses, this.gateways.length - 1);
    }
  }
}

const prompt: Network = { delayMs: 20, loses: () => false };
const hammering = () => 5;

describe('buckets that gateways share', () => {
  const patterns: [string, (gateway: number, now: number) => number][] = [
    ['without a pause at all of them', hammering],
    ['alternately at one and another', (gateway, now) => (Math.floor(now / 400) % 3 === gateway ? 5 : 0)],
    ['in bursts at all of them at once', (_, now) => (now % 5_000 < 50 ? 100 : 0)],
    ['at one more than at another', (gateway) => (gateway === 0 ? 5 : 1)],
  ];
  const sizes = [1, 2, 3, 8];

  it.each(sizes.flatMap((count) => patterns.map(([name, tries]) => ({ count, name, tries }))))(
    'admit with $count gateways what one would, and a burst of each at first: $name',
    ({ count, tries }) => {
      const fleet = new Fleet(count, prompt);
      for (let second = 1; second <= 60; second++) {
        fleet.run(1, tries);
        const most = RATE.burst + RATE.perSecond * second + (count - 1) * UNHEARD;
        expect(fleet.through).toBeLessThanOrEqual(most);
      }
    },
  );

  it.each(sizes)('admit no less, with %i gateways', (count) => {
    const fleet = new Fleet(count, prompt);
    fleet.run(60, hammering);
    const before = fleet.through;
    fleet.run(60, hammering);
    expect(fleet.through - before).toBeGreaterThan(60 * RATE.perSecond * 0.95);
  });

  it('admit more in proportion to lost messages, and recover after that', () => {
    const lossy = { delayMs: 20, loses: (n: number) => n % 5 === 0 };
    const fleet = new Fleet(2, lossy);
    fleet.run(60, hammering);
    expect(fleet.through).toBeLessThanOrEqual(60 * RATE.perSecond * 1.2 + 2 * UNHEARD);
    lossy.loses = () => false;
    fleet.run(5, hammering);
    const before = fleet.through;
    fleet.run(60, hammering);
    expect(fleet.through - before).toBeLessThanOrEqual(60 * RATE.perSecond + RATE.burst);
  });

  it('limit each gateway for itself without messages', () => {
    const fleet = new Fleet(3, { delayMs: 20, loses: () => true });
    fleet.run(10, hammering);
    const inTime = 10 * RATE.perSecond - (RATE.perSecond * STEP_MS) / 1_000;
    expect(fleet.through).toBe(3 * (RATE.burst + inTime));
  });

  it('refuse requests only briefly because of late messages', () => {
    const clock = new FixedClock(new Date(0));
    const buckets = new SharedBuckets(clock);
    const use = { id: 'key', used: 10, rate: RATE };
    for (let late = 0; late < 600; late++) buckets.applyElsewhere([use], 1);
    clock.advance(3_000);
    expect(buckets.take('key', RATE).taken).toBe(false);
    clock.advance(10);
    expect(buckets.take('key', RATE).taken).toBe(true);
  });

  it('publish each use once, with the rate, in parts', () => {
    const buckets = new SharedBuckets(new FixedClock(new Date(0)));
    for (const id of ['a', 'b', 'b', 'c']) buckets.take(id, RATE);
    buckets.giveBack('c', RATE);
    const none = { perSecond: 1, burst: 1 };
    buckets.take('d', none);
    buckets.take('d', none);
    expect(buckets.takePending(1)).toEqual([{ id: 'a', used: 1, rate: RATE }]);
    expect(buckets.hasPending).toBe(true);
    expect(buckets.takePending(10)).toEqual([
      { id: 'b', used: 2, rate: RATE },
      { id: 'd', used: 1, rate: none },
    ]);
    expect([buckets.hasPending, buckets.takePending(10)]).toEqual([false, []]);
  });

  it('do not pass on the uses of others', () => {
    const buckets = new SharedBuckets(new FixedClock(new Date(0)));
    buckets.applyElsewhere([{ id: 'a', used: 5, rate: RATE }], 1);
    expect(buckets.takePending(10)).toEqual([]);
  });

  it('publish a return after the use was published', () => {
    const buckets = new SharedBuckets(new FixedClock(new Date(0)));
    buckets.take('a', RATE);
    buckets.takePending(10);
    buckets.giveBack('a', RATE);
    expect(buckets.takePending(10)).toEqual([{ id: 'a', used: -1, rate: RATE }]);
  });

  it('use no more memory under a flood of names', () => {
    const buckets = new SharedBuckets(new FixedClock(new Date(0)));
    for (let i = 0; i < 60_000; i++) buckets.take(`name ${i}`, RATE);
    expect(buckets.takePending(100_000)).toHaveLength(20_000);
    buckets.take('name 59999', RATE);
    expect(buckets.take('name 59999', RATE).bucket.left).toBe(197);
    expect(buckets.take('name 1', RATE).bucket.left).toBe(199);
  });
});

import { ConnectionLimit } from './connection-limit';

const MOST = 20;
const SECOND = 1_000;

/** A mail server as the pool sees it. */
interface Server {
  /** How long it takes for a mail (milliseconds) while so many connections send. */
  mailMs: (busy: number, now: number) => number;
  /** It answers 421 while more connections send. */
  bears?: number;
  /** The server refuses a connection if this many are open. */
  opens?: number;
  /** It defers one of so many recipients. */
  defersOneOf?: number;
  /** The greatest deviation of a mail's time, as a part of it. */
  noise?: number;
}

/** A row of numbers from 0 to 1 that is the same in each run (Park and Miller's generator). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Sends mails to a simulated server as quickly as the limit allows; senders always wait. */
class Simulation {
  readonly limit: ConnectionLimit;
  now = 0;
  sent = 0;
  asked = 0;
  refused = 0;
  private readonly random;
  /** When each busy connection began its mail, and will have sent it. */
  private busy: { from: number; until: number }[] = [];

  constructor(
    private readonly server: Server,
    { most = MOST, seed = 1 } = {},
  ) {
    this.limit = new ConnectionLimit(most, 0);
    this.random = numbers(seed);
  }

  /** Returns the limit at the end of each second. */
  run(seconds: number, isPressed = true): number[] {
    const limits: number[] = [];
    for (let second = 0; second < seconds; second++) {
      this.until(this.now + SECOND, isPressed);
      limits.push(this.limit.current);
    }
    return limits;
  }

  /** The mails that were sent in a time (seconds). */
  mailsIn(seconds: number): number {
    const before = this.sent;
    this.run(seconds);
    return this.sent - before;
  }

  private until(end: number, isPressed: boolean): void {
    for (;;) {
      this.fill();
      const next = this.busy.reduce((first, each) => (each.until < first.until ? each : first));
      if (next.until > end) break;
      this.now = next.until;
      this.ended(next.from, isPressed);
      this.busy = this.busy.filter((each) => each !== next);
    }
    this.now = end;
  }

  private fill(): void {
    const { opens = Infinity, noise = 0, mailMs } = this.server;
    while (this.busy.length < this.limit.current) {
      if (this.busy.length >= opens) {
        this.refused += 1;
        this.limit.refused(this.busy.length, this.now);
        continue;
      }
      const deviation = 1 + noise * (2 * this.random() - 1);
      const took = mailMs(Math.max(this.busy.length + 1, this.limit.current), this.now) * deviation;
      this.busy.push({ from: this.now, until: this.now + took });
    }
  }

  private ended(from: number, isPressed: boolean): void {
    const { bears = Infinity, defersOneOf = Infinity } = this.server;
    if (this.busy.length > bears) {
      this.asked += 1;
      this.limit.asked(this.now);
    } else if (this.random() < 1 / defersOneOf) this.limit.deferred(this.now);
    else {
      this.sent += 1;
      this.limit.accepted(this.now - from, isPressed, this.now);
    }
  }
}

/** A server that processes this many emails at a time: more connections wait for each other. */
const parallel =
  (capacity: number, ms: number) =>
  (busy: number): number =>
    ms * Math.max(1, busy / capacity);

const seeds = [1, 2, 3, 4];
const noises = [0, 0.3];
const noisySeeds = noises.flatMap((noise) => seeds.map((seed) => ({ noise, seed })));

describe('the limit of connections with a mail server', () => {
  it.each([
    ['modest', MOST, 2],
    ['within a limit of one', 1, 1],
  ])('is at the beginning %s', (_, most, expected) => {
    expect(new ConnectionLimit(most, 0).current).toBe(expected);
  });

  it.each(noisySeeds)('reaches its most in seconds where each brings more mails: %o', ({ noise, seed }) => {
    const simulation = new Simulation({ mailMs: () => 50, noise }, { seed });
    const limits = simulation.run(120);
    expect(limits[7]).toBe(MOST);
    expect(Math.min(...limits.slice(7))).toBe(MOST);
  });

  it.each([1_000, 2_000, 4_000])('reaches its most in five rounds where a mail takes %d ms', (mailMs) => {
    const simulation = new Simulation({ mailMs: () => mailMs });
    simulation.run((mailMs / SECOND) * 5);
    expect(simulation.limit.current).toBe(MOST);
  });

  it('is at most twice as much after a step, and one more where the server asked for less before', () => {
    const limit = new ConnectionLimit(MOST, 0);
    const round = (now: number): number => {
      for (let mail = Math.max(5, limit.current); mail > 0; mail--) limit.accepted(5_000, true, now);
      return limit.current;
    };
    expect([5_000, 10_000].map(round)).toEqual([4, 8]);
    limit.asked(11_000);
    expect([25_000, 30_000, 35_000].map(round)).toEqual([5, 6, 7]);
  });

  it.each(noisySeeds)('grows no further where a slow server has enough: %o', ({ noise, seed }) => {
    const simulation = new Simulation({ mailMs: parallel(4, 2_000), noise }, { seed });
    expect(Math.max(...simulation.run(60))).toBeLessThanOrEqual(12);
  });

  it.each(noisySeeds)('stays where more would only wait for each other: %o', ({ noise, seed }) => {
    const simulation = new Simulation({ mailMs: parallel(4, 20), noise }, { seed });
    const limits = simulation.run(300).slice(10);
    expect(Math.max(...limits)).toBeLessThanOrEqual(10);
    expect(simulation.mailsIn(60)).toBeGreaterThan(0.9 * 60 * 200);
  });

  it.each(noisySeeds)('stays small with a server that one connection keeps busy: %o', ({ noise, seed }) => {
    const simulation = new Simulation({ mailMs: parallel(1, 2), noise }, { seed });
    expect(Math.max(...simulation.run(300))).toBeLessThanOrEqual(4);
  });

  it.each(noisySeeds)('keeps on with a server that has become slow for each: %o', ({ noise, seed }) => {
    const mailMs = (_: number, now: number): number => (now < 30 * SECOND ? 20 : 100);
    const simulation = new Simulation({ mailMs, noise }, { seed });
    simulation.run(30);
    expect(simulation.run(30).slice(10)).toEqual(Array.from({ length: 20 }, () => MOST));
  });

  it('falls with a server that can do less than before, and grows again with it', () => {
    const [many, few] = [parallel(20, 50), parallel(2, 50)];
    const isWeak = (now: number): boolean => now > 20 * SECOND && now < 60 * SECOND;
    const simulation = new Simulation({ mailMs: (busy, now) => (isWeak(now) ? few : many)(busy) });
    expect(simulation.run(20).at(-1)).toBe(MOST);
    expect(simulation.run(40).at(-1)).toBeLessThanOrEqual(5);
    expect(simulation.run(20).at(-1)).toBe(MOST);
  });

  it('does not grow without anybody who waits', () => {
    expect(new Simulation({ mailMs: () => 50 }).run(20, false).at(-1)).toBe(2);
  });

  it.each(seeds)('keeps on with a server that halts again and again: %d', (seed) => {
    const mailMs = (_: number, now: number): number => (now % 5_000 < 500 ? 250 : 50);
    const simulation = new Simulation({ mailMs, noise: 0.3 }, { seed });
    simulation.run(20);
    const limits = simulation.run(120);
    expect(limits.filter((limit) => limit === MOST).length).toBeGreaterThan(100);
  });

  it('halves when the server asks for less, stays for a while, and grows one by one', () => {
    const simulation = new Simulation({ mailMs: () => 50, bears: 8 });
    const limits = simulation.run(600);
    expect(Math.max(...limits)).toBeLessThanOrEqual(9);
    expect(limits.slice(3, 11)).toEqual(Array.from({ length: 8 }, () => 4));
    expect(limits).toContain(8);
    // One email per connection gets the request to slow down. Each pause that follows soon is twice as long as the
    // previous one.
    expect(simulation.asked).toBeLessThan(7 * 9);
  });

  it('counts what a server says to mails under way once', () => {
    const limit = new ConnectionLimit(MOST, 0);
    for (let now = 0; limit.current < 12; now += 10) limit.accepted(10, true, now);
    for (let mail = 0; mail < 12; mail++) limit.asked(5_000);
    expect(limit.current).toBe(6);
  });

  it('is what a server has open when it refuses another one, and one more later', () => {
    const simulation = new Simulation({ mailMs: () => 50, opens: 5 });
    const limits = simulation.run(600);
    expect(limits.slice(3)).toEqual(Array.from({ length: 597 }, () => 5));
    // After 10, 20, 40, 80, 160 and 300 seconds.
    expect(simulation.refused).toBeGreaterThanOrEqual(5);
    expect(simulation.refused).toBeLessThanOrEqual(7);
  });

  it('grows as at first when a server that refused allows more later', () => {
    const server: Server = { mailMs: () => 50, opens: 5 };
    const simulation = new Simulation(server);
    simulation.run(100);
    server.opens = Infinity;
    expect(simulation.run(120).at(-1)).toBe(MOST);
  });

  it('is not less for some recipients that a server defers', () => {
    const simulation = new Simulation({ mailMs: () => 50, defersOneOf: 50 });
    simulation.run(8);
    expect(simulation.run(60)).toEqual(Array.from({ length: 60 }, () => MOST));
  });

  it('is five for a server that defers many recipients, as others may send by it', () => {
    const server: Server = { mailMs: () => 50 };
    const simulation = new Simulation(server);
    expect(simulation.run(20).at(-1)).toBe(MOST);
    server.defersOneOf = 2;
    const limits = simulation.run(60);
    expect(limits.at(-1)).toBe(5);
    expect(Math.min(...limits)).toBe(5);
  });

  it('grows to five with a server that defers many recipients from the beginning', () => {
    const simulation = new Simulation({ mailMs: () => 50, defersOneOf: 2 });
    expect(Math.min(...simulation.run(60).slice(10))).toBe(5);
  });

  it('is never below one, nor above its most', () => {
    const limit = new ConnectionLimit(3, 0);
    limit.refused(0, 0);
    limit.asked(20_000);
    expect(limit.current).toBe(1);
    for (let now = 40_000; now < 50_000; now += 10) limit.accepted(10, true, now);
    expect(limit.current).toBe(3);
  });
});

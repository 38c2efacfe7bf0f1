import { ConnectionLimit } from './connection-limit';

const MAX = 20;
const SECOND = 1_000;

/** A mail server from the point of view of the pool. */
interface Server {
  /** The time per email (milliseconds) while this many connections send. */
  mailMs: (busy: number, now: number) => number;
  /** The server replies 421 while more connections send. */
  tolerates?: number;
  /** The server refuses a new connection if this many are open. */
  opens?: number;
  /** The server defers one of this many recipients. */
  defersOneOf?: number;
  /** The maximum relative deviation of the time of an email. */
  noise?: number;
}

/** Pseudorandom numbers from 0 to 1 that are identical in each run (Park and Miller's generator). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Sends emails to a simulated server as fast as the limit allows. A sender is always waiting. */
class Simulation {
  readonly limit: ConnectionLimit;
  now = 0;
  sent = 0;
  throttled = 0;
  refused = 0;
  private readonly random;
  /** When each busy connection began its email, and when the email ends. */
  private busy: { from: number; until: number }[] = [];

  constructor(
    private readonly server: Server,
    { most = MAX, seed = 1 } = {},
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

  /** Returns the number of emails sent in this time (seconds). */
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
    const { tolerates = Infinity, defersOneOf = Infinity } = this.server;
    if (this.busy.length > tolerates) {
      this.throttled += 1;
      this.limit.throttled(this.now);
    } else if (this.random() < 1 / defersOneOf) this.limit.deferred(this.now);
    else {
      this.sent += 1;
      this.limit.accepted(this.now - from, isPressed, this.now);
    }
  }
}

/** A server that processes this many emails concurrently. Additional connections wait for each other. */
const parallel =
  (capacity: number, ms: number) =>
  (busy: number): number =>
    ms * Math.max(1, busy / capacity);

const seeds = [1, 2, 3, 4];
const noises = [0, 0.3];
const noisySeeds = noises.flatMap((noise) => seeds.map((seed) => ({ noise, seed })));

describe('ConnectionLimit', () => {
  it.each([
    [MAX, 2],
    [1, 1],
  ])('with a maximum of %d, begins with %d', (most, expected) => {
    expect(new ConnectionLimit(most, 0).current).toBe(expected);
  });

  it.each(noisySeeds)(
    'reaches its maximum in seconds if each connection sends more emails: %o',
    ({ noise, seed }) => {
      const simulation = new Simulation({ mailMs: () => 50, noise }, { seed });
      const limits = simulation.run(120);
      expect(limits[7]).toBe(MAX);
      expect(Math.min(...limits.slice(7))).toBe(MAX);
    },
  );

  it.each([1_000, 2_000, 4_000])('reaches its maximum in five rounds if an email takes %d ms', (mailMs) => {
    const simulation = new Simulation({ mailMs: () => mailMs });
    simulation.run((mailMs / SECOND) * 5);
    expect(simulation.limit.current).toBe(MAX);
  });

  it('at most doubles in a step, and grows by one after the server requested fewer emails', () => {
    const limit = new ConnectionLimit(MAX, 0);
    const round = (now: number): number => {
      for (let mail = Math.max(5, limit.current); mail > 0; mail--) limit.accepted(5_000, true, now);
      return limit.current;
    };
    expect([5_000, 10_000].map(round)).toEqual([4, 8]);
    limit.throttled(11_000);
    expect([25_000, 30_000, 35_000].map(round)).toEqual([5, 6, 7]);
  });

  it.each(noisySeeds)('stops growing when a slow server has enough connections: %o', ({ noise, seed }) => {
    const simulation = new Simulation({ mailMs: parallel(4, 2_000), noise }, { seed });
    expect(Math.max(...simulation.run(60))).toBeLessThanOrEqual(12);
  });

  it.each(noisySeeds)(
    'stays unchanged if more connections would only wait for each other: %o',
    ({ noise, seed }) => {
      const simulation = new Simulation({ mailMs: parallel(4, 20), noise }, { seed });
      const limits = simulation.run(300).slice(10);
      expect(Math.max(...limits)).toBeLessThanOrEqual(10);
      expect(simulation.mailsIn(60)).toBeGreaterThan(0.9 * 60 * 200);
    },
  );

  it.each(noisySeeds)('stays small if one connection keeps the server busy: %o', ({ noise, seed }) => {
    const simulation = new Simulation({ mailMs: parallel(1, 2), noise }, { seed });
    expect(Math.max(...simulation.run(300))).toBeLessThanOrEqual(4);
  });

  it.each(noisySeeds)(
    'stays at its maximum when the server becomes slower for every connection: %o',
    ({ noise, seed }) => {
      const mailMs = (_: number, now: number): number => (now < 30 * SECOND ? 20 : 100);
      const simulation = new Simulation({ mailMs, noise }, { seed });
      simulation.run(30);
      expect(simulation.run(30).slice(10)).toEqual(Array.from({ length: 20 }, () => MAX));
    },
  );

  it('falls and grows with the capacity of the server', () => {
    const [many, few] = [parallel(20, 50), parallel(2, 50)];
    const isWeak = (now: number): boolean => now > 20 * SECOND && now < 60 * SECOND;
    const simulation = new Simulation({ mailMs: (busy, now) => (isWeak(now) ? few : many)(busy) });
    expect(simulation.run(20).at(-1)).toBe(MAX);
    expect(simulation.run(40).at(-1)).toBeLessThanOrEqual(5);
    expect(simulation.run(20).at(-1)).toBe(MAX);
  });

  it('does not grow if no sender is waiting', () => {
    expect(new Simulation({ mailMs: () => 50 }).run(20, false).at(-1)).toBe(2);
  });

  it.each(seeds)('stays at its maximum with a server that pauses repeatedly: %d', (seed) => {
    const mailMs = (_: number, now: number): number => (now % 5_000 < 500 ? 250 : 50);
    const simulation = new Simulation({ mailMs, noise: 0.3 }, { seed });
    simulation.run(20);
    const limits = simulation.run(120);
    expect(limits.filter((limit) => limit === MAX).length).toBeGreaterThan(100);
  });

  it('halves when the server requests fewer emails, stays for a while, and then grows one by one', () => {
    const simulation = new Simulation({ mailMs: () => 50, tolerates: 8 });
    const limits = simulation.run(600);
    expect(Math.max(...limits)).toBeLessThanOrEqual(9);
    expect(limits.slice(3, 11)).toEqual(Array.from({ length: 8 }, () => 4));
    expect(limits).toContain(8);
    // One email per connection gets the request to slow down. Each pause that follows soon is twice as long as the
    // previous pause.
    expect(simulation.throttled).toBeLessThan(7 * 9);
  });

  it('halves once when the server rejects all emails in flight', () => {
    const limit = new ConnectionLimit(MAX, 0);
    for (let now = 0; limit.current < 12; now += 10) limit.accepted(10, true, now);
    for (let mail = 0; mail < 12; mail++) limit.throttled(5_000);
    expect(limit.current).toBe(6);
  });

  it('falls to the number of open connections when the server refuses another one, and tries one more later', () => {
    const simulation = new Simulation({ mailMs: () => 50, opens: 5 });
    const limits = simulation.run(600);
    expect(limits.slice(3)).toEqual(Array.from({ length: 597 }, () => 5));
    // These times are after 10, 20, 40, 80, 160, and 300 seconds.
    expect(simulation.refused).toBeGreaterThanOrEqual(5);
    expect(simulation.refused).toBeLessThanOrEqual(7);
  });

  it('grows again when the server later allows more connections', () => {
    const server: Server = { mailMs: () => 50, opens: 5 };
    const simulation = new Simulation(server);
    simulation.run(100);
    server.opens = Infinity;
    expect(simulation.run(120).at(-1)).toBe(MAX);
  });

  it('stays at its maximum if the server defers some recipients', () => {
    const simulation = new Simulation({ mailMs: () => 50, defersOneOf: 50 });
    simulation.run(8);
    expect(simulation.run(60)).toEqual(Array.from({ length: 60 }, () => MAX));
  });

  it('falls to five if the server defers many recipients, because other users may share it', () => {
    const server: Server = { mailMs: () => 50 };
    const simulation = new Simulation(server);
    expect(simulation.run(20).at(-1)).toBe(MAX);
    server.defersOneOf = 2;
    const limits = simulation.run(60);
    expect(limits.at(-1)).toBe(5);
    expect(Math.min(...limits)).toBe(5);
  });

  it('grows to five if the server defers many recipients from the beginning', () => {
    const simulation = new Simulation({ mailMs: () => 50, defersOneOf: 2 });
    expect(Math.min(...simulation.run(60).slice(10))).toBe(5);
  });

  it('is never below one and never above its maximum', () => {
    const limit = new ConnectionLimit(3, 0);
    limit.refused(0, 0);
    limit.throttled(20_000);
    expect(limit.current).toBe(1);
    for (let now = 40_000; now < 50_000; now += 10) limit.accepted(10, true, now);
    expect(limit.current).toBe(3);
  });
});

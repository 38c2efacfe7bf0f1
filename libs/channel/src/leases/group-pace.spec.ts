import { GroupPace } from './group-pace';

/** A provider with a limit per second, and a sender that always has emails for it. */
class Simulation {
  now = 0;
  accepted = 0;
  deferred = 0;
  private waiting: number[] = [];
  private recent: number[] = [];

  constructor(
    private readonly pace: GroupPace,
    public limitPerSecond: number,
  ) {}

  /** Offers `perSecond` new emails, and those that waited, in steps of 100 ms. */
  run(seconds: number, perSecond: number): this {
    for (let step = 0; step < seconds * 10; step++) {
      this.now += 100;
      const due = this.waiting.filter((at) => at <= this.now).length;
      this.waiting = this.waiting.filter((at) => at > this.now);
      for (let n = 0; n < due + perSecond / 10; n++) this.offer();
    }
    return this;
  }

  private offer(): void {
    const waitMs = this.pace.admit(this.now);
    if (waitMs > 0) {
      this.waiting.push(this.now + waitMs);
      return;
    }
    this.recent = this.recent.filter((at) => at > this.now - 1_000);
    if (this.recent.length >= this.limitPerSecond) {
      this.deferred += 1;
      this.pace.deferred(this.now, null, this.now);
      return;
    }
    this.recent.push(this.now);
    this.accepted += 1;
    this.pace.accepted(this.now);
  }
}

describe('the pace of a group', () => {
  const limited = (at = 0): GroupPace => {
    const pace = new GroupPace();
    for (let n = 0; n < 100; n++) pace.accepted(at + n * 10);
    pace.deferred(at + 1_000, null, at + 1_000);
    return pace;
  };

  it('is unlimited until an email is deferred', () => {
    const pace = new GroupPace();
    expect(Array.from({ length: 1_000 }, () => pace.admit(0))).toEqual(Array(1_000).fill(0));
    expect(pace.isLimited).toBe(false);
  });

  it('pauses, and then has half of the measured rate', () => {
    const pace = limited();
    expect(pace.admit(1_000)).toBeGreaterThanOrEqual(5_000);
    expect(pace.admit(5_999)).toBeGreaterThan(0);
    let admitted = 0;
    for (let now = 6_000; now < 16_000; now += 10) if (pace.admit(now) === 0) admitted += 1;
    // 100 per second before; up to two seconds' worth can be sent at once.
    expect(admitted).toBeGreaterThan(450);
    expect(admitted).toBeLessThanOrEqual(600);
  });

  it('lets emails return one after the other, a quarter of an hour later at most', () => {
    const pace = limited();
    const waits = Array.from({ length: 100_000 }, () => pace.admit(1_000));
    expect(waits[0]).toBe(6_000);
    expect(waits[99]).toBe(8_000);
    expect(waits[199]).toBe(10_000);
    expect(waits.at(-1)).toBe(900_000);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
  });

  it('doubles its pause while no email is accepted, up to five minutes', () => {
    const pace = new GroupPace();
    const pauses = [];
    for (let now = 0, n = 0; n < 8; n++) {
      pace.deferred(now, null, now);
      let until = now;
      while (pace.admit(until) > 0) until += 1_000;
      pauses.push((until - now) / 1_000);
      now = until;
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  });

  it('pauses for as long as the provider requests', () => {
    const pace = new GroupPace();
    pace.deferred(0, 60_000, 0);
    expect(pace.admit(59_999)).toBeGreaterThan(0);
    expect(pace.admit(60_000)).toBe(0);
  });

  it('ignores deferrals of emails that began before it slowed down', () => {
    const pace = limited();
    expect(pace.deferred(999, null, 1_001)).toBe(false);
    expect(pace.deferred(1_000, null, 1_001)).toBe(true);
  });

  it('recovers while emails are accepted', () => {
    const pace = new GroupPace();
    const simulation = new Simulation(pace, 1_000).run(10, 100);
    simulation.limitPerSecond = 0;
    simulation.run(1, 100);
    expect(pace.isLimited).toBe(true);
    simulation.limitPerSecond = 1_000;
    simulation.run(300, 100);
    expect(pace.isLimited).toBe(false);
  });

  it('uses most of what a provider with a limit accepts, with few deferrals', () => {
    const simulation = new Simulation(new GroupPace(), 20).run(600, 40);
    expect(simulation.accepted / 600).toBeGreaterThan(10);
    expect(simulation.deferred).toBeLessThan(simulation.accepted * 0.02);
  });
});

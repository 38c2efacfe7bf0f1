/** The initial connections, while nothing is known about a server. */
const FIRST = 2;
/** A step is decided on by no fewer mails than this, or one a connection if that is more, and no sooner (milliseconds). */
const STEP_MAILS = 5;
const STEP_MS = 200;
/** At the beginning one a connection is enough after this time (milliseconds): five would be several rounds of a slow server. */
const LONG_STEP_MS = 1_000;
/** The weight of the newest step in the smoothed time for a mail. */
const NEWEST = 0.5;

/** As long as a mail takes at most so many times as long as in the quickest step, one more connection brings more mails. */
const STILL_QUICK = 1.5;
/** From there on, part of the connections may only wait for each other. */
const SLOW = 2.5;
/** Neither quick nor slow. */
const NEITHER = 1.75;
/** A server that stays this slow, or neither quick nor slow for so long (milliseconds), is tried with half of the connections. */
const SLOW_STEPS = 5;
const UNDECIDED_MS = 30_000;
/** A trial lasts this many steps after the one in which it began. */
const TRIAL_STEPS = 3;
/** Half of the connections are enough if they send this part of the mails. */
const ENOUGH = 0.8;

/**
 * After a server asked for less, its limit stays for this time (milliseconds). The time doubles if the server asks
 * again soon.
 */
const FIRST_CALM_MS = 10_000;
const LONGEST_CALM_MS = 300_000;
/** Soon: within so many times the time for which the limit stayed. */
const SOON = 3;
/** From this part of deferred mails on, the server means the sender and not single recipients (RFC 6647 is greylisting). */
const DEFERRED_PART = 1 / 3;
const DEFERRED_MAILS = 5;
/** Limits for single recipients leave this many connections, because other users' emails may use the same server. */
const LEAST_DEFERRED = 5;

/** Mails that were sent with the same limit. */
class Step {
  accepted = 0;
  deferred = 0;
  /** Mails that ended while others waited for a connection. */
  pressed = 0;
  private totalMs = 0;

  constructor(readonly since: number) {}

  add(tookMs: number): void {
    this.accepted += 1;
    this.totalMs += tookMs;
  }

  get mailMs(): number {
    return this.totalMs / this.accepted;
  }
}

/** The knowledge from before half of the connections were tried. */
interface Trial {
  connections: number;
  mailMs: number;
  stepsLeft: number;
}

/**
 * The useful number of connections to one mail server: it grows while all are in use and each is about as fast as with
 * fewer. It halves if the server asks for less, or if half of them send as many emails. Times are passed in, in
 * milliseconds of the monotonic clock.
 */
export class ConnectionLimit {
  private connections: number;
  private step: Step;
  private mailMs = 0;
  private quickestMs = Infinity;
  private slowSteps = 0;
  private decidedAt: number;
  /** Until the first sign that more connections may be too many. */
  private isBeginning = true;
  private trial: Trial | null = null;
  /** Trials, one after the other, that half of the connections have lost. */
  private lostTrials = 0;
  private calmUntil = -Infinity;
  private calmMs = 0;

  /** @param most the limit is never above this */
  constructor(
    private readonly most: number,
    now: number,
  ) {
    this.connections = Math.min(FIRST, most);
    this.step = new Step(now);
    this.decidedAt = now;
  }

  get current(): number {
    return this.connections;
  }

  /**
   * The server accepted an email.
   * @param tookMs how long the email occupied its connection (milliseconds)
   * @param isPressed whether another connection would have been useful: all were in use, and an email waited for one
   */
  accepted(tookMs: number, isPressed: boolean, now: number): void {
    this.step.add(tookMs);
    if (isPressed) this.step.pressed += 1;
    const { since, accepted, pressed } = this.step;
    const lastedMs = now - since;
    const least = this.isBeginning && lastedMs >= LONG_STEP_MS ? 1 : STEP_MAILS;
    if (lastedMs < STEP_MS || accepted < Math.max(least, this.connections)) return;
    // Without pressure, a step says nothing about more connections.
    if (pressed * 2 > accepted) this.decide(this.step.mailMs, lastedMs, now);
    this.step = new Step(now);
  }

  /** The server asked for less on behalf of one recipient. If it does so for many, it may mean all. */
  deferred(now: number): void {
    this.step.deferred += 1;
    const { accepted, deferred } = this.step;
    if (deferred < DEFERRED_MAILS || deferred < (accepted + deferred) * DEFERRED_PART) return;
    const fewer = Math.max(LEAST_DEFERRED, Math.floor(this.connections / 2));
    if (now >= this.calmUntil && fewer < this.connections) this.lower(fewer, now);
  }

  /** The server asked for less. Its refusals for some time after that concern emails that were already in transit. */
  asked(now: number): void {
    if (now >= this.calmUntil) this.lower(Math.floor(this.connections / 2), now);
  }

  /** The server refused a connection in addition to the open ones. */
  refused(open: number, now: number): void {
    if (open < this.connections) this.lower(open, now);
  }

  private lower(connections: number, now: number): void {
    const isSoon = now < this.calmUntil + (SOON - 1) * this.calmMs;
    if (now >= this.calmUntil)
      this.calmMs = isSoon ? Math.min(this.calmMs * 2, LONGEST_CALM_MS) : FIRST_CALM_MS;
    this.calmUntil = now + this.calmMs;
    this.isBeginning = false;
    this.trial = null;
    this.change(Math.max(1, connections), now);
  }

  private change(connections: number, now: number): void {
    this.connections = connections;
    this.step = new Step(now);
    this.decidedAt = now;
    this.slowSteps = 0;
  }

  private decide(stepMs: number, lastedMs: number, now: number): void {
    this.mailMs = this.mailMs === 0 ? stepMs : this.mailMs + (stepMs - this.mailMs) * NEWEST;
    if (this.trial) this.judge(this.trial, now);
    else this.move(stepMs, lastedMs, now);
  }

  private move(stepMs: number, lastedMs: number, now: number): void {
    this.quickestMs = Math.min(this.quickestMs, this.mailMs);
    this.slowSteps = stepMs >= this.quickestMs * SLOW ? this.slowSteps + 1 : 0;
    this.isBeginning &&= stepMs <= this.quickestMs * STILL_QUICK;
    if (this.mailMs <= this.quickestMs * STILL_QUICK) this.grow(lastedMs, now);
    else if (this.slowSteps >= SLOW_STEPS || now - this.decidedAt >= UNDECIDED_MS) this.tryHalf(now);
  }

  /**
   * At the beginning by one connection for each STEP_MS that the step lasted, as with a server that is quick, but to no more
   * than twice as many; after the first sign that more may be too many, by one.
   */
  private grow(lastedMs: number, now: number): void {
    this.decidedAt = now;
    if (now < this.calmUntil) return;
    const more = this.isBeginning ? Math.min(this.connections, Math.floor(lastedMs / STEP_MS)) : 1;
    this.connections = Math.min(this.most, this.connections + more);
  }

  private tryHalf(now: number): void {
    const { connections, mailMs } = this;
    if (connections === 1) {
      this.startAnew(now);
      return;
    }
    this.change(Math.ceil(connections / 2), now);
    this.trial = { connections, mailMs, stepsLeft: TRIAL_STEPS };
  }

  /** Half of a sufficient number may also be sufficient. */
  private judge(trial: Trial, now: number): void {
    trial.stepsLeft -= 1;
    // Its emails began with more connections.
    if (trial.stepsLeft === TRIAL_STEPS - 1) this.mailMs = 0;
    if (trial.stepsLeft > 0) return;
    this.trial = null;
    // Mails a second are connections divided by the time that each of them takes for a mail.
    const part = this.connections / this.mailMs / (trial.connections / trial.mailMs);
    if (part >= ENOUGH) {
      this.lostTrials = 0;
      this.tryHalf(now);
      return;
    }
    this.change(trial.connections, now);
    this.mailMs = trial.mailMs;
    this.lostTrials += 1;
    // One may be lost by chance: the limit stays until the next one.
    if (this.lostTrials > 1) this.startAnew(now);
    else this.quickestMs = this.mailMs / NEITHER;
  }

  /** How quick the server was before counts no more: it has changed, or was measured badly. */
  private startAnew(now: number): void {
    this.quickestMs = this.mailMs;
    this.lostTrials = 0;
    this.slowSteps = 0;
    this.decidedAt = now;
  }
}

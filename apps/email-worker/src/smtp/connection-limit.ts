/** The initial limit. */
const INITIAL = 2;
/**
 * A step has at least this many emails, or one per connection if this number is higher, and lasts at least this long
 * (milliseconds).
 */
const STEP_MAILS = 5;
const STEP_MS = 200;
/**
 * At first, one email per connection is enough after this time (milliseconds), because five emails would take a slow
 * server several rounds.
 */
const LONG_STEP_MS = 1_000;
/** The weight of the latest step in the smoothed time of an email. */
const LATEST_WEIGHT = 0.5;

/** Up to this multiple of the time of an email in the fastest step, another connection increases the throughput. */
const STILL_QUICK = 1.5;
/** From this multiple on, some connections may only wait for each other. */
const SLOW = 2.5;
/** The boundary between a fast and a slow server. */
const MODERATE = 1.75;
/**
 * If a server stays slow for this many steps, or undecided for this time (milliseconds), half of the connections are
 * tried.
 */
const SLOW_STEPS = 5;
const UNDECIDED_MS = 30_000;
/** The number of steps in a trial, after the step in which it began. */
const TRIAL_STEPS = 3;
/** Half of the connections are sufficient if they send this share of the emails. */
const ENOUGH = 0.8;

/**
 * After a server requested fewer emails, its limit stays unchanged for this time (milliseconds). The time doubles if
 * the server repeats the request soon.
 */
const FIRST_CALM_MS = 10_000;
const MAX_CALM_MS = 300_000;
/** A repetition is soon if it occurs within this multiple of the time for which the limit stayed. */
const SOON = 3;
/**
 * From this share of deferred emails on, the server limits the sender and not individual recipients (RFC 6647,
 * greylisting).
 */
const DEFERRED_SHARE = 1 / 3;
const DEFERRED_MAILS = 5;
/**
 * Limits for individual recipients leave this many connections, because other users' emails may use the same server.
 */
const MIN_DEFERRED = 5;

/** The emails that were sent with the same limit. */
class Step {
  accepted = 0;
  deferred = 0;
  /** The number of emails that ended while other emails waited for a connection. */
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

/** The measurements before the trial with half of the connections. */
interface Trial {
  connections: number;
  mailMs: number;
  stepsLeft: number;
}

/**
 * The useful number of connections to one mail server. It grows while all connections are in use and each one is about
 * as fast as with fewer connections. It halves if the server requests fewer emails, or if half of the connections send
 * as many emails. All times are parameters, in milliseconds of the monotonic clock.
 */
export class ConnectionLimit {
  private connections: number;
  private step: Step;
  private mailMs = 0;
  private quickestMs = Infinity;
  private slowSteps = 0;
  private decidedAt: number;
  /** True until the first sign that more connections may be too many. */
  private isBeginning = true;
  private trial: Trial | null = null;
  /** The number of consecutive trials in which half of the connections were too few. */
  private lostTrials = 0;
  private calmUntil = -Infinity;
  private calmMs = 0;

  /** @param most the maximum of the limit */
  constructor(
    private readonly most: number,
    now: number,
  ) {
    this.connections = Math.min(INITIAL, most);
    this.step = new Step(now);
    this.decidedAt = now;
  }

  get current(): number {
    return this.connections;
  }

  /**
   * The server accepted an email.
   * @param tookMs how long the email occupied its connection (milliseconds)
   * @param isPressed whether another connection would have been useful, because all were in use and an email was
   * waiting for one
   */
  accepted(tookMs: number, isPressed: boolean, now: number): void {
    this.step.add(tookMs);
    if (isPressed) this.step.pressed += 1;
    const { since, accepted, pressed } = this.step;
    const durationMs = now - since;
    const least = this.isBeginning && durationMs >= LONG_STEP_MS ? 1 : STEP_MAILS;
    if (durationMs < STEP_MS || accepted < Math.max(least, this.connections)) return;
    // Without pressure, a step gives no information about more connections.
    if (pressed * 2 > accepted) this.decide(this.step.mailMs, durationMs, now);
    this.step = new Step(now);
  }

  /** The server requested fewer emails for one recipient. If it does so for many recipients, it may mean all emails. */
  deferred(now: number): void {
    this.step.deferred += 1;
    const { accepted, deferred } = this.step;
    if (deferred < DEFERRED_MAILS || deferred < (accepted + deferred) * DEFERRED_SHARE) return;
    const fewer = Math.max(MIN_DEFERRED, Math.floor(this.connections / 2));
    if (now >= this.calmUntil && fewer < this.connections) this.lower(fewer, now);
  }

  /**
   * The server requested fewer emails. For some time afterward, its rejections concern emails that were already in
   * transit.
   */
  throttled(now: number): void {
    if (now >= this.calmUntil) this.lower(Math.floor(this.connections / 2), now);
  }

  /** The server refused a connection in addition to the open ones. */
  refused(open: number, now: number): void {
    if (open < this.connections) this.lower(open, now);
  }

  private lower(connections: number, now: number): void {
    const isSoon = now < this.calmUntil + (SOON - 1) * this.calmMs;
    if (now >= this.calmUntil) this.calmMs = isSoon ? Math.min(this.calmMs * 2, MAX_CALM_MS) : FIRST_CALM_MS;
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

  private decide(stepMs: number, durationMs: number, now: number): void {
    this.mailMs = this.mailMs === 0 ? stepMs : this.mailMs + (stepMs - this.mailMs) * LATEST_WEIGHT;
    if (this.trial) this.judge(this.trial, now);
    else this.move(stepMs, durationMs, now);
  }

  private move(stepMs: number, durationMs: number, now: number): void {
    this.quickestMs = Math.min(this.quickestMs, this.mailMs);
    this.slowSteps = stepMs >= this.quickestMs * SLOW ? this.slowSteps + 1 : 0;
    this.isBeginning &&= stepMs <= this.quickestMs * STILL_QUICK;
    if (this.mailMs <= this.quickestMs * STILL_QUICK) this.grow(durationMs, now);
    else if (this.slowSteps >= SLOW_STEPS || now - this.decidedAt >= UNDECIDED_MS) this.tryHalf(now);
  }

  /**
   * At first, adds one connection for each STEP_MS of the step, which corresponds to a fast server, but at most doubles
   * the limit. After the first sign that more connections may be too many, adds one.
   */
  private grow(durationMs: number, now: number): void {
    this.decidedAt = now;
    if (now < this.calmUntil) return;
    const more = this.isBeginning ? Math.min(this.connections, Math.floor(durationMs / STEP_MS)) : 1;
    this.connections = Math.min(this.most, this.connections + more);
  }

  private tryHalf(now: number): void {
    const { connections, mailMs } = this;
    if (connections === 1) {
      this.restart(now);
      return;
    }
    this.change(Math.ceil(connections / 2), now);
    this.trial = { connections, mailMs, stepsLeft: TRIAL_STEPS };
  }

  /** Half of a sufficient number may also be sufficient. */
  private judge(trial: Trial, now: number): void {
    trial.stepsLeft -= 1;
    // These emails began with more connections.
    if (trial.stepsLeft === TRIAL_STEPS - 1) this.mailMs = 0;
    if (trial.stepsLeft > 0) return;
    this.trial = null;
    // The number of emails per second is the number of connections divided by the time that each connection takes for
    // an email.
    const share = this.connections / this.mailMs / (trial.connections / trial.mailMs);
    if (share >= ENOUGH) {
      this.lostTrials = 0;
      this.tryHalf(now);
      return;
    }
    this.change(trial.connections, now);
    this.mailMs = trial.mailMs;
    this.lostTrials += 1;
    // A trial may fail by chance, so the limit stays unchanged until the next trial.
    if (this.lostTrials > 1) this.restart(now);
    else this.quickestMs = this.mailMs / MODERATE;
  }

  /** Discards the earlier speed of the server, because it has changed or was measured incorrectly. */
  private restart(now: number): void {
    this.quickestMs = this.mailMs;
    this.lostTrials = 0;
    this.slowSteps = 0;
    this.decidedAt = now;
  }
}

/** The rate of emails to a group after a deferral is at least this (per second), and grows by at least this. */
const LEAST_PER_SECOND = 0.2;
/** A deferral multiplies the rate by this. */
const DECREASE = 0.5;
/** While emails are accepted, the rate grows once in this time (milliseconds), by this share of its earlier height. */
const STEP_MS = 10_000;
const INCREASE = 0.1;
/** From this multiple of its earlier height on, the rate is unlimited again. */
const RECOVERED = 2;

/**
 * How long no email is sent after a deferral (milliseconds). The pause doubles if the next email after it is also
 * deferred.
 */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 300_000;

/** The rate is measured over this time (milliseconds). */
const MEASURED_MS = 5_000;
/** How many emails can follow each other immediately, as a time at the rate (milliseconds). */
const BURST_MS = 2_000;

/**
 * Emails that must wait return after a multiple of this time (milliseconds), so that those of a batch return together.
 */
const GRID_MS = 2_000;
/** Emails return after this time (milliseconds) at the latest, because the rate may have grown. */
const MAX_WAIT_MS = 900_000;

/**
 * The rate of emails of one sender to one group of recipient domains. It is unlimited until the group's provider defers
 * emails; then it falls at once and grows slowly (additive increase, multiplicative decrease). All times are in
 * milliseconds of the monotonic clock.
 */
export class GroupPace {
  /** The limit. Infinity: unlimited. */
  private perSecond = Infinity;
  /** The measured rate before the first deferral. */
  private peakPerSecond = 0;
  private pauseMs = 0;
  private pausedUntil = -Infinity;
  private loweredAt = -Infinity;
  private raisedAt = -Infinity;
  private acceptedSinceLowered = 0;
  /** When the next email would be due if all emails were sent evenly. */
  private dueAt = -Infinity;
  /** When the last of the emails that must wait is due. */
  private returnsAt = -Infinity;

  private measuredFrom = -Infinity;
  private measured = 0;
  private measuredBefore = 0;

  /** Whether the group's provider has deferred emails, and the rate has not recovered yet. */
  get isLimited(): boolean {
    return this.perSecond !== Infinity;
  }

  /** Returns 0 if an email may be sent now, and counts it. Otherwise, returns how long it must wait. */
  admit(now: number): number {
    if (this.perSecond === Infinity) return 0;
    const intervalMs = 1_000 / this.perSecond;
    if (now >= this.pausedUntil && this.dueAt - now <= Math.max(0, BURST_MS - intervalMs)) {
      this.dueAt = Math.max(this.dueAt, now) + intervalMs;
      return 0;
    }
    return this.wait(intervalMs, now);
  }

  /** The provider accepted an email. Returns true if the rate is thereby unlimited again. */
  accepted(now: number): boolean {
    this.measure(now);
    this.measured += 1;
    if (this.perSecond === Infinity) return false;
    this.acceptedSinceLowered += 1;
    if (now < this.raisedAt + STEP_MS) return false;
    this.raisedAt = now;
    this.perSecond += Math.max(LEAST_PER_SECOND, this.peakPerSecond * INCREASE);
    if (this.perSecond >= Math.max(1, this.peakPerSecond) * RECOVERED) this.perSecond = Infinity;
    return this.perSecond === Infinity;
  }

  /**
   * The provider deferred an email. Returns false if the email began before the last decrease, which it therefore
   * doesn't repeat.
   * @param retryAfterMs the pause that the provider requested, or null
   */
  deferred(begunAt: number, retryAfterMs: number | null, now: number): boolean {
    if (begunAt < this.loweredAt) return false;
    this.measure(now);
    const rate = this.rate(now);
    if (this.perSecond === Infinity) this.peakPerSecond = rate;
    this.perSecond = Math.max(LEAST_PER_SECOND, Math.min(this.perSecond, rate) * DECREASE);
    const isAgain = this.loweredAt !== -Infinity && this.acceptedSinceLowered === 0;
    this.pauseMs = isAgain ? Math.min(this.pauseMs * 2, MAX_PAUSE_MS) : FIRST_PAUSE_MS;
    this.pausedUntil = now + Math.max(this.pauseMs, retryAfterMs ?? 0);
    this.loweredAt = now;
    this.raisedAt = this.pausedUntil;
    this.dueAt = this.pausedUntil;
    this.returnsAt = Math.max(this.returnsAt, this.pausedUntil);
    this.acceptedSinceLowered = 0;
    return true;
  }

  /** Emails that wait are due one after the other, behind those that already wait. */
  private wait(intervalMs: number, now: number): number {
    const first = Math.max(now, this.pausedUntil);
    const latest = now + MAX_WAIT_MS;
    this.returnsAt = Math.min(Math.max(this.returnsAt, first) + intervalMs, latest);
    return Math.ceil((this.returnsAt - now) / GRID_MS) * GRID_MS;
  }

  private measure(now: number): void {
    const tookMs = now - this.measuredFrom;
    if (tookMs < MEASURED_MS) return;
    this.measuredBefore = tookMs < 2 * MEASURED_MS ? this.measured : 0;
    this.measured = 0;
    this.measuredFrom = now;
  }

  /** The recent rate of accepted emails (per second). */
  private rate(now: number): number {
    const tookMs = Math.max(1_000, now - this.measuredFrom);
    return Math.max(this.measuredBefore / (MEASURED_MS / 1_000), (this.measured / tookMs) * 1_000);
  }
}

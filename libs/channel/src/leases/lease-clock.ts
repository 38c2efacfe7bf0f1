/**
 * How long a lease may be worked on, by this process's monotonic clock (milliseconds). It counts from before the question
 * that granted it and from before each piece of result that renewed it, so it ends here before it ends at the dispatcher.
 */
export class LeaseClock {
  private from: number;
  private lost = false;

  constructor(
    grantedAt: number,
    readonly durationMs: number,
    readonly sendTimeoutMs: number,
  ) {
    this.from = grantedAt;
  }

  /** Whether a send that starts now is over, with its full timeout, before the lease is. */
  mayStart(now: number): boolean {
    return !this.lost && now + this.sendTimeoutMs <= this.from + this.durationMs;
  }

  /** Somebody else may have the recipients by now. */
  isLost(now: number): boolean {
    return this.lost || now >= this.from + this.durationMs;
  }

  /** A piece that was published at `from` was confirmed `now`. One that came too late renews nothing, and nothing will. */
  renew(from: number, now: number): void {
    this.lost = this.isLost(now);
    this.from = Math.max(this.from, from);
  }

  /** An empty piece is due when nothing else has renewed the lease for a third of it. */
  renewalIsDue(now: number): boolean {
    return now >= this.from + this.durationMs / 3;
  }
}

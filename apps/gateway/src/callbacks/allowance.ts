import type { Clock } from '@carillon/platform';

/** So many in a row, and so many a second in the long run. */
export interface AllowanceRate {
  burst: number;
  perSecond: number;
}

/** Lets through what comes at a bearable rate (a token bucket). */
export class Allowance {
  private left: number;
  /** Milliseconds since 1970. */
  private filledAt: number;

  constructor(
    private readonly clock: Clock,
    private readonly rate: AllowanceRate,
  ) {
    this.left = rate.burst;
    this.filledAt = clock.now().getTime();
  }

  /** False: there have been too many. */
  take(): boolean {
    const now = this.clock.now().getTime();
    const gained = (Math.max(0, now - this.filledAt) / 1000) * this.rate.perSecond;
    this.left = Math.min(this.rate.burst, this.left + gained);
    this.filledAt = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}

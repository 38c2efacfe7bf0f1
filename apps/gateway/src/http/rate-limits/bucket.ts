import type { Rate } from '@carillon/contracts';

/** Requests are counted in thousandths: at a whole rate every millisecond gives back a whole number of them. */
const UNIT = 1_000;

/** Lets through what comes at a bearable rate (a token bucket). Times are milliseconds since 1970. */
export class Bucket {
  /** What was used and has not come back yet. More than the burst: a debt. */
  private level = 0;

  constructor(
    private rate: Rate,
    private at: number,
  ) {}

  /** False: there have been too many. */
  take(now: number): boolean {
    this.drain(now);
    if (this.level + UNIT > this.rate.burst * UNIT) return false;
    this.level += UNIT;
    return true;
  }

  /** Books what was used elsewhere, or given back if it is below zero; no debt beyond so many requests comes of it. */
  book(used: number, mostDebt: number, now: number): void {
    this.drain(now);
    const most = (this.rate.burst + mostDebt) * UNIT;
    this.level = Math.max(0, Math.min(this.level + used * UNIT, Math.max(this.level, most)));
  }

  /** From now on another rate holds; what was used stays used. */
  adopt(rate: Rate): void {
    this.rate = rate;
  }

  /** ClassSchema requests that may come at once, as of the last look. */
  get left(): number {
    return Math.max(0, Math.floor((this.rate.burst * UNIT - this.level) / UNIT));
  }

  /** ClassSchema seconds for which what is left lasts at the rate; until the next request may come, if nothing is left. */
  get lastsS(): number {
    const { perSecond, burst } = this.rate;
    if (this.left > 0) return Math.ceil(this.left / perSecond);
    return Math.ceil((this.level + UNIT - burst * UNIT) / UNIT / perSecond);
  }

  /** A clock that is set back gives and takes nothing. */
  private drain(now: number): void {
    this.level = Math.max(0, this.level - Math.max(0, now - this.at) * this.rate.perSecond);
    this.at = now;
  }
}

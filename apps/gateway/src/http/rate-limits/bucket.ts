import type { Rate } from '@carillon/contracts';

/** Requests are counted in thousandths: at a whole rate, every millisecond refills a whole number of them. */
const UNIT = 1_000;

/** A token bucket. Times are milliseconds since 1970. */
export class Bucket {
  /** Usage that is not refilled yet. More than the burst is a debt. */
  private level = 0;

  constructor(
    private rate: Rate,
    private at: number,
  ) {}

  /** Takes one request. Returns false if no request is available. */
  take(now: number): boolean {
    this.drain(now);
    if (this.level + UNIT > this.rate.burst * UNIT) return false;
    this.level += UNIT;
    return true;
  }

  /**
   * Subtracts usage elsewhere, or adds returned requests if it is negative. Creates no debt beyond `mostDebt` requests.
   */
  book(used: number, mostDebt: number, now: number): void {
    this.drain(now);
    const most = (this.rate.burst + mostDebt) * UNIT;
    this.level = Math.max(0, Math.min(this.level + used * UNIT, Math.max(this.level, most)));
  }

  /** Changes the rate and keeps the usage. */
  adopt(rate: Rate): void {
    this.rate = rate;
  }

  /** The number of requests that can be admitted now, as of the last check. */
  get left(): number {
    return Math.max(0, Math.floor((this.rate.burst * UNIT - this.level) / UNIT));
  }

  /**
   * The whole seconds for which the remaining requests last at the rate. If none remain, the seconds until the next
   * request.
   */
  get lastsS(): number {
    const { perSecond, burst } = this.rate;
    if (this.left > 0) return Math.ceil(this.left / perSecond);
    return Math.ceil((this.level + UNIT - burst * UNIT) / UNIT / perSecond);
  }

  /** A clock that is set back changes nothing. */
  private drain(now: number): void {
    this.level = Math.max(0, this.level - Math.max(0, now - this.at) * this.rate.perSecond);
    this.at = now;
  }
}

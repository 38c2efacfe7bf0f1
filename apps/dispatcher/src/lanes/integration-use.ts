import type { Portion } from '../limits/portion';

/** Fractions of a rate add up to a little more than the whole. */
const ROUNDING = 1 + 1e-9;

/** What is used of one integration in a lane, and whether one more hand fits into what it bears. */
export class IntegrationUse {
  /** Places of workers that are there, and offers. */
  places = 0;
  private offers = 0;
  private pace = 0;
  private connections = 0;

  /** Offers: each will be a hand as they are granted now. */
  offered(batches: number): void {
    this.offers += batches;
    this.places += batches;
  }

  /** Hands of a worker that is there. */
  held(batches: number, pacePerSecond: number, concurrency: number): void {
    this.places += batches;
    this.pace += pacePerSecond;
    this.connections += concurrency;
  }

  /**
   * Hands of a worker that was not heard of again. It may be alive and connected for as long as its lease lasts; its time
   * in the rate was reserved and is over without it.
   */
  heldByNobody(concurrency: number): void {
    this.connections += concurrency;
  }

  bearsOneMore(portion: Portion | null): boolean {
    if (!portion) return true;
    const { ratePerSecond, pacePerSecond, maxConnections, concurrency } = portion;
    const hands = this.offers + 1;
    const paced =
      ratePerSecond === null || this.pace + hands * (pacePerSecond ?? 0) <= ratePerSecond * ROUNDING;
    return (
      paced && (maxConnections === null || this.connections + hands * (concurrency ?? 0) <= maxConnections)
    );
  }
}

import { LRUCache } from 'lru-cache';
import type { Dispatch } from '../dispatch';

/** How long all readers get the same result (milliseconds): while the campaign sends, and after it has ended. */
const KEPT_MS = { sending: 2_000, over: 30_000 };

/** Costly reads of campaigns. Concurrent readers share a read, and later readers get its result for a short time. */
export class SharedReads<T> {
  private readonly known: LRUCache<string, Promise<T>>;

  /** @param max the number of campaigns whose results are kept */
  constructor(
    private readonly read: (dispatch: Dispatch) => Promise<T>,
    max: number,
  ) {
    this.known = new LRUCache({ max });
  }

  of(dispatch: Dispatch): Promise<T> {
    const { campaign, state, run, ledger } = dispatch;
    // The result of another state or run is out of date.
    const key = `${campaign} ${state} ${run} ${ledger}`;
    const known = this.known.get(key);
    if (known) return known;
    const reading = this.read(dispatch);
    this.known.set(key, reading, { ttl: state === 'OPEN' ? KEPT_MS.sending : KEPT_MS.over });
    reading.catch(() => this.known.delete(key));
    return reading;
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';

/** A run that takes longer than this (milliseconds) delays only its own callers. */
const SLOW_MS = 2_000;

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

export interface GatheredOptions<T, R> {
  /** Runs at the same time. */
  atOnce: number;
  /** Items of one run. */
  most: number;
  /** The maximum total size of the items of one run, and the size of one. A larger item has its own run. */
  size?: { most: number; of: (item: T) => number };
  /** Resolves with one result for each item, in their order. If it rejects, all of its items reject. */
  run: (items: readonly T[]) => Promise<readonly R[]>;
}

/**
 * Batches work of one kind for many callers: items that arrive while all runs are active go into the next one. So an
 * idle process works immediately, and a busy one in few large batches. A run begins after all of its items have
 * arrived, so each sees what was stored before its caller's request.
 */
export class Gathered<T, R> {
  private readonly waiting: Waiting<T, R>[] = [];
  private underWay = 0;
  private isScheduled = false;
  /** Outside of any request: the deadline of the first caller is not that of the others. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(private readonly options: GatheredOptions<T, R>) {}

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.schedule();
    });
  }

  /** Messages that arrive together are handled before the run begins. */
  private schedule(): void {
    if (this.isScheduled || this.underWay >= this.options.atOnce || this.waiting.length === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      void this.outside(() => this.begin());
    });
  }

  private async begin(): Promise<void> {
    const those = this.waiting.splice(0, this.fitting());
    this.underWay++;
    this.schedule();
    let counts = true;
    const end = (): void => {
      if (!counts) return;
      counts = false;
      this.underWay--;
      this.schedule();
    };
    const slow = setTimeout(end, SLOW_MS);
    try {
      const results = await this.options.run(those.map(({ item }) => item));
      if (results.length !== those.length) throw new Error('A batch did not return one result for each item');
      for (const [index, { resolve }] of those.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of those) reject(error);
    } finally {
      clearTimeout(slow);
      end();
    }
  }
  /** How many of those that wait go into one run. */
  private fitting(): number {
    const { most, size } = this.options;
    const first = Math.min(most, this.waiting.length);
    if (!size) return first;
    let sum = 0;
    const beyond = this.waiting.slice(0, first).findIndex(({ item }, index) => {
      sum += size.of(item);
      return index > 0 && sum > size.most;
    });
    return beyond < 0 ? first : beyond;
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';

/** A run without a key that takes longer than this (milliseconds) delays only its own callers. */
const SLOW_MS = 2_000;

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** The items of one key that wait for a run. */
interface Group<T, R> {
  waiting: Waiting<T, R>[];
  /** The items have waited long enough, or enough items wait. */
  isDue: boolean;
  timer?: NodeJS.Timeout;
}

export interface BatcherOptions<T, R> {
  /** The maximum number of concurrent runs. */
  atOnce: number;
  /** The maximum number of items in one run. A full run does not wait for more. */
  most: number;
  /** The maximum total size of the items in one run, and the size of an item. A larger item gets its own run. */
  size?: { most: number; of: (item: T) => number };
  /** A run has items of one key only, and each key has one run at a time. Absent: all items are processed together. */
  keyOf?: (item: T) => string;
  /** How long the first item of a run waits for more (milliseconds); absent: it doesn't wait. */
  waitMs?: number;
  /** Whether a run with this item doesn't wait for more; absent: it waits. */
  isUrgent?: (item: T) => boolean;
  /** The pause after a run before another one takes its place (milliseconds); absent: no pause. */
  pauseMs?: number;
  /**
   * Resolves with one result for each item, in their order, if the work has results. If it rejects, all of its items
   * reject, too.
   */
  run: (items: readonly T[], key: string) => Promise<readonly R[]> | Promise<void>;
}

/**
 * Does work of one kind for many callers together: items that arrive while all runs are in progress wait for the next
 * run. An idle process therefore works immediately, and a busy process works in few large batches. A run begins after
 * all of its items have arrived, so each sees everything that was stored before its caller's request. Groups are served
 * in the order of their first items.
 */
export class Batcher<T, R = void> {
  private readonly groups = new Map<string, Group<T, R>>();
  private readonly busyKeys = new Set<string>();
  private underWay = 0;
  private isScheduled = false;
  /** Runs outside of any request, because the deadline of the first caller must not apply to the others. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(private readonly options: BatcherOptions<T, R>) {}

  /** Resolves with the item's result. */
  add(item: T): Promise<R> {
    const key = this.options.keyOf?.(item) ?? '';
    const group = this.groups.get(key) ?? this.newGroup(key);
    return new Promise((resolve, reject) => {
      group.waiting.push({ item, resolve, reject });
      const { most, isUrgent } = this.options;
      if (group.waiting.length >= most || isUrgent?.(item)) this.due(group);
      else this.schedule();
    });
  }

  private newGroup(key: string): Group<T, R> {
    const { waitMs } = this.options;
    const group: Group<T, R> = { waiting: [], isDue: waitMs === undefined };
    if (waitMs !== undefined) group.timer = setTimeout(() => this.due(group), waitMs);
    this.groups.set(key, group);
    return group;
  }

  private due(group: Group<T, R>): void {
    clearTimeout(group.timer);
    group.isDue = true;
    this.schedule();
  }

  /** If the first item does not wait for more, messages that arrive together are handled before a run begins. */
  private schedule(): void {
    if (this.options.waitMs !== undefined) this.beginSome();
    else if (!this.isScheduled && this.underWay < this.options.atOnce && this.next()) {
      this.isScheduled = true;
      setImmediate(() => {
        this.isScheduled = false;
        this.beginSome();
      });
    }
  }

  private beginSome(): void {
    for (let next = this.next(); next && this.underWay < this.options.atOnce; next = this.next())
      this.begin(...next);
  }

  private next(): [string, Group<T, R>] | undefined {
    for (const entry of this.groups) if (entry[1].isDue && !this.busyKeys.has(entry[0])) return entry;
    return undefined;
  }

  /** Items that do not fit into the run stay due, after the other groups. */
  private begin(key: string, group: Group<T, R>): void {
    const those = group.waiting.splice(0, this.fitting(group.waiting));
    this.groups.delete(key);
    if (group.waiting.length > 0) this.groups.set(key, group);
    void this.outside(() => this.run(key, those));
  }

  private async run(key: string, those: readonly Waiting<T, R>[]): Promise<void> {
    const { keyOf, pauseMs } = this.options;
    this.underWay += 1;
    if (keyOf) this.busyKeys.add(key);
    let counts = true;
    const end = (): void => {
      if (!counts) return;
      counts = false;
      this.underWay -= 1;
      this.schedule();
    };
    const slow = keyOf ? undefined : setTimeout(end, SLOW_MS);
    try {
      const results = await this.options.run(
        those.map(({ item }) => item),
        key,
      );
      if (results && results.length !== those.length)
        throw new Error('A run did not return one result for each item');
      for (const [index, { resolve }] of those.entries()) resolve(results?.[index] as R);
    } catch (error) {
      for (const { reject } of those) reject(error);
    } finally {
      clearTimeout(slow);
      this.busyKeys.delete(key);
      if (pauseMs === undefined) end();
      else setTimeout(end, pauseMs);
    }
  }

  /** The number of waiting items that fit into one run. */
  private fitting(waiting: readonly Waiting<T, R>[]): number {
    const { most, size } = this.options;
    const first = Math.min(most, waiting.length);
    if (!size) return first;
    let sum = 0;
    const beyond = waiting.slice(0, first).findIndex(({ item }, index) => {
      sum += size.of(item);
      return index > 0 && sum > size.most;
    });
    return beyond < 0 ? first : beyond;
  }
}

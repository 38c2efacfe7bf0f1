/** The time that decisions use. It is injected, so that tests don't need to wait. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/**
 * LRUCache options for at most this number of entries. With its own `max`, lru-cache reserves memory for all entries at
 * once: 24 bytes each.
 */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 };
}

/**
 * LRUCache options with which a clock decides when an entry is stale: `ttl` milliseconds after it was stored. A `ttl`
 * of a single entry must come from here, too.
 */
export function cacheTimes(clock: Clock, ttl: number) {
  // lru-cache reads the time 0 as 'unset', and treats an entry as stale only when it is older than its ttl. The + 1 and
  // - 1 compensate for this.
  return { perf: { now: () => clock.now().getTime() + 1 }, ttl: ttl - 1, ttlResolution: 0 };
}

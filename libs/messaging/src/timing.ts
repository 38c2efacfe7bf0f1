import { setTimeout as wait } from 'node:timers/promises';
import { jittered } from './jitter';

/** Waits. Returns false when the signal ends it early. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { signal }).catch(() => false);
}

/** Waits at most this long until the work is resolved or rejected. Returns false when the time is up first. */
export async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const ended = new AbortController();
  const inTime = work.then(
    () => true,
    () => true,
  );
  const late = pause(milliseconds, ended.signal).then(() => false);
  return Promise.race([inTime, late]).finally(() => ended.abort());
}

/**
 * Pauses that double from the first to the longest, each with jitter.
 */
export class Backoff {
  private pause: number;

  constructor(
    private readonly firstMs: number,
    private readonly longestMs: number,
  ) {
    this.pause = firstMs;
  }

  /** Returns the next pause (milliseconds). */
  next(): number {
    const pause = this.pause;
    this.pause = Math.min(pause * 2, this.longestMs);
    return jittered(pause);
  }

  reset(): void {
    this.pause = this.firstMs;
  }
}

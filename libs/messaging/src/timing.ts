import { setTimeout as wait } from 'node:timers/promises';

/** Waits; false when the signal cut it short. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { signal }).catch(() => false);
}

/** Waits for the work's end, well or badly, but no longer than this; false when the time was up first. */
export async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const ended = new AbortController();
  const inTime = work.then(
    () => true,
    () => true,
  );
  const late = pause(milliseconds, ended.signal).then(() => false);
  return Promise.race([inTime, late]).finally(() => ended.abort());
}

/** Pauses that double from the first to the longest, each off by up to a fifth so that processes do not move in step. */
export class Backoff {
  private pause: number;

  constructor(
    private readonly firstMs: number,
    private readonly longestMs: number,
  ) {
    this.pause = firstMs;
  }

  /** Milliseconds to wait now. */
  next(): number {
    const pause = this.pause;
    this.pause = Math.min(pause * 2, this.longestMs);
    return pause * (0.8 + Math.random() * 0.4);
  }

  reset(): void {
    this.pause = this.firstMs;
  }
}

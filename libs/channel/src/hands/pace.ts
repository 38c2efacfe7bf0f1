import { pause } from '../pause';

/** Lets sends start evenly, so many a second, the first one not at once; one that comes late does not make others hurry. */
export class Pace {
  private readonly intervalMs: number;
  private next: number;

  constructor(perSecond: number | null, startInMs = 0) {
    this.intervalMs = perSecond === null ? 0 : 1_000 / perSecond;
    this.next = performance.now() + startInMs;
  }

  /** Resolves when the next send may start; false when the signal came first. */
  turn(signal: AbortSignal): Promise<boolean> {
    const now = performance.now();
    const at = Math.max(now, this.next);
    if (this.intervalMs > 0) this.next = at + this.intervalMs;
    return at > now ? pause(at - now, signal) : Promise.resolve(!signal.aborted);
  }
}

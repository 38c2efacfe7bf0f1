import { pause } from '../pause';

/** Lets sends start evenly, so many a second; a send that comes late does not make the next ones hurry. */
export class Pace {
  private readonly intervalMs: number;
  private next = -Infinity;

  constructor(perSecond: number | null) {
    this.intervalMs = perSecond === null ? 0 : 1_000 / perSecond;
  }

  /** Resolves when the next send may start; false when the signal came first. */
  turn(signal: AbortSignal): Promise<boolean> {
    if (this.intervalMs === 0) return Promise.resolve(!signal.aborted);
    const now = performance.now();
    const at = Math.max(now, this.next);
    this.next = at + this.intervalMs;
    return at > now ? pause(at - now, signal) : Promise.resolve(!signal.aborted);
  }
}

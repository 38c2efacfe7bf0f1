/** A process that is busy for this share of its time is at full load. */
const FULL = 0.9;
/** The period over which this share is measured (milliseconds). */
const LOAD_MS = 250;

/** The share of its time that this process works, or has work but waits for a processor. */
export class ProcessLoad {
  private since = performance.eventLoopUtilization();
  private sinceMs = performance.now();
  private share = 0;

  /** Whether the process is at full load. */
  isFull(): boolean {
    const now = performance.now();
    if (now - this.sinceMs >= LOAD_MS) {
      const until = performance.eventLoopUtilization();
      this.share = performance.eventLoopUtilization(until, this.since).utilization;
      [this.since, this.sinceMs] = [until, now];
    }
    return this.share >= FULL;
  }
}

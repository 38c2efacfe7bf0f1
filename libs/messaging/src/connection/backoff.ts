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

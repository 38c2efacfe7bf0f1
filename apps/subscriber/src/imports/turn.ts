/** The duration of a turn if another file is ready (milliseconds). */
const TURN_MS = 500;
/** The duration of a turn if no other file is ready. A shutdown waits for its end (milliseconds). */
const LONGEST_TURN_MS = 5_000;

/**
 * The turn of a file. It ends after some time, but later if no other file is ready: a turn begins with reading a part of
 * the file again.
 */
export class Turn {
  private readonly begun = performance.now();
  private checkAt = this.begun + TURN_MS;

  constructor(private readonly isAnotherReady: () => Promise<boolean>) {}

  async isOver(): Promise<boolean> {
    const now = performance.now();
    if (now < this.checkAt) return false;
    if (now - this.begun >= LONGEST_TURN_MS || (await this.isAnotherReady())) return true;
    this.checkAt = now + TURN_MS;
    return false;
  }
}

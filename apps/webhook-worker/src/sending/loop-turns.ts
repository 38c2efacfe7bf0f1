/**
 * Limits the number of steps that begin in each turn of the event loop. Otherwise, thousands of fast responses would
 * fill each turn, and other work, such as storing new events, would wait for seconds.
 */
export class LoopTurns {
  private begun = 0;
  private next: Promise<void> | null = null;

  constructor(private readonly most: number) {}

  /** Resolves when the step may begin. */
  async take(): Promise<void> {
    while (this.begun >= this.most) await this.turn();
    this.begun += 1;
    void this.turn();
  }

  private turn(): Promise<void> {
    this.next ??= new Promise((resolve) =>
      setImmediate(() => {
        this.begun = 0;
        this.next = null;
        resolve();
      }),
    );
    return this.next;
  }
}

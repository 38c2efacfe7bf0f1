/**
 * Lets a limited number of steps begin in each turn of the event loop. Thousands of prompt answers would otherwise fill each turn,
 * and what the process does besides, such as storing what others are notified about, would wait for seconds.
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

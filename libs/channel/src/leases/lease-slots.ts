export type FreeSlot = () => void;

/** Places for passes in work. Whoever wants to take a batch has a place first, so that nothing is taken and then waits. */
export class LeaseSlots {
  private readonly waiting: ((free: FreeSlot | null) => void)[] = [];
  private closed = false;

  constructor(private free: number) {}

  /**
   * Resolves with the function that gives the place back, as soon as there is a place; null when there is none for so
   * long (milliseconds), or will be none.
   */
  take(waitMs: number): Promise<FreeSlot | null> {
    if (this.closed) return Promise.resolve(null);
    if (this.free === 0) return this.queue(waitMs);
    this.free -= 1;
    return Promise.resolve(this.occupied());
  }

  close(): void {
    this.closed = true;
    for (const refuse of this.waiting.splice(0)) refuse(null);
  }

  private queue(waitMs: number): Promise<FreeSlot | null> {
    return new Promise((resolve) => {
      const turn = (free: FreeSlot | null): void => {
        clearTimeout(timer);
        resolve(free);
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(turn), 1);
        resolve(null);
      }, waitMs);
      this.waiting.push(turn);
    });
  }

  private occupied(): FreeSlot {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.waiting.shift();
      if (next) next(this.occupied());
      else this.free += 1;
    };
  }
}

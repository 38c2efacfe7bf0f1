/** Milliseconds between two looks at what is due. */
const TICK_MS = 25;

/** What is to be done at some time, kept in little room: one timer for all of it. */
export class Timetable<T> {
  private readonly ticks = new Map<number, T[]>();
  private readonly timer: NodeJS.Timeout;
  private last = tickOf(Date.now());

  /** @param due told of everything whose time has come, in the order of their times */
  constructor(private readonly due: (items: readonly T[]) => void) {
    this.timer = setInterval(() => this.look(), TICK_MS).unref();
  }

  /** @param delayMs from now; never earlier, and later by two looks at most */
  add(item: T, delayMs: number): void {
    const tick = Math.max(tickOf(Date.now() + delayMs), this.last) + 1;
    const items = this.ticks.get(tick);
    if (items) items.push(item);
    else this.ticks.set(tick, [item]);
  }

  close(): void {
    clearInterval(this.timer);
    this.ticks.clear();
  }

  private look(): void {
    const now = tickOf(Date.now());
    // A machine that slept has many to catch up with: those without items cost nothing.
    const passed = [...this.ticks.keys()].filter((tick) => tick <= now).sort((a, b) => a - b);
    this.last = Math.max(now, this.last);
    for (const tick of passed) {
      const items = this.ticks.get(tick) ?? [];
      this.ticks.delete(tick);
      this.due(items);
    }
  }
}

function tickOf(milliseconds: number): number {
  return Math.floor(milliseconds / TICK_MS);
}

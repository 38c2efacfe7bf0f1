import { setTimeout as wait } from 'node:timers/promises';

/** Collects items, and lets a test wait for them. */
export class Seen<T> {
  readonly items: T[] = [];
  private watchers: (() => void)[] = [];

  /** Returns a promise, so that it can serve as a handler. */
  add(item: T): Promise<void> {
    this.items.push(item);
    for (const look of this.watchers) look();
    return Promise.resolve();
  }

  /** Resolves when this many items have arrived. The test's own time limit is the only one. */
  async count(count: number): Promise<readonly T[]> {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (this.items.length >= count) resolve();
      };
      this.watchers.push(look);
      look();
    });
    return this.items;
  }
}

/** A promise that is resolved from outside. */
export class Gate {
  readonly opened: Promise<void>;
  open: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => (this.open = resolve));
  }
}

const LOOK_AGAIN_MS = 50;

/** Polls until the condition holds; for states that can only be queried, such as the broker's counts. */
export async function eventually<T>(ask: () => Promise<T> | T, holds: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    await wait(LOOK_AGAIN_MS);
  }
}

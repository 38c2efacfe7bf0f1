import { setImmediate as nextTick } from 'node:timers/promises';

/** How long work may run before other work gets the event loop (milliseconds). */
const SLICE_MS = 8;

/** Makes a long loop yield the event loop to other work every few milliseconds. */
export class TimeSlice {
  private begun = performance.now();

  /** If true, call `yieldToOthers` before the next item. */
  get isOver(): boolean {
    return performance.now() - this.begun > SLICE_MS;
  }

  async yieldToOthers(): Promise<void> {
    await nextTick();
    this.begun = performance.now();
  }
}

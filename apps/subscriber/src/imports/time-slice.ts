import { setImmediate as nextTick } from 'node:timers/promises';

/** So long may work go on before others get the processor (milliseconds). */
const SLICE_MS = 8;

/** Lets work that is done item by item leave the event loop to others every few milliseconds. */
export class TimeSlice {
  private begun = performance.now();

  /** To be awaited between items only if it is time to. */
  get isOver(): boolean {
    return performance.now() - this.begun > SLICE_MS;
  }

  async yieldToOthers(): Promise<void> {
    await nextTick();
    this.begun = performance.now();
  }
}

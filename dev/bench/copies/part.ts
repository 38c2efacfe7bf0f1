import type { Results } from '../results';
import type { SlowSink } from '../sink/slow-sink';

export interface CopiesOptions {
  /** The number of measurements for each number of processes. */
  runs: number;
  /** The approximate duration of each measurement. */
  seconds: number;
}

/** Measures one service with more and more processes. */
export type Part = (options: CopiesOptions, sink: SlowSink, results: Results) => Promise<void>;

import type { Results } from '../results';
import type { SlowSink } from '../sink/slow-sink';

export interface CopiesOptions {
  /** Measurements of each number of processes. */
  runs: number;
  /** Of each measurement, about. */
  seconds: number;
}

/** Measures one service with more and more processes. */
export type Part = (options: CopiesOptions, sink: SlowSink, results: Results) => Promise<void>;

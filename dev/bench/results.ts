import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { Figures } from './figures';
import { row } from './print';

/** A quantity that was measured several times in one run of a benchmark. */
export interface Measurement {
  /** `mails/s, steady state` */
  name: string;
  /** In the order of measurement. */
  values: number[];
}

/**
 * The JSON output of a benchmark. Rates are per second, CPU times in seconds, and memory in MiB, unless a name states
 * otherwise.
 */
export interface ResultsFile {
  /** `dispatch` */
  bench: string;
  release: string;
  /** ISO 8601. */
  measuredAt: string;
  machine: { processor: string; cores: number; memoryGiB: number; node: string };
  measurements: Measurement[];
}

/**
 * Collects the measurements of a benchmark, prints them, and writes them to the folder in BENCH_RESULTS, if it is set.
 */
export class Results {
  private readonly measurements: Measurement[] = [];

  constructor(private readonly bench: string) {}

  /** Prints the minimum, median, and maximum, followed by `more`. */
  add(name: string, values: readonly number[], digits = 0, more = ''): void {
    this.note(name, values);
    row(name, new Figures(values).columns(digits) + more);
  }

  /** Stores the measurements without printing them. */
  note(name: string, values: readonly number[]): void {
    const known = values.filter((value) => Number.isFinite(value));
    if (known.length > 0) this.measurements.push({ name: name.trim(), values: known.map(rounded) });
  }

  write(folder = process.env.BENCH_RESULTS): void {
    if (folder === undefined || folder === '') return;
    mkdirSync(folder, { recursive: true });
    const [cpu] = cpus();
    const file: ResultsFile = {
      bench: this.bench,
      release: version,
      measuredAt: new Date().toISOString(),
      machine: {
        processor: cpu?.model ?? 'unknown',
        cores: cpus().length,
        memoryGiB: Math.round(totalmem() / 1_024 ** 3),
        node: process.version,
      },
      measurements: this.measurements,
    };
    writeFileSync(join(folder, `${this.bench}.json`), `${JSON.stringify(file, null, 2)}\n`);
  }
}

/** Rounds to four significant digits, which exceed the accuracy of the measurement. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

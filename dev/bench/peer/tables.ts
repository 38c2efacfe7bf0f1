import { head, print, row } from '../print';
import { Results } from '../results';

/** One campaign of one system. */
export interface SystemFigures {
  /** Emails per second between the first and the last tenth of all emails. */
  steadyPerSecond: number;
  /** From publishing to the end of the campaign. */
  sentMs: number;
  /** CPU seconds per 1,000 emails, by process, without the sink. */
  cpu: ReadonlyMap<string, number>;
}

/** The campaigns of both systems in one run. */
export interface Pair {
  ours: SystemFigures;
  theirs: SystemFigures;
}

const systems = { ours: 'Carillon', theirs: 'listmonk' } as const;

/** Prints all results and the ratios of each run, and writes them if BENCH_RESULTS is set. */
export function printTables(pairs: readonly Pair[]): void {
  const results = new Results('peer');
  row('', head('minimum', 'median', 'maximum'));
  compare(results, pairs, 'mails/s, steady state', ({ steadyPerSecond }) => steadyPerSecond);
  compare(results, pairs, 'seconds, publish to end', ({ sentMs }) => sentMs / 1_000, 2);
  compare(results, pairs, 'CPU s per 1,000 mails', totalCpu, 3);
  print('\n  CPU s per 1,000 mails, by process');
  for (const [side, system] of Object.entries(systems) as ['ours' | 'theirs', string][]) {
    for (const name of pairs[0]?.[side].cpu.keys() ?? [])
      results.add(
        `CPU s per 1,000 mails, ${system}, ${name}`,
        pairs.map((pair) => pair[side].cpu.get(name) ?? NaN),
        3,
      );
  }
  results.write();
}

/** Adds a quantity of both systems, and the ratio of the two campaigns of each run. */
function compare(
  results: Results,
  pairs: readonly Pair[],
  name: string,
  of: (figures: SystemFigures) => number,
  digits = 0,
): void {
  results.add(
    `${name}, ${systems.ours}`,
    pairs.map(({ ours }) => of(ours)),
    digits,
  );
  results.add(
    `${name}, ${systems.theirs}`,
    pairs.map(({ theirs }) => of(theirs)),
    digits,
  );
  results.add(
    `${name}, ratio`,
    pairs.map(({ ours, theirs }) => of(ours) / of(theirs)),
    2,
  );
}

function totalCpu({ cpu }: SystemFigures): number {
  return [...cpu.values()].reduce((sum, seconds) => sum + seconds, 0);
}

import type { Ceiling } from '../ceilings/main';
import { head, print, row } from '../print';
import { Results } from '../results';
import type { CampaignFigures } from './measure-campaign';

/** The results of one run. The ceilings are measured just before the campaign. */
export interface Run {
  campaign: CampaignFigures;
  /** Recipients planned per second while nothing is sent. */
  planningAlone: number;
  ceilings: Map<string, Ceiling>;
}

const LEDGER = ['dispatcher', 'broker', 'database'];
const NOT_OURS = 'smtp-sink';

/** Prints all results, and writes them if BENCH_RESULTS is set. */
export function printTables(runs: readonly Run[]): void {
  const results = new Results('dispatch');
  row('', head('minimum', 'median', 'maximum'));
  addSpeed(runs, results);
  addCeilings(runs, results);
  addUsage(runs, results);
  results.write();
}

function addSpeed(runs: readonly Run[], results: Results): void {
  const of = (pick: (campaign: CampaignFigures) => number): number[] =>
    runs.map(({ campaign }) => pick(campaign));
  results.add(
    'mails/s, steady state',
    of(({ steadyPerSecond }) => steadyPerSecond),
  );
  results.add(
    'mails/s, publish to SENT',
    of(({ overallPerSecond }) => overallPerSecond),
  );
  results.add(
    'seconds, publish to first mail',
    of(({ firstMailMs }) => firstMailMs / 1_000),
    2,
  );
  results.add(
    'seconds, publish to SENT',
    of(({ sentMs }) => sentMs / 1_000),
    2,
  );
  results.add(
    'recipients planned/s, while sending',
    of(({ plannedPerSecond }) => plannedPerSecond),
  );
  results.add(
    'recipients planned/s, alone',
    runs.map(({ planningAlone }) => planningAlone),
  );
}

function addCeilings(runs: readonly Run[], results: Results): void {
  print('\n  Ceilings, one process against the same sink');
  for (const name of runs[0]?.ceilings.keys() ?? []) {
    const all = runs.flatMap(({ campaign, ceilings }) => {
      const ceiling = ceilings.get(name);
      return ceiling ? [{ ...campaign, ...ceiling }] : [];
    });
    results.add(
      `${name}, mails/s`,
      all.map(({ mailsPerSecond }) => mailsPerSecond),
    );
    results.add(
      `  CPU s per 1,000, ${name}`,
      all.map(({ cpu }) => cpu),
      3,
    );
    results.add(
      `  steady state, part of ${name}`,
      all.map(({ steadyPerSecond, mailsPerSecond }) => steadyPerSecond / mailsPerSecond),
      2,
    );
    results.add(
      `  publish to SENT, part of ${name}`,
      all.map(({ overallPerSecond, mailsPerSecond }) => overallPerSecond / mailsPerSecond),
      2,
    );
  }
}

function addUsage(runs: readonly Run[], results: Results): void {
  print('\n  CPU s per 1,000 mails, and memory at the end');
  const cpuOf = (names: readonly string[]): number[] =>
    runs.map(({ campaign }) => names.reduce((sum, name) => sum + (campaign.cpu.get(name) ?? NaN), 0));
  const last = runs[runs.length - 1];
  const all = [...(last?.campaign.rss ?? [])];
  for (const [name, rss] of all)
    results.add(`CPU s per 1,000 mails, ${name}`, cpuOf([name]), 3, `${rss.toFixed(0)} MiB`.padStart(12));
  results.add(`CPU s per 1,000 mails, ${LEDGER.join(' + ')}`, cpuOf(LEDGER), 3);
  const others = all.map(([name]) => name).filter((name) => ![NOT_OURS, 'email-worker'].includes(name));
  results.add('CPU s per 1,000 mails, all but the email worker', cpuOf(others), 3);
}

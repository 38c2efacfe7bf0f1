import type { Ceiling } from '../ceilings/main';
import { Figures } from '../figures';
import { print, row } from '../print';
import type { CampaignFigures } from './measure-campaign';

/** The results of one run; the ceilings are measured just before the campaign. */
export interface Run {
  campaign: CampaignFigures;
  /** Recipients planned per second while nothing is sent. */
  planningAlone: number;
  ceilings: Map<string, Ceiling>;
}

const LEDGER = ['dispatcher', 'broker', 'database'];

export function printTables(runs: readonly Run[]): void {
  const heading = ['minimum', 'median', 'maximum'].map((word) => word.padStart(10)).join('');
  row('', heading);
  printSpeed(runs);
  printCeilings(runs);
  printUsage(runs);
}

function printSpeed(runs: readonly Run[]): void {
  const of = (pick: (campaign: CampaignFigures) => number, digits = 0): string =>
    new Figures(runs.map(({ campaign }) => pick(campaign))).columns(digits);
  row(
    'mails/s, steady state',
    of(({ steadyPerSecond }) => steadyPerSecond),
  );
  row(
    'mails/s, publish to SENT',
    of(({ overallPerSecond }) => overallPerSecond),
  );
  row(
    'seconds, publish to first mail',
    of(({ firstMailMs }) => firstMailMs / 1_000, 2),
  );
  row(
    'seconds, publish to SENT',
    of(({ sentMs }) => sentMs / 1_000, 2),
  );
  row(
    'recipients planned/s, while sending',
    of(({ plannedPerSecond }) => plannedPerSecond),
  );
  row('recipients planned/s, alone', new Figures(runs.map(({ planningAlone }) => planningAlone)).columns(0));
}

function printCeilings(runs: readonly Run[]): void {
  print('\n  Ceilings, one process against the same sink');
  for (const name of runs[0]?.ceilings.keys() ?? []) {
    const all = runs.flatMap(({ campaign, ceilings }) => {
      const ceiling = ceilings.get(name);
      return ceiling ? [{ ...ceiling, ratio: campaign.steadyPerSecond / ceiling.mailsPerSecond }] : [];
    });
    row(`${name}, mails/s`, new Figures(all.map(({ mailsPerSecond }) => mailsPerSecond)).columns(0));
    row('  CPU s per 1,000 mails', new Figures(all.map(({ cpu }) => cpu)).columns(3));
    row('  steady state is this part of it', new Figures(all.map(({ ratio }) => ratio)).columns(2));
  }
}

function printUsage(runs: readonly Run[]): void {
  print('\n  CPU s per 1,000 mails, and memory at the end');
  const cpuOf = (names: string[]): Figures =>
    new Figures(
      runs.map(({ campaign }) => names.reduce((sum, name) => sum + (campaign.cpu.get(name) ?? NaN), 0)),
    );
  const last = runs[runs.length - 1];
  for (const [name, rss] of last?.campaign.rss ?? []) {
    row(name, `${cpuOf([name]).columns(3)}${`${rss.toFixed(0)} MiB`.padStart(12)}`);
  }
  row(LEDGER.join(' + '), cpuOf(LEDGER).columns(3));
}

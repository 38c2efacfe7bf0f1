import { readFileSync } from 'node:fs';
import { Figures } from '../figures';
import type { ResultsFile } from '../results';

export const programs = [
  'gateway',
  'account',
  'campaign',
  'subscriber',
  'dispatcher',
  'email-worker',
  'broker',
  'database',
] as const;
export type Program = (typeof programs)[number];

/**
 * The measured costs of one recipient or one campaign, in seconds and bytes. Each value is the median of several
 * runs.
 */
export interface Costs {
  cpuOfRecipient: Readonly<Record<Program, number>>;
  cpuOfCampaign: Readonly<Record<Program, number>>;
  messagesOfRecipient: number;
  messagesOfCampaign: number;
  /** Bytes into and out of the broker. */
  brokerBytes: number;
  databaseWrites: number;
  /**
   * The size of documents before compression, with their indexes. Addresses of real people compress less than the
   * addresses of a benchmark.
   */
  ledgerBytes: number;
  subscriberBytes: number;
}

const MILLION = 1_000_000;
const MB = 1_000_000;

export function readCosts(file: string): Costs {
  return costsOf(JSON.parse(readFileSync(file, 'utf8')) as ResultsFile);
}

/** @throws Error if something was not measured */
export function costsOf({ measurements }: Pick<ResultsFile, 'measurements'>): Costs {
  const median = (name: string): number => {
    const found = measurements.find((each) => each.name === name);
    if (!found) throw new Error(`Not measured: ${name}`);
    return new Figures(found.values).median;
  };
  const sum = (start: string): number =>
    measurements
      .filter(({ name }) => name.startsWith(start))
      .reduce((total, { values }) => total + new Figures(values).median, 0);
  const stored = (ofWhat: string): number =>
    ((sum(`MB of documents per million ${ofWhat}`) + sum(`MB of indexes on disk per million ${ofWhat}`)) *
      MB) /
    MILLION;
  const ofEach = (cost: (program: Program) => number) =>
    Object.fromEntries(programs.map((program) => [program, cost(program)])) as Record<Program, number>;
  return {
    cpuOfRecipient: ofEach((program) => median(`CPU s per million recipients, ${program}`) / MILLION),
    cpuOfCampaign: ofEach((program) => median(`CPU s per 1,000 small campaigns, ${program}`) / 1_000),
    messagesOfRecipient: median('broker messages per million recipients') / MILLION,
    messagesOfCampaign: median('broker messages per small campaign'),
    brokerBytes:
      ((median('MB that the broker receives per million recipients') +
        median('MB that the broker sends per million recipients')) *
        MB) /
      MILLION,
    databaseWrites: (median('MB that the database writes per million recipients') * MB) / MILLION,
    ledgerBytes: stored('recipients, dispatcher.'),
    subscriberBytes: stored('subscribers, subscriber.'),
  };
}

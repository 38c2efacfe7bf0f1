import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tableOf } from '../all/table';
import type { ResultsFile } from '../results';
import { type Costs, costsOf, programs, readCosts } from './costs';
import { meanWait, partWaiting } from './queue';
import { assumed, carriedByOne, planOf, smallCarriedByOne } from './simulate';
import { tablesOf } from './tables';

describe('a queue', () => {
  it('of one server delays a part of its arrivals that equals its load', () => {
    expect(partWaiting(1, 0.6)).toBeCloseTo(0.6);
    // M/M/1: load / (1 - load), multiplied by the service time.
    expect(meanWait(1, 0.6, 2)).toBeCloseTo(3);
  });

  it('of several servers follows Erlang’s C formula', () => {
    // 2 servers with a load of 1: a third of the arrivals wait. 10 servers with a load of 8: 40.9% wait, as in
    // Erlang's tables.
    expect(partWaiting(2, 1)).toBeCloseTo(1 / 3);
    expect(partWaiting(10, 8)).toBeCloseTo(0.409, 3);
    expect(meanWait(2, 1, 3)).toBeCloseTo(1);
  });

  it('grows without limit if its servers are too slow', () => {
    expect([partWaiting(2, 2), meanWait(2, 2, 1)]).toEqual([1, Infinity]);
  });
});

describe('costs', () => {
  const measured = (name: string, ...values: number[]) => ({ name, values });
  const measurements = [
    ...programs.map((program) => measured(`CPU s per million recipients, ${program}`, 30, 10, 20)),
    ...programs.map((program) => measured(`CPU s per 1,000 small campaigns, ${program}`, 5)),
    measured('broker messages per million recipients', 9_000),
    measured('broker messages per small campaign', 12),
    measured('MB that the broker receives per million recipients', 100),
    measured('MB that the broker sends per million recipients', 200),
    measured('MB that the database writes per million recipients', 400),
    measured('MB of documents per million recipients, dispatcher.batches', 5),
    measured('MB on disk per million recipients, dispatcher.batches', 3),
    measured('MB of indexes on disk per million recipients, dispatcher.batches', 2),
    measured('MB of documents per million recipients, campaign.campaigns', 70),
    measured('MB of documents per million subscribers, subscriber.subscribers', 150),
  ];

  it('are the medians of the measurements, per recipient or per campaign', () => {
    const costs = costsOf({ measurements });
    expect(costs).toMatchObject({
      messagesOfRecipient: 0.009,
      messagesOfCampaign: 12,
      brokerBytes: 300,
      databaseWrites: 400,
      ledgerBytes: 7,
      subscriberBytes: 150,
    });
    expect(costs.cpuOfRecipient.dispatcher).toBeCloseTo(0.00002);
    expect(costs.cpuOfCampaign.gateway).toBeCloseTo(0.005);
  });

  it('are not invented', () => {
    expect(() => costsOf({ measurements: measurements.slice(1) })).toThrow(
      'Not measured: CPU s per million recipients, gateway',
    );
  });
});

describe('a plan', () => {
  const each = (value: number) =>
    Object.fromEntries(programs.map((program) => [program, value])) as Costs['cpuOfRecipient'];
  const costs: Costs = {
    cpuOfRecipient: { ...each(1e-5), dispatcher: 1e-4, database: 2e-4 },
    cpuOfCampaign: { ...each(0.01), dispatcher: 0.02 },
    messagesOfRecipient: 0.01,
    messagesOfCampaign: 10,
    brokerBytes: 100,
    databaseWrites: 500,
    ledgerBytes: 40,
    subscriberBytes: 200,
  };
  const plan = planOf({ name: 'a day', recipients: 864_000_000, inBusiestHour: 72_000_000 }, costs);

  it('has the rates of the day and of its busiest hour', () => {
    expect(plan).toMatchObject({ meanRate: 10_000, rate: 20_000, campaignRate: 10 });
  });

  it('has as many processes as stay below the allowed part of their processors', () => {
    // 20,000 × 0.1 ms and 10 × 20 ms: 2.2 cores, at 0.7 of each process.
    expect(plan.services.dispatcher).toMatchObject({ processes: 4, used: expect.closeTo(0.55) as number });
    expect(plan.services.dispatcher.cores).toBeCloseTo(2.2);
    expect(plan.services.dispatcher.wait).toBeCloseTo(meanWait(4, 2.2, 0.022));
    expect(plan.services.gateway.processes).toBe(assumed.leastProcesses);
  });

  it('has as many email workers as the connections require', () => {
    // 20,000 × 50 ms: 1,000 connections in use, at 0.7 of the 20 connections of each worker.
    expect(plan.services['email-worker']).toMatchObject({ processes: 72, used: 1_000 / 1_440 });
    const quick = { ...assumed, mailSeconds: 0.0001 };
    expect(
      planOf({ name: '', recipients: 1, inBusiestHour: 360_000_000 }, costs, quick).services['email-worker']
        .processes,
    ).toBe(3);
  });

  it('has the load of the broker, the database, and the disk', () => {
    expect(plan).toMatchObject({ brokerMessages: 300, brokerBytes: 2e6, databaseBytes: 1e7, shards: 1 });
    expect(plan.databaseCores).toBeCloseTo(4.1);
    expect(plan.ledgerBytesPerDay).toBeCloseTo(864e6 * 40);
    expect(plan.ledgerBytes).toBeCloseTo(864e6 * 40 * 90);
    // 4 dispatchers, 72 email workers, and 2 processes of each of the four other services: 84 processes on 11
    // machines, 3 brokers, and 3 database members.
    expect(plan.machines).toBe(17);
  });

  it('shards the ledger if one database has too few processors', () => {
    const busy = planOf({ name: '', recipients: 1, inBusiestHour: 180_000_000 }, costs);
    expect([busy.shards, busy.databaseCores]).toEqual([2, expect.closeTo(10.25)]);
  });

  it('states the capacity of one process', () => {
    expect(carriedByOne('dispatcher', costs)).toBeCloseTo(0.7 / (1e-4 + 0.02 / 2_000));
    expect(smallCarriedByOne('dispatcher', costs)).toBeCloseTo(35);
  });
});

describe('docs/scaling.md', () => {
  const root = resolve(__dirname, '..', '..', '..');
  const page = readFileSync(join(root, 'docs', 'scaling.md'), 'utf8');
  const resultsOf = (bench: string): string => join(root, 'dev', 'bench', 'results', `${bench}.json`);
  const shownAs = (name: string): string =>
    new RegExp(`<!-- ${name} -->\n([^]*?)<!-- end of ${name} -->`).exec(page)?.[1] ?? '';
  const cells = (text: string): string[][] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+$/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));

  it('contains the tables of the stored results', () => {
    const printed = cells(tablesOf(readCosts(resultsOf('costs'))));
    expect(printed.length).toBeGreaterThan(20);
    expect(cells(shownAs('simulation'))).toEqual(printed);
  });

  it.each(['copies', 'waiting'])('contains rows of the stored results of bench:%s', (bench) => {
    const stored = JSON.parse(readFileSync(resultsOf(bench), 'utf8')) as ResultsFile;
    const measured = cells(tableOf([stored])).map((row) => row.slice(0, 5));
    const shown = cells(shownAs(bench)).map((row) => row.slice(0, 5));
    expect(shown.length).toBeGreaterThan(10);
    expect(measured).toEqual(expect.arrayContaining(shown));
  });
});

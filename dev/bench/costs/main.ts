/**
 * Measures the cost of sending, by part: CPU time of each process, disk usage of each collection and its indexes, and
 * messages and bytes through the broker. A separate stack sends large campaigns, and then many campaigns to one
 * person each, to Postfix's smtp-sink. See USAGE. `npm run bench -- simulation` reads the results.
 */
import { parseArgs } from 'node:util';
import { until } from '../../driver/api';
import { type TestGroup, type TestUser, newGroup, newUser, send } from '../../driver/arrange';
import { writeAudience } from '../audience/write-audience';
import { measureCampaign } from '../dispatch/measure-campaign';
import { endOf } from '../dispatch/report';
import { complain, withOwnStack } from '../own-stack';
import { head, print, row } from '../print';
import { pidOfDatabase, usageOfStack } from '../processes';
import { Results } from '../results';
import type { SmtpSink } from '../sink/smtp-sink';
import { type Stored, stored } from './disk';
import { traffic, writtenBy } from './traffic';

const USAGE = `npm run bench -- costs [people] [--runs N] [--small N]

  people    of each large campaign; 100000 if not given
  --runs    large campaigns, one after the other; 3 if not given
  --small   campaigns to one person each; 300 if not given
`;
const MILLION = 1_000_000;
const MB = 1_000_000;
const AT_ONCE = 16;
/** Values below this number of MB per million recipients are omitted. */
const LITTLE_MB = 0.5;

interface Options {
  people: number;
  runs: number;
  small: number;
}

async function bench({ people, runs, small }: Options, sink: SmtpSink): Promise<void> {
  const results = new Results('costs');
  row('', head('minimum', 'median', 'maximum'));
  const user = await newUser('UPGRADED');
  const group = await newGroup(user);
  const empty = await stored();
  await writeAudience(user, group, 0, people);
  const filled = await stored();
  addDisk(results, 'subscribers', people, empty, filled);
  await large(results, { user, group, people, runs }, sink);
  addDisk(results, 'recipients', people * runs, filled, await stored());
  await manySmall(results, small);
  results.write();
}

/** Measures campaigns to many people, for the cost per recipient. */
async function large(
  results: Results,
  { user, group, people, runs }: { user: TestUser; group: TestGroup; people: number; runs: number },
  sink: SmtpSink,
): Promise<void> {
  const cpu = new Map<string, number[]>();
  const [messages, received, sent, written]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let run = 0; run < runs; run++) {
    const [before, disk] = [await traffic(), writtenBy(pidOfDatabase())];
    const figures = await measureCampaign(user, [group], people, sink);
    const after = await traffic();
    const perMillion = MILLION / people;
    messages.push((after.messages - before.messages) * perMillion);
    received.push(((after.received - before.received) / MB) * perMillion);
    sent.push(((after.sent - before.sent) / MB) * perMillion);
    written.push(((writtenBy(pidOfDatabase()) - disk) / MB) * perMillion);
    for (const [name, perThousand] of figures.cpu)
      cpu.set(name, [...(cpu.get(name) ?? []), (perThousand * MILLION) / 1_000]);
  }
  for (const [name, values] of cpu) results.add(`CPU s per million recipients, ${name}`, values, 1);
  results.add('broker messages per million recipients', messages);
  results.add('MB that the broker receives per million recipients', received, 1);
  results.add('MB that the broker sends per million recipients', sent, 1);
  results.add('MB that the database writes per million recipients', written, 1);
}

/** Measures campaigns to one person each, created through the API, for the fixed cost of a campaign. */
async function manySmall(results: Results, count: number): Promise<void> {
  const user = await newUser('UPGRADED');
  const group = await newGroup(user);
  await writeAudience(user, group, 0, 1);
  await endOf(user, await send(user, [group], { name: 'Warm', emailMessage: '<p>Dear {{name}},</p>' }));
  const [before, sentBefore] = [usageOfStack(), await traffic()];
  const campaigns: string[] = [];
  let left = count;
  const senders = Array.from({ length: AT_ONCE }, async () => {
    while (left-- > 0)
      campaigns.push(await send(user, [group], { name: 'Small', emailMessage: '<p>Dear {{name}},</p>' }));
  });
  await Promise.all(senders);
  // The order does not matter: each report is requested when its campaign is probably complete.
  for (const campaign of campaigns)
    await until('the end', 600, async () => (await endOf(user, campaign)).sent === 1);
  const after = usageOfStack();
  for (const [name, { cpuSeconds }] of after) {
    const spent = cpuSeconds - (before.get(name)?.cpuSeconds ?? 0);
    results.add(`CPU s per 1,000 small campaigns, ${name}`, [(spent / count) * 1_000], 2);
  }
  results.add(
    'broker messages per small campaign',
    [((await traffic()).messages - sentBefore.messages) / count],
    1,
  );
}

function addDisk(
  results: Results,
  ofWhat: string,
  count: number,
  before: ReadonlyMap<string, Stored>,
  after: ReadonlyMap<string, Stored>,
): void {
  for (const [name, now] of after) {
    const was = before.get(name) ?? { documents: 0, onDisk: 0, indexes: 0 };
    const perMillion = (part: keyof Stored): number => ((now[part] - was[part]) / MB) * (MILLION / count);
    const ofMillion = `per million ${ofWhat}, ${name}`;
    const rows: readonly [string, number][] = [
      [`MB of documents ${ofMillion}`, perMillion('documents')],
      [`MB on disk ${ofMillion}`, perMillion('onDisk')],
      [`MB of indexes on disk ${ofMillion}`, perMillion('indexes')],
    ];
    for (const [row, mb] of rows) if (mb >= LITTLE_MB) results.add(row, [mb], 1);
  }
}

/** Returns null if the arguments are not valid. */
function readOptions(args: string[]): Options | null {
  try {
    const number = (value: string) => ({ type: 'string', default: value }) as const;
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { runs: number('3'), small: number('300') },
    });
    const [people = '100000', ...rest] = positionals;
    const areNumbers = [people, values.runs, values.small].every((text) => /^[1-9]\d{0,6}$/.test(text));
    if (!areNumbers || rest.length > 0) return null;
    return { people: Number(people), runs: Number(values.runs), small: Number(values.small) };
  } catch {
    return null;
  }
}

async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (!options) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  await withOwnStack({}, (sink) => bench(options, sink));
  print();
}

main(process.argv.slice(2)).catch(complain);

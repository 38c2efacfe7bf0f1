/**
 * Sends one campaign to two overlapping groups on the running stack, checks that every distinct address received
 * exactly one email, and prints the speed and the cost. The argument of `npm run bench -- campaign 10000` is the
 * number of distinct addresses.
 */
import { data, type Json, until } from '../../driver/api';
import { newGroup, newUser, send, subscribeAll, type TestUser, unique } from '../../driver/arrange';
import { receivedBy } from '../../driver/inbox';
import { BODY } from '../body';
import { type Usage, usageOfStack } from '../processes';

const PEOPLE = 10_000;
const LONGEST_S = 600;

interface Result {
  milliseconds: number;
  firstMailMs: number;
  report: Json;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(people: number): Promise<void> {
  const name = unique('bench');
  const addresses = Array.from({ length: people }, (_, n) => `${name}.${n}@example.com`);
  const user = await newUser();
  const [first, second] = [await newGroup(user), await newGroup(user)];
  const begin = performance.now();
  await subscribeAll(user, first, addresses.slice(0, Math.ceil(people * 0.7)));
  await subscribeAll(user, second, addresses.slice(Math.floor(people * 0.3)));
  const added = Math.ceil(people * 0.7) * 2;
  print(
    `${added} subscribers in two groups, ${people} distinct, added at ${perSecond(added, performance.now() - begin)}/s`,
  );

  const before = usageOfStack();
  const campaign = await send(user, [first, second], { name: 'Bench for {{name|you}}', emailMessage: BODY });
  const result = await watch(campaign, user, name);
  const after = usageOfStack();

  print(
    `publish to SENT ${seconds(result.milliseconds)}, first mail after ${seconds(result.firstMailMs)}: ${perSecond(people, result.milliseconds)} mails/s`,
  );
  printUsage(before, after, people);
  await verify(addresses, result.report);
}

/** Waits for the end of the campaign. Polls the report rarely, because requests cost CPU time. */
async function watch(campaign: string, user: TestUser, name: string): Promise<Result> {
  const begin = performance.now();
  await until('the first mail', LONGEST_S, async () =>
    [...(await receivedBy()).keys()].some((to) => to.startsWith(name)),
  );
  const firstMailMs = performance.now() - begin;
  const report = await until(
    'the end of the campaign',
    LONGEST_S,
    async () => {
      const now = (await data('GET', `/campaigns/${campaign}/report`, undefined, user.key)).report as Json;
      return now.status === 'SENT' ? now : null;
    },
    250,
  );
  return { milliseconds: performance.now() - begin, firstMailMs, report };
}

function printUsage(before: Map<string, Usage>, after: Map<string, Usage>, people: number): void {
  print(
    `${'process'.padEnd(18)}${'CPU s per 1,000'.padStart(16)}${'RSS before'.padStart(13)}${'RSS after'.padStart(12)}`,
  );
  for (const [name, { cpuSeconds, rssMiB }] of after) {
    const was = before.get(name);
    const cpu = ((cpuSeconds - (was?.cpuSeconds ?? 0)) / people) * 1000;
    print(
      `${name.padEnd(18)}${cpu.toFixed(3).padStart(16)}${`${(was?.rssMiB ?? 0).toFixed(0)} MiB`.padStart(13)}${`${rssMiB.toFixed(0)} MiB`.padStart(12)}`,
    );
  }
}

/** Throws unless each recipient received one email, no other address received any, and the report is consistent. */
async function verify(addresses: string[], report: Json): Promise<void> {
  const received = await receivedBy();
  const wrong = addresses.filter((address) => received.get(address) !== 1);
  if (wrong.length > 0) throw new Error(`${wrong.length} addresses did not get exactly one mail`);
  if (report.total !== addresses.length) throw new Error(`The report counts ${String(report.total)}`);
  print('every distinct address got exactly one mail, and the report adds up');
}

function perSecond(count: number, milliseconds: number): string {
  return ((count / milliseconds) * 1000).toFixed(0);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

const [people = String(PEOPLE), ...rest] = process.argv.slice(2);
if (!/^[1-9]\d{0,6}$/.test(people) || rest.length > 0) {
  process.stderr.write('npm run bench -- campaign [number of distinct addresses]\n');
  process.exit(2);
}
main(Number(people)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

/**
 * Compares a stack of its own with an installed listmonk: both send the same campaign, in turn, to one smtp-sink. See
 * USAGE.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../driver/api';
import { type TestGroup, type TestUser, newGroup, newUser } from '../../driver/arrange';
import { writeAudience } from '../audience/write-audience';
import { BODY } from '../body';
import { measureCampaign } from '../dispatch/measure-campaign';
import { LONGEST_S } from '../dispatch/report';
import { complain, withStack } from '../own-stack';
import { print } from '../print';
import { SmtpSink } from '../sink/smtp-sink';
import { Listmonk, NOTICE } from './listmonk';
import { type Options, USAGE, readOptions } from './options';
import { type Pair, type SystemFigures, printTables } from './tables';

/** The people of the campaign that each system sends before it is measured. */
const WARM_UP = 5_000;
/** listmonk gives up messages that fail. If no mail arrives for this time, it sends no more (milliseconds). */
const GIVEN_UP_MS = 60_000;
const SINK = 'smtp-sink';

async function bench({ recipients, runs }: Options, listmonk: Listmonk, sink: SmtpSink): Promise<void> {
  print(`Campaigns to ${recipients} people, ${Buffer.byteLength(BODY)} bytes of HTML each`);
  const user = await newUser('UPGRADED');
  const [group, few] = [await newGroup(user), await newGroup(user)];
  await listmonk.start(sink.port);
  await writeAudience(user, few, recipients, WARM_UP);
  await measureCampaign(user, [few], WARM_UP, sink);
  await writeAudience(user, group, 0, recipients);
  await listmonk.writeAudience(recipients);
  await measureListmonk(listmonk, recipients, sink);
  const pairs: Pair[] = [];
  for (let run = 1; run <= runs; run++) {
    const pair = await measurePair(run, { user, group, listmonk, recipients, sink });
    const [ours, theirs] = [pair.ours.steadyPerSecond, pair.theirs.steadyPerSecond];
    print(`  run ${run} of ${runs}: ${ours.toFixed(0)} and ${theirs.toFixed(0)} mails/s in steady state`);
    pairs.push(pair);
  }
  print();
  printTables(pairs);
}

interface Systems {
  user: TestUser;
  group: TestGroup;
  listmonk: Listmonk;
  recipients: number;
  sink: SmtpSink;
}

/** The two systems take turns in being first, so that a change in the load of the machine affects both. */
async function measurePair(run: number, { user, group, listmonk, recipients, sink }: Systems): Promise<Pair> {
  const measureOurs = (): Promise<SystemFigures> => measureCarillon(user, group, recipients, sink);
  const measureTheirs = (): Promise<SystemFigures> => measureListmonk(listmonk, recipients, sink);
  if (run % 2 === 1) return { ours: await measureOurs(), theirs: await measureTheirs() };
  const theirs = await measureTheirs();
  return { ours: await measureOurs(), theirs };
}

async function measureCarillon(
  user: TestUser,
  group: TestGroup,
  recipients: number,
  sink: SmtpSink,
): Promise<SystemFigures> {
  const { steadyPerSecond, sentMs, cpu } = await measureCampaign(user, [group], recipients, sink);
  cpu.delete(SINK);
  return { steadyPerSecond, sentMs, cpu };
}

async function measureListmonk(
  listmonk: Listmonk,
  recipients: number,
  sink: SmtpSink,
): Promise<SystemFigures> {
  const campaign = await listmonk.draft();
  const [before, mailsBefore] = [listmonk.cpu, sink.mails];
  const begin = Date.now();
  await listmonk.publish(campaign);
  await until('the last mail of listmonk', LONGEST_S, () =>
    Promise.resolve(sink.mails >= mailsBefore + recipients || sink.quietForMs > GIVEN_UP_MS),
  );
  const { finishedAt } = await listmonk.endOf(campaign);
  await pause(NOTICE.withinMs);
  const mails = sink.mails - mailsBefore;
  if (mails < recipients || mails > recipients + NOTICE.emails)
    throw new Error(`${recipients} recipients, but listmonk sent ${mails} mails`);
  const cpu = [...listmonk.cpu].map(
    ([name, seconds]) => [name, ((seconds - (before.get(name) ?? NaN)) / recipients) * 1_000] as const,
  );
  return {
    steadyPerSecond: sink.steadyRate(mailsBefore, recipients),
    sentMs: finishedAt - begin,
    cpu: new Map(cpu),
  };
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const sink = await SmtpSink.start();
  const listmonk = new Listmonk(options);
  const variables = { DEFAULT_SMTP_URL: `smtp://127.0.0.1:${sink.port}` };
  await withStack(
    variables,
    () => bench(options, listmonk, sink),
    async () => {
      await listmonk.stop();
      sink.stop();
    },
  );
}

main().catch(complain);

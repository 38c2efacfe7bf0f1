/**
 * Measures the cost of many waiting campaigns, and their effect on a small new user. A separate stack sends to
 * Postfix's smtp-sink, first without waiting campaigns, and then while thousands of users have dozens of waiting
 * campaigns each. See USAGE.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newGroup, newUser, send } from '../../driver/arrange';
import { until } from '../../driver/api';
import { writeAudience } from '../audience/write-audience';
import { endOf, planned } from '../dispatch/report';
import { complain, withOwnStack } from '../own-stack';
import { head, print, row } from '../print';
import { usageOfStack } from '../processes';
import { CpuProfiles } from '../profile/cpu-profiles';
import { inspectable } from '../profile/inspector';
import { Results } from '../results';
import type { SmtpSink } from '../sink/smtp-sink';
import { type Tenant, writeWaiting } from './write-waiting';

const USAGE = `npm run bench -- waiting [tenants] [campaigns] [--runs N] [--profile]

  tenants      users with waiting campaigns; 2000 if not given
  campaigns    waiting campaigns of each, to one person each; 50 if not given
  --runs       measurements of each thing; 5 if not given
  --profile    writes a CPU profile of the dispatcher to .carillon/bench/profiles
`;
const AT_ONCE = 32;
const WINDOW_MS = 8_000;
const SINK_S = 600;
/** The share of the campaigns that wait in the first measurement, for comparison. */
const FEW = 0.1;
/** The share of the campaigns that must still wait for a measurement to count. */
const LEAST_LEFT = 0.1;

interface Options {
  tenants: number;
  campaigns: number;
  runs: number;
  profile: boolean;
}

/** The measurements with one number of waiting campaigns. */
class Measured {
  readonly plannedS: number[] = [];
  readonly sentS: number[] = [];
  readonly batchesPerSecond: number[] = [];
  readonly dispatcherCpu: number[] = [];
  readonly databaseCpu: number[] = [];
}

async function bench({ tenants: users, campaigns, runs, profile }: Options, sink: SmtpSink): Promise<void> {
  await newcomer(new Measured()); // The first one opens connections.
  const alone = new Measured();
  for (let run = 0; run < runs; run++) await newcomer(alone);
  const tenants = await newTenants(users);
  const beside = new Map<number, Measured>();
  const start = sink.mails;
  let written = 0;
  for (const each of [Math.ceil(campaigns * FEW), campaigns]) {
    const before = sink.mails;
    await writeWaiting(tenants, each);
    written += users * each;
    print(`  ${users * each} campaigns written`);
    // Users who had no turn yet are served in the order of their campaigns.
    await until('a turn of each user', SINK_S, () => Promise.resolve(sink.mails >= before + users));
    const profiles = await CpuProfiles.start(profile ? ['dispatcher'] : []);
    const measured = new Measured();
    for (let run = 0; run < runs && sink.mails - start < written * (1 - LEAST_LEFT); run++) {
      await watch(measured, sink);
      await newcomer(measured);
    }
    beside.set(users * each, measured);
    for (const file of await profiles.write(String(each))) print(`  ${file}`);
  }
  report(alone, beside);
}

function report(alone: Measured, beside: ReadonlyMap<number, Measured>): void {
  const results = new Results('waiting');
  print();
  row('', head('minimum', 'median', 'maximum'));
  results.add('seconds, a small campaign planned, alone', alone.plannedS, 2);
  results.add('seconds, a small campaign SENT, alone', alone.sentS, 2);
  for (const [waiting, measured] of beside) {
    results.add(`seconds, a small campaign planned, beside ${waiting}`, measured.plannedS, 2);
    results.add(`seconds, a small campaign SENT, beside ${waiting}`, measured.sentS, 2);
    results.add(`campaigns of one person sent/s, of ${waiting}`, measured.batchesPerSecond);
    results.add(`dispatcher, cores in use, ${waiting} waiting`, measured.dispatcherCpu, 2);
    results.add(`database, cores in use, ${waiting} waiting`, measured.databaseCpu, 2);
  }
  results.write();
}

async function withOnePerson(): Promise<Tenant> {
  const user = await newUser();
  const group = await newGroup(user);
  await writeAudience(user, group, 0, 1);
  return { user, group };
}

async function newTenants(count: number): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  const makers = Array.from({ length: AT_ONCE }, async () => {
    for (let left = count; left > 0 && tenants.length < count; left--) {
      const user = await newUser();
      tenants.push({ user, group: await newGroup(user) });
    }
  });
  await Promise.all(makers);
  return tenants.slice(0, count);
}

/**
 * Publishes a campaign to one person as a new user. Measures the seconds until the campaign is planned and until it
 * is SENT.
 */
async function newcomer({ plannedS, sentS }: Measured): Promise<void> {
  const { user, group } = await withOnePerson();
  const [begin, beginDate] = [performance.now(), Date.now()];
  const campaign = await send(user, [group], { name: 'Small', emailMessage: '<p>Dear {{name}},</p>' });
  const plannedAt = await planned(user, campaign);
  const { finishedAt } = await endOf(user, campaign);
  plannedS.push((plannedAt - begin) / 1_000);
  sentS.push((finishedAt - beginDate) / 1_000);
}

/** Measures the speed of the waiting campaigns, and the cost for the dispatcher and the database. */
async function watch(measured: Measured, sink: SmtpSink): Promise<void> {
  const [mails, usage, begin] = [sink.mails, usageOfStack(), performance.now()];
  await pause(WINDOW_MS);
  const [seconds, after] = [(performance.now() - begin) / 1_000, usageOfStack()];
  const cores = (name: string): number =>
    ((after.get(name)?.cpuSeconds ?? NaN) - (usage.get(name)?.cpuSeconds ?? NaN)) / seconds;
  measured.batchesPerSecond.push((sink.mails - mails) / seconds);
  measured.dispatcherCpu.push(cores('dispatcher'));
  measured.databaseCpu.push(cores('database'));
}

/** Returns null if the arguments are not valid. */
function readOptions(args: string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { runs: { type: 'string', default: '5' }, profile: { type: 'boolean', default: false } },
    });
    const [tenants = '2000', campaigns = '50', ...rest] = positionals;
    const areNumbers = [tenants, campaigns, values.runs].every((text) => /^[1-9]\d{0,5}$/.test(text));
    if (!areNumbers || rest.length > 0) return null;
    const numbers = { tenants: Number(tenants), campaigns: Number(campaigns), runs: Number(values.runs) };
    return { ...numbers, profile: values.profile };
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
  await withOwnStack(options.profile ? inspectable : {}, (sink) => bench(options, sink));
}

main(process.argv.slice(2)).catch(complain);

/**
 * Measures how many provider webhooks per second pass from the gateway to the ledger, and the cost of forged
 * webhooks. Runs a separate stack, and measures each provider. See USAGE.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { FakeSns } from '../../../libs/feedback/test/webhooks';
import { Figures, costs } from '../figures';
import { complain, withOwnStack } from '../own-stack';
import { head, print, row } from '../print';
import { CpuProfiles } from '../profile/cpu-profiles';
import { inspectable } from '../profile/inspector';
import { Results } from '../results';
import {
  type Idle,
  type Measured,
  measureFlood,
  measureForged,
  measureGenuine,
  measureIdle,
} from './measure';
import { PretendTwilio } from './pretend-twilio';
import { type Places, type Reporter, reportersOf } from './reporters';
import { SENDING_ROLE, sendFrom } from './send-requests';

const USAGE = `npm run bench -- feedback [--events N] [--rounds N] [--only NAME] [--profile SERVICES]

  --events     of each measurement; 5000 if not given
  --rounds     measurements of each kind; 3 if not given
  --only       providers, by the beginning of their names: --only sendgrid
  --profile    writes CPU profiles of these services to .carillon/bench/profiles: --profile gateway,account
`;
const WARM_UP = 1_000;
const PROXY = '127.0.0.1';
const preload = resolve('dev', 'bench', 'feedback', 'sns-certificate.cjs');

interface Options {
  events: number;
  rounds: number;
  only: string;
  profiled: string[];
}

interface Kind {
  name: string;
  measured: Measured[];
  measure: () => Promise<Measured>;
}

async function bench({ events, rounds, only, profiled }: Options, places: Places): Promise<void> {
  const reporters = await reportersOf(only, WARM_UP + rounds * events, places);
  const idle = await measureIdle();
  const kinds = reporters.flatMap((reporter) => kindsOf(reporter, events, idle));
  for (const reporter of reporters) await measureGenuine(reporter, WARM_UP, idle);
  const profiles = await CpuProfiles.start(profiled);
  for (let round = 1; round <= rounds; round++) {
    for (const { measure, measured } of kinds) measured.push(await measure());
    print(`  round ${round} of ${rounds}`);
  }
  for (const file of await profiles.write('feedback')) print(`  ${file}`);
  report(kinds);
}

function kindsOf(reporter: Reporter, events: number, idle: Idle): Kind[] {
  const { name } = reporter;
  const kind = (what: string, measure: () => Promise<Measured>): Kind => ({
    name: `${name}${what}`,
    measured: [],
    measure,
  });
  const kinds = [kind('', () => measureGenuine(reporter, events, idle))];
  if (name.includes('each')) return kinds;
  kinds.push(kind(', forged', () => measureForged(reporter, events, idle)));
  // Forged Twilio requests aren't limited by network: the gateway verifies all of them.
  if (name !== 'twilio')
    kinds.push(kind(', forged by one network', () => measureFlood(reporter, events, idle)));
  return kinds;
}

function report(kinds: readonly Kind[]): void {
  const results = new Results('feedback');
  print();
  row('requests/s', head('minimum', 'median', 'maximum') + head('p99 ms', 'to ledger'));
  for (const { name, measured } of kinds) {
    const of = (value: (each: Measured) => number): number => new Figures(measured.map(value)).median;
    const written = measured.flatMap(({ written: each }) => each ?? []);
    const toLedger = written.length > 0 ? new Figures(written).median.toFixed(0) : '';
    const speeds = measured.map(({ perSecond }) => perSecond);
    results.add(`requests/s, ${name}`, speeds, 0, head(of(({ p99 }) => p99).toFixed(0), toLedger));
    results.note(`deliveries/s to the ledger, ${name}`, written);
    results.note(
      `CPU ms per 1,000 requests, ${name}`,
      measured.map(({ cpuOf }) => [...cpuOf.values()].reduce((sum, cpu) => sum + cpu, 0)),
    );
  }
  results.write();
  print();
  for (const { name, measured } of kinds) row(`${name}: CPU ms/1000`, costs(measured));
}

/** Returns null if the arguments are not valid. */
function readOptions(args: string[]): Options | null {
  try {
    const text = (value: string) => ({ type: 'string', default: value }) as const;
    const options = { events: text('5000'), rounds: text('3'), only: text(''), profile: text('') };
    const { events, rounds, only, profile } = parseArgs({ args, options }).values;
    if (![events, rounds].every((number) => /^[1-9]\d{0,5}$/.test(number))) return null;
    const profiled = profile.split(',').filter(Boolean);
    return { events: Number(events), rounds: Number(rounds), only, profiled };
  } catch {
    return null;
  }
}

async function main([role, ...more]: string[]): Promise<void> {
  if (role === SENDING_ROLE) return sendFrom(more[0] ?? '', more[1] ?? '');
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const [sns, twilio] = await Promise.all([FakeSns.start(), PretendTwilio.listen()]);
  const certificate = join(mkdtempSync(join(tmpdir(), 'carillon-')), 'sns.pem');
  writeFileSync(certificate, sns.certificate);
  const isProfiled = options.profiled.length > 0;
  const variables = {
    NODE_OPTIONS: `--require "${preload}"${isProfiled ? ` ${inspectable.NODE_OPTIONS}` : ''}`,
    BENCH_SNS_CERTIFICATE: certificate,
    TWILIO_API_URL: twilio.url,
    TRUSTED_PROXIES: PROXY,
  };
  await withOwnStack(variables, (sink) => bench(options, { smtpPort: sink.port, sns, twilio }));
}

main(process.argv.slice(2)).catch(complain);

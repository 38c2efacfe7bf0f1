/**
 * How many requests the API answers, and how soon: a system of its own beside a bare route of Nest on Fastify in the same
 * run, by autocannon. See USAGE.
 */
import { parseArgs } from 'node:util';
import { print } from '../print';
import { CpuProfiles } from '../profile/cpu-profiles';
import { inspectable } from '../profile/inspector';
import { complain, withStack } from '../stack/with-own-stack';
import { BARE_ROLE, BareServer, serveBare } from './bare-server';
import { LOAD_ROLE, makeRequests } from './load';
import { measureAll } from './measure';
import { overload } from './overload';
import { targetsOf } from './targets';

const USAGE = `npm run bench:http -- [--seconds N] [--rounds N] [--overload] [--profile]

  --seconds    for each measurement; 5 if not given
  --rounds     measurements of each thing; 3 if not given
  --overload   offers ten times what the gateway can do instead, and looks at how it bears it
  --profile    writes a CPU profile of the gateway to .carillon/bench/profiles; what is printed is then slower
`;

interface Options {
  seconds: number;
  rounds: number;
  overload: boolean;
  profile: boolean;
}

async function bench({ seconds, rounds, overload: isOverload, profile }: Options): Promise<void> {
  const bare = await BareServer.start();
  const targets = await targetsOf(bare);
  const profiles = await CpuProfiles.start(profile ? ['gateway'] : []);
  if (isOverload) {
    for (const { name, ...target } of targets.filter(({ name: each }) => each.startsWith('list')))
      await overload({ name, ...target }, seconds);
  } else await measureAll(targets, seconds, rounds);
  for (const file of await profiles.write('http')) print(`  ${file}`);
  bare.stop();
}

/** Null: not understood. */
function readOptions(args: string[]): Options | null {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { values } = parseArgs({
      args,
      options: {
        seconds: { type: 'string', default: '5' },
        rounds: { type: 'string', default: '3' },
        overload: flag,
        profile: flag,
      },
    });
    if (![values.seconds, values.rounds].every((text) => /^[1-9]\d{0,3}$/.test(text))) return null;
    return { ...values, seconds: Number(values.seconds), rounds: Number(values.rounds) };
  } catch {
    return null;
  }
}

async function main([role, ...more]: string[]): Promise<void> {
  if (role === BARE_ROLE) return serveBare();
  if (role === LOAD_ROLE) return makeRequests(more[0] ?? '');
  const options = readOptions(process.argv.slice(2));
  if (options) return withStack(options.profile ? inspectable : {}, () => bench(options));
  process.stderr.write(USAGE);
  process.exitCode = 2;
}

main(process.argv.slice(2)).catch(complain);

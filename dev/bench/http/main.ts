/**
 * Measures requests per second and latency of the API with autocannon on a separate stack, and compares them with a
 * bare route of Nest on Fastify in the same run. See USAGE.
 */
import { parseArgs } from 'node:util';
import { complain, withStack } from '../own-stack';
import { print } from '../print';
import { CpuProfiles, servicesIn } from '../profile/cpu-profiles';
import { inspectable } from '../profile/inspector';
import { ANSWERING_ROLE, ASKING_ROLE, BareList, answer, ask } from './bare-list';
import { BARE_ROLE, BareServer, serveBare } from './bare-server';
import { LOAD_ROLE, makeRequests } from './load';
import { longLists } from './long-list';
import { measureAll } from './measure';
import { overload } from './overload';
import { targetsOf } from './targets';

const USAGE = `npm run bench -- http [--seconds N] [--rounds N] [--only NAME] [--profile SERVICE,SERVICE] [--overload | --lists]

  --seconds    for each measurement; 5 if not given
  --rounds     measurements of each thing; 3 if not given
  --only       what is measured, by the beginning of its name: --only auth
  --profile    writes a CPU profile of these services to .carillon/bench/profiles; what is printed is then slower
  --overload   offers ten times what the gateway can do instead, and looks at how it bears it
  --lists      reads lists of 10,000 and 100,000 subscribers slowly instead, and looks at memory
`;

interface Options {
  seconds: number;
  rounds: number;
  only: string;
  /** The services to profile. */
  profiled: string[];
  overload: boolean;
  lists: boolean;
}

async function bench(options: Options): Promise<void> {
  const profiles = await CpuProfiles.start(options.profiled);
  await (options.lists ? longLists() : benchTargets(options));
  for (const file of await profiles.write('http')) print(`  ${file}`);
}

async function benchTargets({ seconds, rounds, only, overload: isOverload }: Options): Promise<void> {
  const bare = await BareServer.start();
  const bareList = await BareList.start();
  const targets = await targetsOf(bare, bareList);
  const [list] = targets.filter(({ name }) => name.startsWith('list'));
  if (!isOverload) {
    const asked = targets.filter((target) => target === targets[0] || target.name.startsWith(only));
    await measureAll(asked, seconds, rounds);
  } else if (list) await overload(list, seconds);
  bare.stop();
  bareList.stop();
}

/** Returns null if the arguments are not valid. */
function readOptions(args: string[]): Options | null {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const text = (value: string) => ({ type: 'string', default: value }) as const;
    const { values } = parseArgs({
      args,
      options: {
        ...{ seconds: text('5'), rounds: text('3'), only: text(''), profile: text('') },
        ...{ overload: flag, lists: flag },
      },
    });
    const { profile, ...rest } = values;
    if (![values.seconds, values.rounds].every((number) => /^[1-9]\d{0,3}$/.test(number))) return null;
    const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
    return { ...rest, seconds, rounds, profiled: servicesIn(profile) };
  } catch {
    return null;
  }
}

async function main([role, ...more]: string[]): Promise<void> {
  if (role === BARE_ROLE) return serveBare();
  if (role === ASKING_ROLE) return ask(more[0] ?? '');
  if (role === ANSWERING_ROLE) return answer();
  if (role === LOAD_ROLE) return makeRequests(more[0] ?? '');
  const options = readOptions(process.argv.slice(2));
  if (options) return withStack(options.profiled.length > 0 ? inspectable : {}, () => bench(options));
  process.stderr.write(USAGE);
  process.exitCode = 2;
}

main(process.argv.slice(2)).catch(complain);

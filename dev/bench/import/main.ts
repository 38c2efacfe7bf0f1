/**
 * Measures how fast a file of subscribers is stored and imported, and whether memory usage grows with the file. A
 * separate stack imports small files, and then a large file several times. See USAGE.
 */
import { parseArgs } from 'node:util';
import { newUser } from '../../driver/arrange';
import { complain, withStack } from '../own-stack';
import { head, print, row } from '../print';
import { CpuProfiles } from '../profile/cpu-profiles';
import { inspectable } from '../profile/inspector';
import { Results } from '../results';
import { type Channels, type Measured, importFile } from './import-file';

const USAGE = `npm run bench -- import [lines, 1000000 if not given] [--runs N, 3 if not given] [--channels 3] [--profile]

  --channels 3  each line has an email address and a number for SMS and WhatsApp, rather than only an email address
  --profile     writes CPU profiles of gateway and subscriber to .carillon/bench/profiles; what is printed is then slower
`;
/** Removes the limits, because a plan allows only two million people. */
const UNLIMITED = { QUOTAS_FREE: 'subscribers=none,people=none' };
const FEW = 10_000;
/** The largest growth that does not depend on the file: some caches fill, and some garbage is not collected yet. */
const FLAT = 1.3;
const SERVICES = ['gateway', 'subscriber'];

async function bench(
  lines: number,
  runs: number,
  channels: Channels,
  profiled: readonly string[],
): Promise<void> {
  const small = await importSmallFiles(lines, channels);
  const measured: Measured[] = [];
  const profiles = await CpuProfiles.start(profiled);
  for (let run = 0; run < runs; run++) measured.push(await measure(lines, channels));
  for (const file of await profiles.write('import')) print(`  ${file}`);
  print();
  row(`${lines} lines, ${channels} channels each, ${runs} runs`, head('minimum', 'median', 'maximum'));
  const results = new Results(channels === 1 ? 'import' : 'import-people');
  const add = (name: string, of: (each: Measured) => number, digits = 0): void =>
    results.add(name, measured.map(of), digits);
  add('lines/s, until 202', ({ uploadS }) => lines / uploadS);
  add('lines/s, from 202 to DONE', ({ workS }) => lines / workS);
  add('lines/s, all of it', ({ uploadS, workS }) => lines / (uploadS + workS));
  for (const service of [...SERVICES, 'broker', 'database'])
    add(`CPU s per 100,000 lines, ${service}`, ({ cpuS }) => cost(cpuS.get(service), lines), 2);
  print();
  row('highest resident memory, MiB', head(FEW, lines, 'ratio'));
  for (const service of SERVICES) showMemory(service, small, measured);
  results.write();
}

/**
 * Imports as many rows in small files as the large file contains, because a process uses more memory after more work
 * of any kind, up to a bound.
 */
async function importSmallFiles(lines: number, channels: Channels): Promise<Measured[]> {
  const files = Math.ceil(lines / FEW);
  const small: Measured[] = [];
  for (let file = 0; file < files; file++) small.push(await importFile(await newUser(), FEW, channels));
  print(`  ${files} files of ${FEW} lines worked in`);
  return small;
}

/** Each user has one file, so that all people of a file are new. */
async function measure(lines: number, channels: Channels): Promise<Measured> {
  const measured = await importFile(await newUser(), lines, channels);
  const { uploadS, workS, rssMiB } = measured;
  const memory = SERVICES.map((service) => `${service} ${(rssMiB.get(service) ?? NaN).toFixed(0)} MiB`).join(
    ', ',
  );
  print(
    `  ${lines} lines: taken in ${uploadS.toFixed(1)} s, worked in ${workS.toFixed(1)} s after that; ${memory}`,
  );
  return measured;
}

function cost(seconds: number | undefined, lines: number): number {
  return ((seconds ?? NaN) * 100_000) / lines;
}

function showMemory(service: string, small: readonly Measured[], large: readonly Measured[]): void {
  const [before, highest] = [highestOf(service, small), highestOf(service, large)];
  const grows = highest / before > FLAT;
  if (grows) process.exitCode = 1;
  const columns = [before.toFixed(0), highest.toFixed(0), (highest / before).toFixed(2)];
  row(service, head(...columns) + (grows ? '  grows' : ''));
}

function highestOf(service: string, measured: readonly Measured[]): number {
  return Math.max(...measured.map(({ rssMiB }) => rssMiB.get(service) ?? NaN));
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '3' },
      channels: { type: 'string', default: '1' },
      profile: { type: 'boolean', default: false },
    },
  });
  const [lines = '1000000', ...rest] = positionals;
  const isNumber = [lines, values.runs].every((text) => /^[1-9]\d{0,7}$/.test(text));
  if (rest.length > 0 || !isNumber || !['1', '3'].includes(values.channels)) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const channels = values.channels === '1' ? 1 : 3;
  const profiled = values.profile ? SERVICES : [];
  const variables = { ...UNLIMITED, ...(values.profile && inspectable) };
  await withStack(variables, () => bench(Number(lines), Number(values.runs), channels, profiled));
}

main().catch(complain);

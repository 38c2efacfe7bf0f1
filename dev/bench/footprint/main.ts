/**
 * Measures what an idle stack needs, with one process for all services and with a process for each: memory, processor
 * time, and the time to start again with existing data. See USAGE.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { LaunchedStack } from '@carillon/stack';
import { complain } from '../own-stack';
import { head, print, row } from '../print';
import { familyOf, memoryOf, programOf, usageOf } from '../processes';
import { Results } from '../results';

const USAGE = 'npm run bench -- footprint [seconds without work, 60 if not given]\n';
const modes = ['one', 'all'] as const;
/** After a start, caches fill, and work that is due begins (milliseconds). */
const SETTLE_MS = 30_000;
/** The parts of a stack, each with the name of a program. All other programs are services. */
const parts = { beam: 'broker', mongod: 'database', sandbox: 'sandbox', launcher: 'launcher' } as const;
type Part = (typeof parts)[keyof typeof parts] | 'services';
const serverParts: readonly Part[] = ['services', 'broker', 'database'];
const order: readonly Part[] = [...serverParts, 'sandbox', 'launcher'];

interface Footprint {
  readySeconds: number;
  /** The processor time of all processes until the stack is ready. */
  startCpuSeconds: number;
  memoryMiB: Map<Part, number>;
  /** In percent of one core. */
  idleCpu: Map<Part, number>;
}

async function measure(mode: (typeof modes)[number], seconds: number): Promise<Footprint> {
  const variables = { CARILLON_PROCESS: mode };
  await (await LaunchedStack.start(`footprint-${mode}`, variables)).stop();
  const begin = performance.now();
  const stack = await LaunchedStack.start(`footprint-${mode}`, variables, { keepsData: true });
  try {
    const readySeconds = (performance.now() - begin) / 1_000;
    const launcher = stack.pid ?? 0;
    const startCpuSeconds = sum([...cpuByPart(launcher).values()]);
    await pause(SETTLE_MS);
    const before = cpuByPart(launcher);
    await pause(seconds * 1_000);
    const idleCpu = new Map(
      [...cpuByPart(launcher)].map(([part, cpu]) => [
        part,
        ((cpu - (before.get(part) ?? 0)) / seconds) * 100,
      ]),
    );
    return { readySeconds, startCpuSeconds, idleCpu, memoryMiB: byPart(launcher, memoryOf) };
  } finally {
    await stack.stop();
  }
}

const cpuByPart = (launcher: number): Map<Part, number> => byPart(launcher, (pid) => usageOf(pid).cpuSeconds);

/** The sum of a value over the processes of each part. */
function byPart(launcher: number, valueOf: (pid: number) => number): Map<Part, number> {
  const found = new Map<Part, number>();
  for (const pid of familyOf(launcher)) {
    const part = partOf(pid);
    found.set(part, (found.get(part) ?? 0) + valueOf(pid));
  }
  return found;
}

function partOf(pid: number): Part {
  const program = programOf(pid);
  if (/^(apps|tools)\//.test(program)) return 'services';
  const known = Object.entries(parts).find(([name]) => program.includes(name));
  // The broker's helpers have other names.
  return known?.[1] ?? 'broker';
}

/** The parts that a server needs, without those for trying Carillon. */
const ofServer = (values: ReadonlyMap<Part, number>): number =>
  sum(serverParts.map((part) => values.get(part) ?? 0));

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

async function main(): Promise<void> {
  const [seconds = '60', ...rest] = process.argv.slice(2);
  if (rest.length > 0 || !/^[1-9]\d{0,3}$/.test(seconds)) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const measured: Footprint[] = [];
  for (const mode of modes) measured.push(await measure(mode, Number(seconds)));
  const results = new Results('footprint');
  const line = (title: string, digits: number, of: (footprint: Footprint) => number): void => {
    const values = measured.map(of);
    row(title, head(...values.map((value) => value.toFixed(digits))));
    modes.forEach((mode, n) => results.note(`${mode}: ${title}`, [values[n] ?? NaN]));
  };
  print();
  row('CARILLON_PROCESS', head(...modes));
  for (const part of order) line(`${part}, MiB`, 0, ({ memoryMiB }) => memoryMiB.get(part) ?? 0);
  line('services, broker, and database, MiB', 0, ({ memoryMiB }) => ofServer(memoryMiB));
  line('everything, MiB', 0, ({ memoryMiB }) => sum([...memoryMiB.values()]));
  for (const part of order) line(`${part}, % of a core`, 2, ({ idleCpu }) => idleCpu.get(part) ?? 0);
  line('services, broker, and database, % of a core', 2, ({ idleCpu }) => ofServer(idleCpu));
  line('ready after, s', 1, ({ readySeconds }) => readySeconds);
  line('processor time until ready, s', 1, ({ startCpuSeconds }) => startCpuSeconds);
  results.write();
}

main().then(() => process.exit(), complain);

import { Figures, costs } from '../figures';
import { head, print, row } from '../print';
import { type Usage, usageOf, usageOfStack } from '../processes';
import { Results } from '../results';
import { put } from './load';
import type { Target } from './targets';

const CONNECTIONS = 64;
const WARM_UP_S = 2;

interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU time of the responding process, in milliseconds per 1,000 requests. */
  cpu: number;
  /** CPU time of each process of the stack, in milliseconds per 1,000 requests. */
  cpuOf: ReadonlyMap<string, number>;
}

/**
 * Prints the speed of each target, measured in several rounds so that other load on the machine affects all targets
 * equally.
 */
export async function measureAll(targets: readonly Target[], seconds: number, rounds: number): Promise<void> {
  const figures = new Map(targets.map(({ name }) => [name, [] as Measured[]]));
  for (const target of targets) await measure(target, WARM_UP_S);
  const before = memories(targets);
  for (let round = 1; round <= rounds; round++) {
    for (const target of targets) figures.get(target.name)?.push(await measure(target, seconds));
    print(`  round ${round} of ${rounds}`);
  }
  print();
  row(
    `${CONNECTIONS} connections, requests/s`,
    head('minimum', 'median', 'maximum') +
      ['of bare', 'p50 ms', 'p99 ms', 'CPU ms/1000'].map((name) => name.padStart(12)).join(''),
  );
  const [first] = targets;
  const bare = new Figures((figures.get(first?.name ?? '') ?? []).map(({ perSecond }) => perSecond)).median;
  const results = new Results('http');
  for (const [name, measured] of figures) addTarget(results, name, measured, bare);
  results.write();
  print();
  for (const [name, measured] of figures) row(`${name}: CPU ms/1000`, costs(measured));
  print();
  for (const [pid, mib] of memories(targets)) {
    const first = targets.find((target) => target.pid === pid)?.name ?? '';
    const name = first.startsWith('bare') ? first : 'gateway';
    row(
      `${name}, resident MiB before, after`,
      [before.get(pid) ?? NaN, mib].map((each) => each.toFixed(0).padStart(10)).join(''),
    );
  }
}

/** Sends requests to one target as fast as it responds. @throws Error if a response is not the expected one */
export async function measure(
  { name, request, status, pid, others, connections = CONNECTIONS }: Target,
  seconds: number,
): Promise<Measured> {
  const before = usageOf(pid).cpuSeconds;
  const stackBefore = usageOfAll(others);
  const result = await put({ ...request, connections, seconds });
  const cpuSeconds = usageOf(pid).cpuSeconds - before;
  const stackAfter = usageOfAll(others);
  const { [status]: count = 0, ...unexpected } = result.statuses;
  if (result.lost > 0 || Object.keys(unexpected).length > 0) {
    throw new Error(
      `${name}: ${JSON.stringify(result.statuses)}, ${result.lost} lost; all should be ${status}`,
    );
  }
  const { p50, p99 } = result;
  const cpuOf = new Map(
    [...stackAfter].map(([process, { cpuSeconds: after }]) => [
      process,
      ((after - (stackBefore.get(process)?.cpuSeconds ?? 0)) * 1_000_000) / count,
    ]),
  );
  return { perSecond: count / result.seconds, p50, p99, cpu: (cpuSeconds * 1_000_000) / count, cpuOf };
}

function usageOfAll(others: ReadonlyMap<string, number> = new Map()): Map<string, Usage> {
  return new Map([...usageOfStack(), ...[...others].map(([name, pid]) => [name, usageOf(pid)] as const)]);
}

function addTarget(results: Results, name: string, measured: readonly Measured[], bare: number): void {
  const of = (value: (each: Measured) => number): Figures => new Figures(measured.map(value));
  const speed = of(({ perSecond }) => perSecond);
  const rest = [of(({ p50 }) => p50).median, of(({ p99 }) => p99).median, of(({ cpu }) => cpu).median];
  const share = `${((100 * speed.median) / bare).toFixed(1)} %`.padStart(12);
  const speeds = measured.map(({ perSecond }) => perSecond);
  results.add(name, speeds, 0, share + rest.map((value) => value.toFixed(0).padStart(12)).join(''));
  results.note(
    `${name}, p99 ms`,
    measured.map(({ p99 }) => p99),
  );
  results.note(
    `${name}, CPU ms per 1,000`,
    measured.map(({ cpu }) => cpu),
  );
}

function memories(targets: readonly Target[]): Map<number, number> {
  return new Map(targets.map(({ pid }) => [pid, usageOf(pid).rssMiB]));
}

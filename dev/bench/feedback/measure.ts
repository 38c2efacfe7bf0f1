import { setTimeout as pause } from 'node:timers/promises';
import { usageOfStack } from '../processes';
import { type Reporter, fromManyNetworks, untilKnown } from './reporters';
import { type ProviderRequest, sendAll } from './send-requests';

/** CPU seconds a second of each process of the stack while nothing is asked of it. */
export type Idle = ReadonlyMap<string, number>;

const IDLE_MS = 5_000;

/** The cost of the idle stack: on a busy machine, where requests take long, it would hide their cost. */
export async function measureIdle(): Promise<Idle> {
  const before = usageOfStack();
  const begin = performance.now();
  await pause(IDLE_MS);
  const seconds = (performance.now() - begin) / 1_000;
  return new Map(
    [...usageOfStack()].map(([name, { cpuSeconds }]) => [
      name,
      (cpuSeconds - (before.get(name)?.cpuSeconds ?? cpuSeconds)) / seconds,
    ]),
  );
}

/** The results of requests of one kind. */
export interface Measured {
  perSecond: number;
  /** Deliveries a second from the first request until the ledger has all of them; absent where nothing is written. */
  written?: number;
  p99: number;
  /** Milliseconds of CPU time per 1,000 requests, of each process of the stack, beyond its idle use. */
  cpuOf: ReadonlyMap<string, number>;
}

/** Genuine requests about this number of deliveries. @throws Error if one is not accepted */
export async function measureGenuine(reporter: Reporter, deliveries: number, idle: Idle): Promise<Measured> {
  const before = await reporter.known();
  const requests = reporter.genuine(deliveries);
  const begin = performance.now();
  const measured = await measure(reporter.name, requests, [reporter.status], idle, () =>
    untilKnown(reporter, before + deliveries),
  );
  // The client itself took some time to start.
  return { ...measured, written: (deliveries * 1_000) / (performance.now() - begin) };
}

/** Forged requests, each from another network: every one of them is verified. @throws Error if one is taken */
export function measureForged(reporter: Reporter, count: number, idle: Idle): Promise<Measured> {
  return measure(reporter.name, fromManyNetworks(reporter.forged(count)), [403], idle);
}

/** Forged requests from one network, of which most are refused unverified. @throws Error if one is taken */
export function measureFlood(reporter: Reporter, count: number, idle: Idle): Promise<Measured> {
  return measure(reporter.name, reporter.forged(count), [403, 429], idle);
}

async function measure(
  name: string,
  requests: readonly ProviderRequest[],
  expected: readonly number[],
  idle: Idle,
  afterwards: () => Promise<void> = () => Promise.resolve(),
): Promise<Measured> {
  const [before, begin] = [usageOfStack(), performance.now()];
  const { seconds, statuses, p99 } = await sendAll(requests);
  if (Object.keys(statuses).some((status) => !expected.includes(Number(status))))
    throw new Error(`${name}: ${JSON.stringify(statuses)}; all should be ${expected.join(' or ')}`);
  await afterwards();
  const lasted = (performance.now() - begin) / 1_000;
  const cpuOf = new Map(
    [...usageOfStack()].map(([process, { cpuSeconds }]) => {
      const spent = cpuSeconds - (before.get(process)?.cpuSeconds ?? 0) - (idle.get(process) ?? 0) * lasted;
      // Less than nothing: noise, or another program of the same name.
      return [process, (Math.max(0, spent) * 1_000_000) / requests.length];
    }),
  );
  return { perSecond: requests.length / seconds, p99, cpuOf };
}

import { setTimeout as pause } from 'node:timers/promises';
import { usageOfStack } from '../processes';
import { type Reporter, fromManyNetworks, untilKnown } from './reporters';
import { type ProviderRequest, sendAll } from './send-requests';

/** CPU seconds per second of each process of the idle stack. */
export type Idle = ReadonlyMap<string, number>;

const IDLE_MS = 5_000;

/**
 * Measures the cost of the idle stack, so that it can be subtracted. On a busy machine, where requests take long, the
 * idle cost would hide the cost of requests.
 */
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

/** The results of one kind of request. */
export interface Measured {
  perSecond: number;
  /**
   * Deliveries per second from the first request until the ledger contains all of them. Absent if nothing is written.
   */
  written?: number;
  p99: number;
  /** Milliseconds of CPU time per 1,000 requests, for each process of the stack, less its idle usage. */
  cpuOf: ReadonlyMap<string, number>;
}

/** Sends genuine requests about this number of deliveries. @throws Error if the gateway rejects one */
export async function measureGenuine(reporter: Reporter, deliveries: number, idle: Idle): Promise<Measured> {
  const before = await reporter.known();
  const requests = reporter.genuine(deliveries);
  const begin = performance.now();
  const measured = await measure(reporter.name, requests, [reporter.status], idle, () =>
    untilKnown(reporter, before + deliveries),
  );
  // Subtract the time that the client needed to start.
  return { ...measured, written: (deliveries * 1_000) / (performance.now() - begin) };
}

/**
 * Sends forged requests, each from a different network, so that the gateway verifies all of them. @throws Error if
 * the gateway accepts one
 */
export function measureForged(reporter: Reporter, count: number, idle: Idle): Promise<Measured> {
  return measure(reporter.name, fromManyNetworks(reporter.forged(count)), [403], idle);
}

/**
 * Sends forged requests from one network, most of which are refused without verification. @throws Error if the
 * gateway accepts one
 */
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
      // A negative value is noise, or belongs to another program of the same name.
      return [process, (Math.max(0, spent) * 1_000_000) / requests.length];
    }),
  );
  return { perSecond: requests.length / seconds, p99, cpuOf };
}

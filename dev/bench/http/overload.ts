import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../../driver/api';
import { watchMemory } from '../memory/watch-memory';
import { print, row } from '../print';
import { usageOf } from '../processes';
import { put } from './load';
import { measure } from './measure';
import type { Target } from './targets';

const TIMES = 10;
/** The number of connections, which is more than the number of requests that the gateway handles concurrently. */
const CONNECTIONS = 2_000;
const LOOK_EVERY_MS = 20;
/** The number of consecutive quick responses that counts as a recovery. */
const QUICK_MS = 100;
const IN_A_ROW = 10;

/**
 * Sends ten times the requests that a target can handle. Prints how many succeeded, how many were refused, and the
 * time to recover.
 */
export async function overload(target: Target, seconds: number): Promise<void> {
  const { perSecond: capacity } = await measure(target, seconds);
  const before = usageOf(target.pid).rssMiB;
  let result = { seconds, statuses: {} as Record<string, number>, p50: 0, p99: 0, lost: 0 };
  const highest = await watchMemory(async () => {
    result = await put({ ...target.request, connections: CONNECTIONS, seconds, rate: TIMES * capacity });
  });
  const recoveredMs = await recovery();
  const { [target.status]: good = 0, 503: refused = 0, ...others } = result.statuses;
  const rate = (count: number): string => `${(count / result.seconds).toFixed(0).padStart(10)} /s`;
  print();
  print(`  ${target.name}: ${TIMES} times its capacity from ${CONNECTIONS} connections for ${seconds} s`);
  row('capacity', rate(capacity * result.seconds));
  row('came, of what was offered', rate(good + refused));
  row(
    'answered well',
    `${rate(good)}  ${((100 * good) / result.seconds / capacity).toFixed(0)} % of capacity`,
  );
  row('turned away', rate(refused));
  row('lost, answered otherwise', `${result.lost}  ${JSON.stringify(others)}`.padStart(10));
  row('p50, p99', `${result.p50} ms, ${result.p99} ms`.padStart(10));
  row('all is well again after', `${recoveredMs.toFixed(0)} ms`.padStart(10));
  row(
    'gateway, resident MiB',
    `${before.toFixed(0)} before, ${(highest.get('gateway') ?? NaN).toFixed(0)} at most, ${usageOf(target.pid).rssMiB.toFixed(0)} after`,
  );
}

/** Returns the number of milliseconds until responses are successful and quick again. */
async function recovery(): Promise<number> {
  const begin = performance.now();
  for (let quick = 0; quick < IN_A_ROW;) {
    const { status, milliseconds } = await call('GET', '/account');
    quick = status === 200 && milliseconds < QUICK_MS ? quick + 1 : 0;
    if (quick < IN_A_ROW) await pause(LOOK_EVERY_MS);
  }
  return performance.now() - begin - IN_A_ROW * LOOK_EVERY_MS;
}

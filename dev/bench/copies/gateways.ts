import { stack } from '@carillon/stack';
import { put } from '../http/load';
import { apiTargets, type Target } from '../http/targets';
import { usageOf, usageOfStack } from '../processes';
import type { Results } from '../results';
import type { SlowSink } from '../sink/slow-sink';
import { AnotherProcess } from './another-process';
import type { CopiesOptions } from './part';

const CONNECTIONS = 64;
const NAMES = ['auth alone', 'create a campaign', 'subscribe'];
/** The factor by which each measurement is shortened, because the benchmark makes many of them. */
const SHORTER = 4;

interface Measured {
  perSecond: number;
  /** Milliseconds of CPU time per 1,000 requests: of the gateways alone, and of the whole stack. */
  gateways: number;
  all: number;
}

/** Measures requests per second with one gateway and with two, and the cost of a request with each number. */
export async function measureGateways(
  { runs, seconds }: CopiesOptions,
  _sink: SlowSink,
  results: Results,
): Promise<void> {
  const targets = (await apiTargets()).filter(({ name }) => NAMES.includes(name));
  const second = await AnotherProcess.start('gateway');
  for (const target of targets) {
    const measured = new Map<number, Measured[]>([1, 2].map((gateways) => [gateways, []]));
    await measure(target, [stack().gatewayUrl, second.httpUrl], second, 1);
    for (let run = 0; run < runs; run++) {
      for (const [gateways, each] of measured) {
        const urls = gateways === 1 ? [stack().gatewayUrl] : [stack().gatewayUrl, second.httpUrl];
        each.push(await measure(target, urls, second, Math.max(2, Math.ceil(seconds / SHORTER))));
      }
    }
    for (const [gateways, each] of measured) {
      const what = `${target.name}, gateways: ${gateways}`;
      results.add(
        `requests/s, ${what}`,
        each.map(({ perSecond }) => perSecond),
      );
      results.add(
        `  CPU ms per 1,000, of gateways, ${what}`,
        each.map((one) => one.gateways),
      );
      results.add(
        `  CPU ms per 1,000, of all processes, ${what}`,
        each.map(({ all }) => all),
      );
    }
  }
  await second.stop();
}

async function measure(
  { name, request, status, pid }: Target,
  urls: readonly string[],
  second: AnotherProcess,
  seconds: number,
): Promise<Measured> {
  const cpu = (): number => usageOf(pid).cpuSeconds + usageOf(second.pid).cpuSeconds;
  const cpuOfAll = (): number =>
    [...usageOfStack().values()].reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) +
    usageOf(second.pid).cpuSeconds;
  const [before, beforeAll] = [cpu(), cpuOfAll()];
  const connections = CONNECTIONS / urls.length;
  const loads = urls.map((url) =>
    put({ ...request, url: request.url.replace(stack().gatewayUrl, url), connections, seconds }),
  );
  const answers = await Promise.all(loads);
  const [spent, spentByAll] = [cpu() - before, cpuOfAll() - beforeAll];
  const count = answers.reduce((sum, { statuses }) => sum + (statuses[status] ?? 0), 0);
  for (const { statuses, lost } of answers) {
    if (lost > 0 || Object.keys(statuses).some((each) => each !== String(status)))
      throw new Error(`${name}: ${JSON.stringify(statuses)}, ${lost} lost; all should be ${status}`);
  }
  const perSecond = answers.reduce((sum, each) => sum + (each.statuses[status] ?? 0) / each.seconds, 0);
  return { perSecond, gateways: (spent * 1e6) / count, all: (spentByAll * 1e6) / count };
}

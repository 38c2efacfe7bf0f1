import { setTimeout as pause } from 'node:timers/promises';
import { pidOf } from '@carillon/stack';
import { until } from '../../driver/api';
import { newGroup, newUser, send } from '../../driver/arrange';
import { writeAudience } from '../audience/write-audience';
import { BODY } from '../body';
import { endOf } from '../dispatch/report';
import { Figures } from '../figures';
import { usageOf } from '../processes';
import type { Results } from '../results';
import type { SlowSink } from '../sink/slow-sink';
import { AnotherProcess } from './another-process';
import type { CopiesOptions } from './part';

const WORKERS = [1, 2, 4, 8];
/** The rate of one worker with 20 connections (EMAIL_CONNECTIONS) to a server that takes 50 ms per mail. */
const IDEAL_PER_SECOND = 400;
/** The number of users, with one campaign each, because a single user may not use all of the capacity. */
const USERS = 3;
/** The time in which all workers open all useful connections (ADR 63). */
const RAMP_S = 10;
const READY_S = 120;

/**
 * Measures emails per second with 1, 2, 4, and 8 email workers, each time during campaigns that last longer than the
 * measurement.
 */
export async function measureWorkers(
  { runs, seconds }: CopiesOptions,
  sink: SlowSink,
  results: Results,
): Promise<void> {
  const tenants = await Promise.all(
    Array.from({ length: USERS }, async () => {
      const user = await newUser();
      return { user, group: await newGroup(user) };
    }),
  );
  const added: AnotherProcess[] = [];
  const medians = new Map<number, number>();
  let people = 0;
  for (const workers of WORKERS) {
    while (added.length + 1 < workers) added.push(await AnotherProcess.start('email-worker'));
    const enough = Math.ceil((workers * IDEAL_PER_SECOND * (RAMP_S + (runs + 1) * seconds)) / USERS);
    for (const { user, group } of tenants)
      await writeAudience(user, group, people, Math.max(0, enough - people));
    people = Math.max(people, enough);
    const before = sink.mails;
    const campaigns = await Promise.all(
      tenants.map(({ user, group }) => send(user, [group], { name: 'Bench', emailMessage: BODY })),
    );
    await until('the first mail', READY_S, () => Promise.resolve(sink.mails > before));
    await pause(RAMP_S * 1_000);
    const pids = [pidOf('email-worker'), ...added.map(({ pid }) => pid)];
    const [rates, cpu]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run++) {
      const [mails, spent, begin] = [sink.mails, cpuOf(pids), performance.now()];
      await pause(seconds * 1_000);
      rates.push(((sink.mails - mails) / (performance.now() - begin)) * 1_000);
      cpu.push(((cpuOf(pids) - spent) / (sink.mails - mails)) * 1_000);
    }
    if (sink.mails - before >= people * USERS)
      throw new Error('The campaigns ended too early: sending is faster');
    await Promise.all(tenants.map(({ user }, n) => endOf(user, campaigns[n] ?? '')));
    if (sink.mails - before !== people * USERS)
      throw new Error(`${sink.mails - before} mails for ${people * USERS} people`);
    results.add(`mails/s by a server of 50 ms, ${workers} workers`, rates);
    results.add(
      `  of ideal, ${workers} workers`,
      rates.map((rate) => rate / (workers * IDEAL_PER_SECOND)),
      3,
    );
    const one = medians.get(1) ?? new Figures(rates).median;
    results.add(
      `  times one worker, ${workers} workers`,
      rates.map((rate) => rate / one),
      2,
    );
    results.add(`  CPU s per 1,000 mails, all ${workers} workers`, cpu, 3);
    medians.set(workers, new Figures(rates).median);
  }
  for (const worker of added) await worker.stop();
}

function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + usageOf(pid).cpuSeconds, 0);
}

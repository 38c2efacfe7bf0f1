import { pidOf } from '@carillon/stack';
import { until } from '../../driver/api';
import { newGroup, newUser, send } from '../../driver/arrange';
import { writeAudience } from '../audience/write-audience';
import { BODY } from '../body';
import { measurePlanning } from '../dispatch/measure-planning';
import { LONGEST_S, endOf } from '../dispatch/report';
import { usageOf, usageOfStack } from '../processes';
import type { Results } from '../results';
import type { SlowSink } from '../sink/slow-sink';
import { AnotherProcess } from './another-process';
import type { CopiesOptions } from './part';

const PEOPLE_PER_SECOND = 2_000;

/**
 * Measures the speed and the cost of planning and sending a campaign with one dispatcher and with two, and a fast
 * mail server.
 */
export async function measureDispatchers(
  { runs, seconds }: CopiesOptions,
  sink: SlowSink,
  results: Results,
): Promise<void> {
  const people = seconds * PEOPLE_PER_SECOND;
  const user = await newUser();
  const group = await newGroup(user);
  await writeAudience(user, group, 0, people);
  const { delayMs } = sink;
  sink.delayMs = 0;
  const added: AnotherProcess[] = [];
  for (const dispatchers of [1, 2]) {
    while (added.length + 1 < dispatchers) added.push(await AnotherProcess.start('dispatcher'));
    const pids = [pidOf('dispatcher'), ...added.map(({ pid }) => pid)];
    const [rates, planning, each, database]: number[][] = [[], [], [], []];
    const ofEach = pids.map((): number[] => []);
    for (let run = 0; run < runs; run++) {
      planning?.push(await measurePlanning(user, [group], people));
      const [before, inDatabase] = [pids.map(cpuOf), cpuOfDatabase()];
      const [mails, begin] = [sink.mails, Date.now()];
      const campaign = await send(user, [group], { name: 'Bench', emailMessage: BODY });
      await until('the last mail', LONGEST_S, () => Promise.resolve(sink.mails >= mails + people));
      const { sent, finishedAt } = await endOf(user, campaign);
      if (sent !== people || sink.mails - mails !== people)
        throw new Error(`${sent} SENT and ${sink.mails - mails} mails for ${people} people`);
      rates?.push((people / (finishedAt - begin)) * 1_000);
      const spent = pids.map((pid, n) => ((cpuOf(pid) - (before[n] ?? 0)) / people) * 1_000);
      spent.forEach((cpu, n) => ofEach[n]?.push(cpu));
      each?.push(spent.reduce((sum, cpu) => sum + cpu, 0));
      database?.push(((cpuOfDatabase() - inDatabase) / people) * 1_000);
    }
    results.add(`mails/s, publish to SENT, dispatchers: ${dispatchers}`, rates ?? []);
    results.add(`recipients planned/s, alone, dispatchers: ${dispatchers}`, planning ?? []);
    results.add(`  CPU s per 1,000 mails, of all dispatchers: ${dispatchers}`, each ?? [], 3);
    if (dispatchers > 1)
      ofEach.forEach((cpu, n) =>
        results.add(`  of them, ${n === 0 ? 'the one that leads' : 'the other'}`, cpu, 3),
      );
    results.add(`  CPU s per 1,000 mails, database, dispatchers: ${dispatchers}`, database ?? [], 3);
  }
  for (const dispatcher of added) await dispatcher.stop();
  sink.delayMs = delayMs;
}

function cpuOf(pid: number): number {
  return usageOf(pid).cpuSeconds;
}

function cpuOfDatabase(): number {
  return usageOfStack().get('database')?.cpuSeconds ?? NaN;
}

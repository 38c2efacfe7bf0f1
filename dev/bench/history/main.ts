/**
 * Measures the responses and the console pages of an account with many campaigns and people. See USAGE.
 */
import { newGroup, newUser } from '../../driver/arrange';
import { data } from '../../driver/api';
import { writeAudience } from '../audience/write-audience';
import { complain, withStack } from '../own-stack';
import { head, print, row } from '../print';
import { cpuSeconds } from '../processes';
import { Results } from '../results';
import { writePeople } from '../segments/write-people';
import { measurePages } from './measure-pages';
import { writeHistory } from './write-history';

const USAGE = `npm run bench -- history [campaigns] [people] [runs]

  campaigns    sent campaigns of one account, over 90 days; 10000 if not given
  people       people of the account, in one group; 100000 if not given
  runs         measurements of each thing; 7 if not given
`;
const DAYS = 90;

const requests: readonly [name: string, path: string][] = [
  ['statistics, 90 days', `/statistics?days=${DAYS}&timeZone=Europe/Berlin`],
  ['statistics, 30 days', '/statistics?days=30&timeZone=Europe/Berlin'],
  ['campaigns, first 20', '/campaigns?limit=20'],
];

async function bench(campaigns: number, people: number, runs: number): Promise<void> {
  const user = await newUser('UPGRADED');
  const group = await newGroup(user);
  await writeAudience(user, group, 0, people);
  await writePeople(user, people);
  await writeHistory(user, group, { campaigns, days: DAYS });
  print(`  ${campaigns} campaigns and ${people} people written`);
  const results = new Results('history');
  row(`ms, ${runs} runs`, head('minimum', 'median', 'maximum'));
  for (const [name, path] of requests) {
    const ask = () => data('GET', path, undefined, user.key);
    await ask();
    const [times, cpu]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run++) {
      const [before, from] = [cpuSeconds(), performance.now()];
      await ask();
      times.push(performance.now() - from);
      cpu.push((cpuSeconds() - before) * 1_000);
    }
    results.add(name, times);
    results.add(`  CPU of all services`, cpu);
  }
  await measurePages(user, group, runs, results);
  results.write();
}

async function main([campaigns = '10000', people = '100000', runs = '7', ...rest]: readonly string[]) {
  if (rest.length > 0 || ![campaigns, people, runs].every((word) => /^[1-9]\d{0,7}$/.test(word))) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  await withStack({ QUOTAS_UPGRADED: 'subscribers=none,people=none,campaigns=none' }, () =>
    bench(Number(campaigns), Number(people), Number(runs)),
  );
}

main(process.argv.slice(2)).catch(complain);

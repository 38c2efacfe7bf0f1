/**
 * Measures the effect of a big campaign on another user's small campaign. A separate stack sends small campaigns to
 * Postfix's smtp-sink, first alone and then during the big campaign. See USAGE.
 */
import { parseArgs } from 'node:util';
import { type TestGroup, type TestUser, newGroup, newUser, send } from '../../driver/arrange';
import { writeAudience } from '../audience/write-audience';
import { BODY } from '../body';
import { endOf, reportOf } from '../dispatch/report';
import { complain, withOwnStack } from '../own-stack';
import { head, print, row } from '../print';
import { Results } from '../results';
import { until } from '../../driver/api';

const USAGE =
  'npm run bench -- fairness [people of the big campaign, 50000 if not given] [--runs N, 5 if not given]\n';
const FEW = 200;
const START_S = 60;

async function bench(many: number, runs: number): Promise<void> {
  const [small, big] = [await withAudience(FEW), await withAudience(many)];
  await timed(small); // The first one opens connections.
  const alone: number[] = [];
  for (let run = 0; run < runs; run++) alone.push(await timed(small));
  const campaign = await publish(big);
  await until('the big campaign to begin', START_S, async () => {
    const { states } = await reportOf(big.user, campaign);
    return (states as Record<string, number>).SENT ? true : null;
  });
  const beside: number[] = [];
  for (let run = 0; run < runs; run++) {
    beside.push(await timed(small));
    const { status } = await reportOf(big.user, campaign);
    if (status !== 'SENDING')
      throw new Error(`The big campaign was ${String(status)} too early: give it more people`);
  }
  await endOf(big.user, campaign);
  print();
  row(`publish to SENT of ${FEW} people, seconds`, head('minimum', 'median', 'maximum'));
  const results = new Results('fairness');
  results.add('alone', alone, 2);
  results.add(`beside ${many} people of another user`, beside, 2);
  results.write();
}

interface Sending {
  user: TestUser;
  group: TestGroup;
}

async function withAudience(people: number): Promise<Sending> {
  const user = await newUser();
  const group = await newGroup(user);
  await writeAudience(user, group, 0, people);
  return { user, group };
}

function publish({ user, group }: Sending): Promise<string> {
  return send(user, [group], { name: 'Bench', emailMessage: BODY });
}

/** Measures the seconds from publishing to SENT of one campaign. */
async function timed(sending: Sending): Promise<number> {
  const begin = Date.now();
  const { finishedAt } = await endOf(sending.user, await publish(sending));
  return (finishedAt - begin) / 1_000;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string', default: '5' } },
  });
  const [many = '50000', ...rest] = positionals;
  if (rest.length > 0 || ![many, values.runs].every((text) => /^[1-9]\d{0,6}$/.test(text))) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  await withOwnStack({}, () => bench(Number(many), Number(values.runs)));
}

main().catch(complain);

/**
 * Measures small campaigns, one after another, on a separate stack that does nothing else and sends to Postfix's
 * smtp-sink. See USAGE.
 */
import { parseArgs } from 'node:util';
import { newGroup, newUser, send } from '../../driver/arrange';
import { writeAudience } from '../audience/write-audience';
import { BODY } from '../body';
import { endOf } from '../dispatch/report';
import { complain, withOwnStack } from '../own-stack';
import { head, print, row } from '../print';
import { Results } from '../results';
import type { SmtpSink } from '../sink/smtp-sink';

const USAGE = `npm run bench -- small [people, 300 if not given] [--runs N]

  people   of the larger campaigns; the others have one
  --runs   campaigns of each size; 20 if not given
`;
/** Campaigns that don't count, for connections and compiled code. */
const WARM_UP = 3;

async function bench(people: number, runs: number, sink: SmtpSink): Promise<void> {
  const results = new Results('small');
  print();
  row('publish to SENT, milliseconds', head('minimum', 'median', 'maximum'));
  for (const size of [1, people]) {
    const milliseconds = await timesOf(size, runs, sink);
    results.add(size === 1 ? '1 person' : `${size} people`, milliseconds);
  }
  results.write();
}

/** The milliseconds from each request that publishes a campaign to the end time in its report. */
async function timesOf(people: number, runs: number, sink: SmtpSink): Promise<number[]> {
  const user = await newUser();
  const group = await newGroup(user);
  await writeAudience(user, group, 0, people);
  const times: number[] = [];
  for (let run = 0; run < WARM_UP + runs; run++) {
    const [begin, before] = [Date.now(), sink.mails];
    const { sent, finishedAt } = await endOf(
      user,
      await send(user, [group], { name: 'Small', emailMessage: BODY }),
    );
    if (sent !== people || sink.mails - before !== people)
      throw new Error(`${people} people, but ${sent} SENT and ${sink.mails - before} mails`);
    if (run >= WARM_UP) times.push(finishedAt - begin);
  }
  return times;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string', default: '20' } },
  });
  const [people = '300', ...rest] = positionals;
  if (rest.length > 0 || ![people, values.runs].every((text) => /^[1-9]\d{0,5}$/.test(text))) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  await withOwnStack({}, (sink) => bench(Number(people), Number(values.runs), sink));
}

main().catch(complain);

/**
 * Measures whether memory usage grows with the audience. A separate stack sends a campaign to a few people and one to
 * many people, to Postfix's smtp-sink. See USAGE.
 */
import { until } from '../../driver/api';
import { type TestUser, newGroup, newUser, send } from '../../driver/arrange';
import { writeAudience } from '../audience/write-audience';
import { BODY } from '../body';
import { LONGEST_S, endOf, planned } from '../dispatch/report';
import { complain, withOwnStack } from '../own-stack';
import { head, print, row } from '../print';
import { Results } from '../results';
import type { SmtpSink } from '../sink/smtp-sink';
import { watchMemory } from './watch-memory';

const USAGE = 'npm run bench -- memory [few, 10000 if not given] [many, 1000000 if not given]\n';
/**
 * The largest growth that does not depend on the audience: some caches fill, and some garbage is not collected yet.
 */
const FLAT = 1.3;
/** Servers that keep data in memory, within configured limits. */
const SERVERS = ['broker', 'database'];

async function bench(few: number, many: number, sink: SmtpSink): Promise<void> {
  const user = await newUser();
  const small = await measure(user, few, sink);
  const large = await measure(user, many, sink);
  print();
  row('highest resident memory, MiB', head(few, many, 'ratio'));
  const results = new Results('memory');
  for (const [name, highest] of large) {
    const before = small.get(name) ?? NaN;
    const ratio = highest / before;
    const grows = ratio > FLAT && !SERVERS.includes(name);
    if (grows) process.exitCode = 1;
    const columns = [before.toFixed(0), highest.toFixed(0), ratio.toFixed(2)];
    row(name, head(...columns) + (grows ? '  grows' : ''));
    results.note(`${name}, MiB at ${few}`, [before]);
    results.note(`${name}, MiB at ${many}`, [highest]);
  }
  results.write();
}

async function measure(user: TestUser, people: number, sink: SmtpSink): Promise<Map<string, number>> {
  const group = await newGroup(user);
  await writeAudience(user, group, 0, people);
  const [begin, mailsBefore] = [performance.now(), sink.mails];
  return watchMemory(async () => {
    const campaign = await send(user, [group], { name: `To ${people}`, emailMessage: BODY });
    const plannedAt = await planned(user, campaign);
    const mailsThen = sink.mails - mailsBefore;
    print(`  ${people} people planned in ${seconds(plannedAt - begin)}, ${mailsThen} mails sent by then`);
    await until('the last mail', LONGEST_S, () => Promise.resolve(sink.mails >= mailsBefore + people));
    const { sent } = await endOf(user, campaign);
    if (sent !== people) throw new Error(`${sent} of ${people} are SENT`);
    print(`  ${people} people sent to in ${seconds(performance.now() - begin)}`);
  });
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

async function main(): Promise<void> {
  const [few = '10000', many = '1000000', ...rest] = process.argv.slice(2);
  if (rest.length > 0 || ![few, many].every((text) => /^[1-9]\d{0,6}$/.test(text))) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  await withOwnStack({}, (sink) => bench(Number(few), Number(many), sink));
}

main().catch(complain);

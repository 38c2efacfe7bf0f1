/**
 * Measures the speed and the cost of campaigns. A separate stack with default settings sends to Postfix's smtp-sink,
 * and other senders send to the same sink for comparison. See USAGE.
 */
import { newGroup, newUser } from '../../driver/arrange';
import { writeAudience } from '../audience/write-audience';
import { BODY } from '../body';
import { measureCeilings } from '../ceilings/measure-ceilings';
import { complain, withOwnStack } from '../own-stack';
import { print } from '../print';
import { CpuProfiles } from '../profile/cpu-profiles';
import { inspectable } from '../profile/inspector';
import { type SmtpSink, find } from '../sink/smtp-sink';
import { measureCampaign } from './measure-campaign';
import { measurePlanning } from './measure-planning';
import { type Options, USAGE, readOptions } from './options';
import { type Run, printTables } from './tables';

const CEILING_MAILS = 10_000;

async function bench(options: Options, sink: SmtpSink): Promise<void> {
  const { recipients, runs } = options;
  const [user, groups] = await arrange(options);
  const measured: Run[] = [];
  for (let run = 1; run <= runs; run++) {
    const ceilings = await measureCeilings(sink.port, CEILING_MAILS);
    const planningAlone = await measurePlanning(user, groups, recipients);
    const profiles = await CpuProfiles.start(options.profiled);
    const campaign = await measureCampaign(user, groups, recipients, sink);
    for (const file of await profiles.write(String(run))) print(`  ${file}`);
    measured.push({ ceilings, planningAlone, campaign });
    print(`  run ${run} of ${runs}: ${campaign.steadyPerSecond.toFixed(0)} mails/s in steady state`);
  }
  print();
  printTables(measured);
}

/** Distributes people equally among the groups. A tenth of each group is also in the next group. */
async function arrange({ recipients, groups: count }: Options) {
  const user = await newUser();
  const part = Math.ceil(recipients / count);
  const groups = await Promise.all(Array.from({ length: count }, () => newGroup(user)));
  for (const [n, group] of groups.entries()) {
    const first = n * part - (n > 0 ? Math.floor(part / 10) : 0);
    await writeAudience(user, group, first, Math.min((n + 1) * part, recipients) - first);
  }
  print(
    `Campaigns to ${recipients} people in ${count === 1 ? 'one group' : `${count} groups`}, ${Buffer.byteLength(BODY)} bytes of HTML each`,
  );
  return [user, groups] as const;
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  await find('smtp-source');
  const variables = options.profiled.length > 0 ? inspectable : {};
  await withOwnStack(variables, (sink) => bench(options, sink));
}

main().catch(complain);

/**
 * Measures whether speed falls as audiences grow. A separate stack sends campaigns to more and more people, to
 * Postfix's smtp-sink. See USAGE.
 */
import { newGroup, newUser } from '../../driver/arrange';
import { writeAudience } from '../audience/write-audience';
import { type CampaignFigures, measureCampaign } from '../dispatch/measure-campaign';
import { complain, withOwnStack } from '../own-stack';
import { head, print, row } from '../print';
import { Results } from '../results';
import type { SmtpSink } from '../sink/smtp-sink';

const USAGE = 'npm run bench -- scale [people ...; 1000 10000 100000 if not given]\n';
const DEFAULT_SIZES = ['1000', '10000', '100000'];
/** Smaller campaigns are measured more often, because their single runs are less accurate. */
const MOST_RUNS = 5;
const PEOPLE_OF_A_SIZE = 50_000;

async function bench(sizes: readonly number[], sink: SmtpSink): Promise<void> {
  const user = await newUser();
  const measured = new Map<number, CampaignFigures[]>();
  for (const size of sizes) {
    const group = await newGroup(user);
    await writeAudience(user, group, 0, size);
    const runs = Math.min(MOST_RUNS, Math.max(1, Math.floor(PEOPLE_OF_A_SIZE / size)));
    const figures: CampaignFigures[] = [];
    for (let run = 0; run < runs; run++) figures.push(await measureCampaign(user, [group], size, sink));
    measured.set(size, figures);
    print(`  ${size} people, ${runs} times`);
  }
  print();
  row('', head('minimum', 'median', 'maximum'));
  const results = new Results('scale');
  for (const [size, figures] of measured) {
    results.add(
      `mails/s, publish to SENT, ${size} people`,
      figures.map(({ overallPerSecond }) => overallPerSecond),
    );
    results.add(
      `seconds, publish to first mail, ${size} people`,
      figures.map(({ firstMailMs }) => firstMailMs / 1_000),
      2,
    );
  }
  results.write();
}

async function main(args: readonly string[]): Promise<void> {
  const sizes = args.length > 0 ? args : DEFAULT_SIZES;
  if (!sizes.every((text) => /^[1-9]\d{0,6}$/.test(text))) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  await withOwnStack({}, (sink) => bench(sizes.map(Number), sink));
}

main(process.argv.slice(2)).catch(complain);

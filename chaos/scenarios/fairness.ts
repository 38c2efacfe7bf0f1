import { call } from '../../e2e/driver/api';
import { cancelled, everybody, everybodyForSure } from '../checker/expectation';
import type { Mailing } from '../driver/mailing';
import { byMail } from '../driver/people';
import type { Sender } from '../driver/sender';
import type { Stage } from '../driver/stage';
import { at, good } from '../recorder/mail-conduct';
import type { Scenario } from '../run/scenario';

/** In the long form a big campaign is so many times the usual one. */
const BIG = 10;
const PLANS = 10;
const PLAN = 20;
/** How soon a campaign of ten is complete, whatever else runs (seconds). */
const SOON_S = 5;
const UNHURRIED_MS = 20;

async function tenAreSoonDone(stage: Stage, sender: Sender): Promise<void> {
  const people = byMail(10);
  const group = await sender.group(people);
  const begin = performance.now();
  const small = await stage.publish([group], people, sender);
  await small.ends('SENT', 60);
  const seconds = (performance.now() - begin) / 1_000;
  await small.examine(everybodyForSure);
  if (seconds > SOON_S) throw new Error(`The campaign of ten took ${seconds.toFixed(1)} s`);
}

async function cancel(big: Mailing, { user }: Sender): Promise<void> {
  const { status } = await call('POST', `/campaigns/${big.campaign}/cancel`, {}, user.key);
  if (status !== 200) throw new Error(`The big campaign could not be cancelled: ${status}`);
  await big.ends('CANCELLED');
}

/** A big campaign runs; ten people of `sender` get theirs as if it did not. */
async function besideABigOne(stage: Stage, sender: Sender): Promise<void> {
  stage.sender.mail.latencyMs = UNHURRIED_MS;
  const big = await stage.mailTo(byMail(stage.size * BIG));
  await big.reaches(stage.size / 10);
  await tenAreSoonDone(stage, sender);
  await cancel(big, stage.sender);
  await big.examine(cancelled);
}

async function besideAHangingServer(stage: Stage): Promise<void> {
  const other = await stage.another();
  stage.sender.mail.conduct = at('connect', 'hang');
  const big = await stage.mailTo(byMail(stage.size));
  await tenAreSoonDone(stage, other);
  stage.sender.mail.conduct = good;
  await big.ends();
  await big.examine(everybody);
}

async function behindTenPlans(stage: Stage): Promise<void> {
  const people = byMail(stage.size * PLAN);
  const group = await stage.sender.group(people);
  const other = await stage.another();
  const bigs: Mailing[] = [];
  for (let n = 0; n < PLANS; n++) bigs.push(await stage.publish([group], people));
  await tenAreSoonDone(stage, other);
  await Promise.all(bigs.map((big) => cancel(big, stage.sender)));
  for (const big of bigs) await big.examine(cancelled);
}

export const fairness: readonly Scenario[] = [
  {
    name: "a campaign of ten beside another user's big one",
    play: async (stage) => besideABigOne(stage, await stage.another()),
  },
  {
    name: 'a campaign of ten beside a big one of the same user',
    play: (stage) => besideABigOne(stage, stage.sender),
  },
  {
    name: "a campaign of ten beside another user's hanging mail server",
    short: true,
    play: besideAHangingServer,
  },
  { name: 'a campaign of ten behind ten big plans', play: behindTenPlans },
];

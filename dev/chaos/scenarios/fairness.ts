import { at } from '@carillon/fake-providers';
import { call } from '../../../e2e/driver/api';
import { type Expectation, cancelled, everybodyForSure } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { type Sender, byMail } from '../driver/sender';
import type { Scenario } from '../run/play';

/** How many times the size of a usual campaign a big one has. */
const BIG = 10;
const PLANS = 10;
const PLAN = 20;
/** The most that a campaign of ten may take, whatever else runs (seconds). */
const SOON_S = 5;
/** How long the mail server of a big campaign takes to confirm a mail, so that the campaign lasts (milliseconds). */
const UNHURRIED_MS = 150;

/** Publishes a campaign of ten and throws if it takes longer than SOON_S. The caller examines it later. */
async function tenAreSoonDone(fixture: Fixture, sender: Sender): Promise<Mailing> {
  const people = byMail(10);
  const group = await sender.group(people);
  const begin = performance.now();
  const small = await fixture.publish([group], people, sender);
  await small.ends('SENT', 60);
  const seconds = (performance.now() - begin) / 1_000;
  if (seconds > SOON_S) throw new Error(`The campaign of ten took ${seconds.toFixed(1)} s`);
  return small;
}

async function cancel(big: Mailing, { user }: Sender): Promise<void> {
  const { status } = await call('POST', `/campaigns/${big.campaign}/cancel`, {}, user.key);
  if (status !== 200) throw new Error(`The big campaign could not be cancelled: ${status}`);
  await big.ends('CANCELLED');
}

/** A campaign of ten by `sender` is as fast as if these did not run. */
async function beside(
  fixture: Fixture,
  bigs: readonly Mailing[],
  sender: Sender,
  expected: Expectation = cancelled,
): Promise<void> {
  const small = await tenAreSoonDone(fixture, sender);
  for (const big of bigs) await cancel(big, fixture.sender);
  await small.examine(everybodyForSure);
  for (const big of bigs) await big.examine(expected);
}

async function besideABigOne(fixture: Fixture, sender: Sender): Promise<void> {
  fixture.sender.mail.latencyMs = UNHURRIED_MS;
  const big = await fixture.mailTo(byMail(fixture.size * BIG));
  await big.reaches(fixture.size / 10);
  await beside(fixture, [big], sender);
}

async function besideAHangingServer(fixture: Fixture): Promise<void> {
  const other = await fixture.another();
  fixture.sender.mail.conduct = at('connect', 'hang');
  const big = await fixture.mailTo(byMail(fixture.size));
  await beside(fixture, [big], other);
}

async function behindTenPlans(fixture: Fixture): Promise<void> {
  fixture.sender.mail.latencyMs = UNHURRIED_MS;
  const people = byMail(fixture.size * PLAN);
  const group = await fixture.sender.group(people);
  const other = await fixture.another();
  const bigs: Mailing[] = [];
  for (let n = 0; n < PLANS; n++) bigs.push(await fixture.publish([group], people));
  // The rig's leases are short, and on a small machine so much planning may delay a worker beyond one.
  await beside(fixture, bigs, other, { ...cancelled, doubts: 'any' });
}

export const fairness: readonly Scenario[] = [
  {
    name: "a campaign of ten beside another user's big one",
    play: async (fixture) => besideABigOne(fixture, await fixture.another()),
  },
  {
    name: 'a campaign of ten beside a big one of the same user',
    play: (fixture) => besideABigOne(fixture, fixture.sender),
  },
  {
    name: "a campaign of ten beside another user's hanging mail server",
    short: true,
    play: besideAHangingServer,
  },
  { name: 'a campaign of ten behind ten big plans', play: behindTenPlans },
];

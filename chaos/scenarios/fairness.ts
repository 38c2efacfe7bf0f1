import { at } from '@carillon/fake-providers';
import { call } from '../../e2e/driver/api';
import { type Expectation, cancelled, everybodyForSure } from '../checker/expectation';
import type { Mailing } from '../driver/mailing';
import { byMail } from '../driver/people';
import type { Sender } from '../driver/sender';
import type { Fixture } from '../driver/fixture';
import type { Scenario } from '../run/scenario';

/** In the long form a big campaign is so many times the usual one. */
const BIG = 10;
const PLANS = 10;
const PLAN = 20;
/** How soon a campaign of ten is complete, whatever else runs (seconds). */
const SOON_S = 5;
/** How long the mail server of a big campaign takes over a mail, so that it lasts (milliseconds). */
const UNHURRIED_MS = 150;

/** Publishes a campaign of ten, which must be complete soon. It is examined when nothing else runs any more. */
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

/** Ten people of `sender` get theirs as if these did not run. */
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
  // The rig's leases are short: a mail may take half of one, and so much planning may take all of a small machine for longer.
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

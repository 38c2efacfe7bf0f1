import { at } from '@carillon/fake-providers';
import { call } from '../../driver/api';
import { type Expectation, cancelled, everybodyForSure } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import type { Mailing } from '../driver/mailing';
import { type Sender, byMail } from '../driver/sender';
import type { Scenario } from '../run/play';

/** The size of a big campaign, as a multiple of a usual campaign. */
const BIG = 10;
const PLANS = 10;
const PLAN = 20;
/**
 * The time limit of a campaign of ten during other campaigns (seconds), if a campaign of ten alone takes less than
 * half of this time.
 */
const SOON_S = 5;
/** The factor by which the campaign may take longer than alone on a slower machine. */
const SLOWER = 2;
/**
 * The time that the mail server of a big campaign takes to confirm an email, which makes the campaign last
 * (milliseconds).
 */
const UNHURRIED_MS = 150;

/** A completed campaign of ten, and its duration (seconds). */
interface Ten {
  mailing: Mailing;
  seconds: number;
}

/** Publishes a campaign of ten. The caller examines the campaign. */
async function sendToTen(fixture: Fixture, sender: Sender): Promise<Ten> {
  const people = byMail(10);
  const group = await sender.group(people);
  const begin = performance.now();
  const mailing = await fixture.publish([group], people, sender);
  await mailing.ends('SENT', 60);
  return { mailing, seconds: (performance.now() - begin) / 1_000 };
}

async function cancel(big: Mailing, { user }: Sender): Promise<void> {
  const { status } = await call('POST', `/campaigns/${big.campaign}/cancel`, {}, user.key);
  if (status !== 200) throw new Error(`The big campaign could not be cancelled: ${status}`);
  await big.ends('CANCELLED');
}

/** A campaign of ten through `sender` is as fast as without big campaigns. */
async function beside(
  fixture: Fixture,
  sender: Sender,
  begin: () => Promise<readonly Mailing[]>,
  expected: Expectation = cancelled,
): Promise<void> {
  const alone = await sendToTen(fixture, sender);
  const bigs = await begin();
  const small = await sendToTen(fixture, sender);
  for (const big of bigs) await cancel(big, fixture.sender);
  for (const { mailing } of [alone, small]) await mailing.examine(everybodyForSure);
  for (const big of bigs) await big.examine(expected);
  if (small.seconds <= Math.max(SOON_S, SLOWER * alone.seconds)) return;
  const times = [small, alone].map(({ seconds }) => seconds.toFixed(1));
  throw new Error(`The campaign of ten took ${times.join(' s, and ')} s alone`);
}

async function besideABigOne(fixture: Fixture, sender: Sender): Promise<void> {
  await beside(fixture, sender, async () => {
    fixture.sender.mail.latencyMs = UNHURRIED_MS;
    const big = await fixture.mailTo(byMail(fixture.size * BIG));
    await big.reaches(fixture.size / 10);
    return [big];
  });
}

async function besideAHangingServer(fixture: Fixture): Promise<void> {
  await beside(fixture, await fixture.another(), async () => {
    fixture.sender.mail.conduct = at('connect', 'hang');
    return [await fixture.mailTo(byMail(fixture.size))];
  });
}

async function behindTenPlans(fixture: Fixture): Promise<void> {
  const people = byMail(fixture.size * PLAN);
  const group = await fixture.sender.group(people);
  const begin = async (): Promise<Mailing[]> => {
    fixture.sender.mail.latencyMs = UNHURRIED_MS;
    const bigs: Mailing[] = [];
    for (let n = 0; n < PLANS; n++) bigs.push(await fixture.publish([group], people));
    return bigs;
  };
  // The rig's leases are short. On a small machine, this much planning may delay a worker beyond the end of its
  // lease.
  await beside(fixture, await fixture.another(), begin, { ...cancelled, doubts: 'any' });
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

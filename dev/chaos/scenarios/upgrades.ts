import { resolve } from 'node:path';
import type { Environment } from '@carillon/local-services';
import { everybodyForSure } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import { byMail, bySms } from '../driver/sender';
import type { ServiceCopy } from '../rig/fleet';
import { buildRelease, lastRelease } from '../rig/release';
import { RIG_FOLDER } from '../rig/rig';
import type { Scenario } from '../run/play';

/**
 * The order of an upgrade that docs/operate/upgrade.md recommends, also used for the way back. Workers of the last
 * release thus work for dispatchers of this release, and the other way round.
 */
const ORDER = ['account', 'subscriber', 'campaign', 'dispatcher', 'gateway', 'email-worker', 'sms-worker'];
/**
 * The providers' response time (milliseconds). During the replacement of a process it is SLOW_MS, so that the
 * campaign outlasts the replacement.
 */
const UNHURRIED_MS = 50;
const SLOW_MS = 1_000;
const NO_RELEASE = 'no release yet';
/** The time within which each mixture of releases must serve its share of people (seconds). */
const MIXED_S = 60;
/**
 * Lets each release use its own default times: leases of one release may differ in length from those of the other.
 */
const usualTimes: Environment = {
  BATCH_LEASE_MS: undefined,
  SEND_TIMEOUT_MS: undefined,
  SETTLE_EVERY_MS: undefined,
};

/**
 * Stops all services, and starts the given ones from the release on an empty broker and an empty database. The
 * release may lack the other services.
 */
async function beginWith(
  { fleet, rig }: Fixture,
  copies: readonly ServiceCopy[],
  root: string,
): Promise<void> {
  await Promise.all(fleet.copies.map((copy) => copy.down('SIGTERM')));
  const { database, queues } = rig.parts;
  const { databases } = await database.db('admin').admin().listDatabases({ nameOnly: true });
  const own = databases.filter(({ name }) => name.startsWith('carillon_'));
  for (const { name } of own) await database.db(name).dropDatabase();
  for (const { name } of await queues.all()) await queues.delete(name);
  await Promise.all(
    copies.map((copy) => {
      copy.runFrom(root);
      return copy.start(usualTimes);
    }),
  );
}

/** Publishes a campaign, and replaces one process after the other while the campaign is sent. */
async function replaceDuring(
  fixture: Fixture,
  copies: readonly ServiceCopy[],
  root: string | null,
): Promise<void> {
  const sender = await fixture.another();
  const answerAfter = (milliseconds: number): void => {
    sender.mail.latencyMs = milliseconds;
    fixture.rig.parts.provider.latencyMs = milliseconds;
  };
  const bySmsToo = Math.round(fixture.size / 5);
  const people = [...bySms(bySmsToo), ...byMail(fixture.size - bySmsToo)];
  const mailing = await fixture.mailTo(people, sender);
  // Each mixture of releases must serve people.
  const step = fixture.size / (copies.length + 2);
  for (const [number, copy] of copies.entries()) {
    answerAfter(UNHURRIED_MS);
    await mailing.reaches(step * (number + 1), MIXED_S);
    answerAfter(SLOW_MS);
    await copy.down('SIGTERM');
    copy.runFrom(root);
    await copy.start(usualTimes);
  }
  answerAfter(UNHURRIED_MS);
  if (mailing.recorded.length >= people.length)
    throw new Error('Everybody was served before all processes were replaced');
  await mailing.ends();
  await mailing.examine(everybodyForSure);
}

async function upgradeAndBack(fixture: Fixture): Promise<void> {
  const { fleet } = fixture;
  const release = await lastRelease();
  if (!release) throw new Error(NO_RELEASE);
  const root = await buildRelease(release, resolve(RIG_FOLDER, 'releases'));
  const copies = ORDER.flatMap((service) => fleet.of(service));
  try {
    await beginWith(fixture, copies, root);
    await replaceDuring(fixture, copies, process.cwd());
    await replaceDuring(fixture, copies, root);
  } finally {
    for (const copy of fleet.copies) {
      await copy.down('SIGTERM');
      copy.runFrom(null);
    }
    await Promise.all(fleet.copies.map((copy) => copy.start()));
  }
}

export const upgrades: readonly Scenario[] = [
  {
    name: 'upgrade the last release process by process, and go back',
    whyNot: async () => ((await lastRelease()) ? null : NO_RELEASE),
    play: upgradeAndBack,
  },
];

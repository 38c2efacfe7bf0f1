import { data, text } from '../../driver/api';
import { checkExplanations } from '../checker/check-explanations';
import { everybody } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import { byMail } from '../driver/sender';
import type { Person } from '../evidence/evidence';
import { readExplanations } from '../evidence/gather';
import type { Scenario } from '../run/play';

/** The providers' response time, which makes planning and sending last long enough for a fault (milliseconds). */
const UNHURRIED_MS = 20;
/** The explanation of one person in so many, of each kind, is compared with the ledger. */
const ONE_IN = 15;
/** The number of people who move during planning, in each direction. */
const MOVING = 100;

/**
 * A campaign to a segment with an excluded group, while everything that plans it is killed, and people move into and out
 * of the segment. People who stay in the segment receive it once. People who are excluded or outside don't receive it. Its
 * explanations agree with the ledger.
 */
async function planSegment(fixture: Fixture, kill: (fixture: Fixture) => Promise<void>): Promise<void> {
  const { sender, size } = fixture;
  sender.mail.latencyMs = UNHURRIED_MS;
  const people = byMail(size + 2 * MOVING + Math.ceil(size / 5));
  const inside = people.slice(0, size);
  const leaving = people.slice(size, size + MOVING);
  const coming = people.slice(size + MOVING, size + 2 * MOVING);
  const outside = people.slice(size + 2 * MOVING);
  const excluded = inside.filter((_, n) => n % 7 === 0);
  await sender.describe(inside, 'Oslo');
  const leavingIds = await sender.describe(leaving, 'Oslo');
  const comingIds = await sender.describe(coming, 'Rome');
  await sender.describe(outside, 'Rome');
  await sender.group(people);
  const staff = await sender.group(excluded);
  const nobody = await sender.group([]);
  const conditions = { attribute: 'city', is: ['Oslo'] };
  const segment = text(
    await data('POST', '/segments', { name: 'Oslo', conditions }, sender.user.key),
    'createSegment',
    '_id',
  );

  const members = [...inside, ...leaving, ...coming];
  const audience = { segments: [segment], excludeGroups: [staff.id] };
  const mailing = await fixture.publish([nobody], members, sender, audience);
  await Promise.all([kill(fixture), sender.move(leavingIds, 'Rome'), sender.move(comingIds, 'Oslo')]);
  await mailing.ends();

  const addresses = (of: readonly Person[]): Set<string> => new Set(of.map(({ address }) => address));
  const [isExcluded, isMoving] = [addresses(excluded), addresses([...leaving, ...coming])];
  await mailing.examine({
    ...everybody,
    mayEnd: ({ address }) => (isExcluded.has(address) ? ['SKIPPED'] : ['SENT']),
    mayMiss: ({ address }) => isMoving.has(address),
  });
  const some = [inside, excluded, leaving, coming, outside].flatMap((of) => of.slice(0, size / ONE_IN));
  const which = { campaign: mailing.campaign, key: sender.user.key };
  mailing.judge(
    checkExplanations(await readExplanations(which, some), ({ address }) => isMoving.has(address)),
  );
}

async function killPlanners({ fleet, rig }: Fixture): Promise<void> {
  for (const service of ['dispatcher', 'subscriber', 'dispatcher', 'subscriber']) {
    const copies = fleet.of(service);
    for (const copy of copies) copy.signal('SIGKILL');
    await Promise.all(copies.map((copy) => copy.ready()));
  }
  await rig.parts.testServices.database.kill();
  await rig.parts.testServices.database.start();
}

export const segments: readonly Scenario[] = [
  {
    name: 'kill planners, subscriber services, and the database while a segment is planned',
    short: true,
    play: (fixture) => planSegment(fixture, killPlanners),
  },
];

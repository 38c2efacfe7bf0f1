import { ObjectId } from 'mongodb';
import { text, until } from '../../driver/api';
import { type TestGroup, newGroup } from '../../driver/arrange';
import { CSV, download, finished, upload } from '../../driver/files';
import {
  type ExpectedImport,
  type ImportEvidence,
  type PersonRow,
  type StoredPerson,
  checkImport,
} from '../checker/check-import';
import { everybody } from '../checker/expectation';
import type { Fixture } from '../driver/fixture';
import { Violations } from '../driver/mailing';
import { byMail, bySms } from '../driver/sender';
import type { Person } from '../evidence/evidence';
import type { Scenario } from '../run/play';

const KILLS = 4;
/** The time limit of a file. After each kill, another process continues when the lease ends (seconds). */
const END_S = 300;

interface PeopleFile {
  content: string;
  expected: ExpectedImport;
}

/**
 * Imports the same people into two groups at the same time, while all subscriber services are killed several times, just
 * after people of a batch were saved. Then sends a campaign to one of the groups.
 */
async function importPeople(fixture: Fixture): Promise<void> {
  const { sender, rig } = fixture;
  const { user } = sender;
  const file = await peopleFile(fixture);
  const groups = [await newGroup(user), await newGroup(user)];
  const ids = await Promise.all(
    groups.map(async ({ id }) => {
      const created = await upload(user, `/groups/${id}/import?onExisting=update`, CSV, file.content);
      return text(created, 'createImport', '_id');
    }),
  );
  await killWhileSaving(fixture, file.expected);
  const jobs = await Promise.all(ids.map((id) => finished(user, 'import', id, END_S)));
  const notDone = jobs.filter(({ state }) => state !== 'DONE');
  if (notDone.length > 0) throw new Error(`An import did not complete: ${JSON.stringify(notDone)}`);

  const database = rig.parts.database.db('carillon_subscriber');
  const owned = { userId: new ObjectId(user.id) };
  const seen: ImportEvidence = {
    results: jobs as Record<string, number>[],
    rejected: await Promise.all(ids.map((id) => reasonsOf(fixture, id))),
    people: await database.collection('people').find<StoredPerson>(owned).toArray(),
    members: await Promise.all(groups.map((group) => membersOf(fixture, group))),
  };
  const violations = checkImport(seen, file.expected);
  if (violations.length > 0) throw new Violations(violations.slice(0, 20));

  const [group] = groups;
  const members = file.expected.rows.flatMap(({ email, phone }): Person[] => [
    { channel: 'EMAIL', address: email },
    { channel: 'SMS', address: phone },
    { channel: 'WHATSAPP', address: phone },
  ]);
  const mailing = await fixture.publish(group ? [group] : [], members);
  await mailing.ends();
  await mailing.examine({
    ...everybody,
    mayEnd: ({ channel }) => (channel === 'WHATSAPP' ? ['SKIPPED'] : ['SENT']),
  });
}

/**
 * A file with new people, known people who get a number and other values, rows whose addresses belong to two people, rows
 * without a valid address, and people who occur again with another city.
 */
async function peopleFile({ sender, size }: Fixture): Promise<PeopleFile> {
  const emails = byMail(size);
  const phones = bySms(size);
  const rows = emails.map(({ address: email }, n): PersonRow => {
    return { email, phone: phones[n]?.address ?? '', name: `Ada ${n}`, city: 'Oslo' };
  });
  await sender.describe(
    emails.filter((_, n) => n % 10 === 0),
    'Rome',
  );
  const conflicts = Math.ceil(size / 50);
  const [mailOwners, phoneOwners] = [byMail(conflicts), bySms(conflicts)];
  await sender.describe(mailOwners, 'Rome');
  await sender.describe(phoneOwners, 'Rome');
  const between = mailOwners.map(({ address: email }, n): PersonRow => {
    return { email, phone: phoneOwners[n]?.address ?? '', name: 'Nobody', city: 'Oslo' };
  });
  const invalid = between.map((row, n) => ({ ...row, email: `invalid ${n}`, phone: '' }));
  const again = rows.filter((_, n) => n % 7 === 0).map((row) => ({ ...row, city: 'Bergen' }));
  const lines = [...rows, ...again];
  // Spread over the whole file.
  const every = Math.floor(lines.length / conflicts);
  for (const [n, row] of [...between.entries()].reverse()) lines.splice(n * every, 0, row, invalid[n] ?? row);
  const counts = {
    lines: lines.length,
    created: rows.length,
    updated: again.length,
    skipped: 0,
    rejected: 2 * conflicts,
  };
  const last = new Map([...rows, ...again].map((row) => [row.email, row]));
  return {
    content: ['email,phone,whatsapp,name,city', ...lines.map(lineOf)].join('\r\n'),
    expected: { results: counts, conflicts, rows: [...last.values()], others: 2 * conflicts },
  };
}

function lineOf({ email, phone, name, city }: PersonRow): string {
  return [email, phone, phone, name, city].join();
}

/** Kills all subscriber services each time when a part of the people is saved. */
async function killWhileSaving({ rig, fleet, sender }: Fixture, { rows }: ExpectedImport): Promise<void> {
  const people = rig.parts.database.db('carillon_subscriber').collection('people');
  const owned = { userId: new ObjectId(sender.user.id), 'channels.channel': 'WHATSAPP' };
  for (let kill = 0; kill < KILLS; kill++) {
    const least = Math.ceil((rows.length * (kill + 0.5)) / KILLS);
    await until(`${least} people`, END_S, async () => (await people.countDocuments(owned)) >= least, 5);
    const copies = fleet.of('subscriber');
    for (const copy of copies) copy.signal('SIGKILL');
    await Promise.all(copies.map((copy) => copy.ready()));
  }
}

/** The second column of the list of rejected lines. */
async function reasonsOf({ sender }: Fixture, id: string): Promise<string[]> {
  const csv = await download(sender.user, `/imports/${id}/rejected`);
  const lines = csv.split('\r\n').slice(1);
  return lines.flatMap((line) => line.split(',')[1] ?? []);
}

async function membersOf({ rig }: Fixture, { id }: TestGroup): Promise<string[]> {
  const members = await rig.parts.database
    .db('carillon_subscriber')
    .collection('subscribers')
    .find<Person>({ groupId: new ObjectId(id) }, { projection: { channel: 1, address: 1 } })
    .toArray();
  return members.map(({ channel, address }) => `${channel} ${address}`);
}

export const imports: readonly Scenario[] = [
  {
    name: 'kill subscriber services while two files with the same people are imported',
    play: importPeople,
  },
];

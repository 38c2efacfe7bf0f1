/** A row of a file with a person. */
export interface PersonRow {
  email: string;
  /** The number for SMS and WhatsApp. */
  phone: string;
  name: string;
  city: string;
}

/** What the database has about a person. */
export interface StoredPerson {
  n: readonly number[];
  channels: readonly { channel: string; address: string }[];
  attributes?: readonly { k: string; v: unknown }[];
}

/** What is known after the files were processed. */
export interface ImportEvidence {
  /** The results of each file. */
  results: readonly Readonly<Record<string, number>>[];
  /** The reasons of the rejected lines of each file. */
  rejected: readonly (readonly string[])[];
  people: readonly StoredPerson[];
  /** The members of each group: `CHANNEL address`. */
  members: readonly (readonly string[])[];
}

export interface ExpectedImport {
  results: Readonly<Record<string, number>>;
  conflicts: number;
  /** The people of the rows, with their last values. */
  rows: readonly PersonRow[];
  /** The number of people who are in no row. */
  others: number;
}

/** Every row has one person, each address belongs to one person, and each file has the right counts. */
export function checkImport(seen: ImportEvidence, expected: ExpectedImport): string[] {
  const { rows, others, conflicts } = expected;
  const owners = new Map<string, StoredPerson[]>();
  for (const person of seen.people)
    for (const address of new Set(person.channels.map((each) => each.address)))
      owners.set(address, [...(owners.get(address) ?? []), person]);
  const shared = [...owners].filter(([, people]) => people.length > 1);
  const numbers = seen.people.flatMap(({ n }) => n);
  const wanted = rows.flatMap(membershipsOf).sort();
  return [
    ...seen.results.flatMap((counts, file) =>
      Object.entries(expected.results).flatMap(([name, count]) =>
        counts[name] === count ? [] : `file ${file}: ${name} is ${counts[name] ?? '-'}, not ${count}`,
      ),
    ),
    ...seen.rejected.flatMap((reasons, file) => {
      const found = reasons.filter((reason) => reason.startsWith('person_conflict: ')).length;
      return found === conflicts ? [] : `file ${file}: ${found} conflicts, not ${conflicts}`;
    }),
    ...shared.map(([address, people]) => `${address} belongs to ${people.length} people`),
    ...(new Set(numbers).size === numbers.length ? [] : ['people share a number']),
    ...(seen.people.length === rows.length + others
      ? []
      : [`${seen.people.length} people, not ${rows.length + others}`]),
    ...seen.members.flatMap((members, group) =>
      [...members].sort().join() === wanted.join()
        ? []
        : `group ${group} has ${members.length} members, not the expected ${wanted.length}`,
    ),
    ...rows.flatMap((row) => flawsOf(row, owners)),
  ];
}

function membershipsOf({ email, phone }: PersonRow): string[] {
  return [`EMAIL ${email}`, `SMS ${phone}`, `WHATSAPP ${phone}`];
}

function flawsOf(row: PersonRow, owners: ReadonlyMap<string, readonly StoredPerson[]>): string[] {
  const [person] = owners.get(row.email) ?? [];
  if (!person) return [`${row.email} has no person`];
  const channels = person.channels.map(({ channel, address }) => `${channel} ${address}`).sort();
  const values = new Map(person.attributes?.map(({ k, v }) => [k, v]));
  return [
    ...(channels.join() === membershipsOf(row).sort().join()
      ? []
      : [`${row.email} has the channels ${channels.join()}`]),
    ...(['name', 'city'] as const).flatMap((name) =>
      values.get(name) === row[name] ? [] : `${row.email}: ${name} is ${String(values.get(name))}`,
    ),
  ];
}

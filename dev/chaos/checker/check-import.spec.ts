import { type ImportEvidence, checkImport } from './check-import';

const row = { email: 'ann@chaos.example', phone: '+4915110000000', name: 'Ann', city: 'Oslo' };
const expected = { results: { lines: 2, created: 1, rejected: 1 }, conflicts: 1, rows: [row], others: 0 };
const person = {
  n: [1],
  channels: [
    { channel: 'EMAIL', address: row.email },
    { channel: 'SMS', address: row.phone },
    { channel: 'WHATSAPP', address: row.phone },
  ],
  attributes: [
    { k: 'name', v: 'Ann' },
    { k: 'city', v: 'Oslo' },
  ],
};
const members = [`EMAIL ${row.email}`, `SMS ${row.phone}`, `WHATSAPP ${row.phone}`];
const right: ImportEvidence = {
  results: [{ lines: 2, created: 1, rejected: 1, updated: 0 }],
  rejected: [['person_conflict: a b']],
  people: [person],
  members: [members],
};

describe('checking an import', () => {
  it('finds nothing if everything is right', () => {
    expect(checkImport(right, expected)).toEqual([]);
  });

  it.each<[string, Partial<ImportEvidence>, string]>([
    ['a wrong count', { results: [{ lines: 2, created: 2, rejected: 1 }] }, 'file 0: created is 2, not 1'],
    ['a missing count', { results: [{ lines: 2, created: 1 }] }, 'file 0: rejected is -, not 1'],
    ['a missing conflict', { rejected: [['malformed_csv']] }, 'file 0: 0 conflicts, not 1'],
    ['a lost person', { people: [] }, `${row.email} has no person`],
    ['a person twice', { people: [person, { ...person, n: [2] }] }, `${row.email} belongs to 2 people`],
    ['another person', { people: [person, { n: [2], channels: [] }] }, '2 people, not 1'],
    ['a number twice', { people: [person, { n: [1], channels: [] }] }, 'people share a number'],
    [
      'a lost channel',
      { people: [{ ...person, channels: person.channels.slice(0, 2) }] },
      'has the channels',
    ],
    ['an old value', { people: [{ ...person, attributes: [] }] }, `${row.email}: city is undefined`],
    ['a lost member', { members: [members.slice(1)] }, 'group 0 has 2 members, not the expected 3'],
    ['a member twice', { members: [[...members, ...members]] }, 'group 0 has 6 members'],
  ])('finds %s', (_, wrong, violation) => {
    const found = checkImport({ ...right, ...wrong }, expected);
    expect(found).toContainEqual(expect.stringContaining(violation));
  });
});

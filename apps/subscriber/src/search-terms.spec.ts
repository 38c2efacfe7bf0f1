import { memberTerms, personTerms, rarestFirst, searchPatterns } from './search-terms';

/** A member has the terms of its person and of its own names. */
const isFound = (search: string, address: string, data: Record<string, unknown> = {}): boolean => {
  const ofPerson = personTerms({ externalId: undefined, addresses: [address], attributes: {} });
  const terms = [...ofPerson, ...(memberTerms(JSON.stringify(data)) ?? [])];
  const patterns = searchPatterns(search);
  return patterns.length > 0 && patterns.every((pattern) => terms.some((term) => pattern.test(term)));
};

describe('a member', () => {
  it.each([
    'ann',
    'Ann.Smith',
    'smith',
    'smith@',
    'example',
    'example.com',
    'ann.smith@example.com',
    'ann example',
  ])('is found by a part of the address: %j', (search) =>
    expect(isFound(search, 'ann.smith@example.com')).toBe(true),
  );

  it.each(['0171', '+49 171 234', '171/2345', '0049 171', '491712345678'])(
    'is found by the beginning of the number, with or without a country code: %j',
    (search) => expect(isFound(search, '+491712345678')).toBe(true),
  );

  it.each([
    ['+12125550123', '(212) 555-0123'],
    ['+79161234567', '916 123'],
    ['+390612345678', '06 1234'],
    ['+390612345678', '+39 06 1234'],
    ['+3546101234', '610 1234'],
    ['+442079460123', '020 7946'],
  ])('is found in any country: %s by %j', (address, search) => expect(isFound(search, address)).toBe(true));

  it.each(['com', 'de'])('is not found by the top-level domain: %j', (search) =>
    expect(isFound(search, `ann@mail.example.${search}`)).toBe(false),
  );

  it.each(['große', 'GROSSE', 'anna', 'Anna Große', 'grosse, anna', 'gro'])(
    'is found by name: %j',
    (search) => {
      expect(isFound(search, 'x@example.com', { Vorname: 'Anna', Nachname: 'Große', Stadt: 'Köln' })).toBe(
        true,
      );
    },
  );

  it.each(['', ' ', 'nn', 'köln', 'anna schmidt', '.*'])('is not found by %j', (search) => {
    expect(isFound(search, 'ann@example.com', { name: 'Anna Große', city: 'Köln' })).toBe(false);
  });

  it('has a limited number of terms, regardless of its data', () => {
    const data = { name: 'word '.repeat(1_000), name2: 'x'.repeat(10_000) };
    const terms = memberTerms(JSON.stringify(data)) ?? [];
    expect(terms.length).toBeLessThanOrEqual(8);
    expect(Math.max(...terms.map(({ length }) => length))).toBe(64);
  });
});

it.each([{}, { city: 'Oslo' }, { name: ' ' }, { name: 7 }])('has no terms of its own with %j', (data) => {
  expect(memberTerms(JSON.stringify(data))).toBeUndefined();
});

it('has one term for each word of a name, which ends with the word or with a hyphenated word', () => {
  const terms = memberTerms(JSON.stringify({ name: 'Ann, the Smith-Jones' }));
  expect(terms).toEqual(['ann', 'the', 'smith-jones', 'jones']);
});

describe('a person', () => {
  it('has terms for the external ID, the names, and each address', () => {
    const attributes = { name: 'Ann Smith', city: 'Oslo' };
    const addresses = ['a@example.com', '+4915112345678'];
    const terms = personTerms({ externalId: 'C-1042', addresses, attributes });
    expect(terms).toEqual(expect.arrayContaining(['c-1042', 'smith', 'example.com', '15112345678']));
    expect(terms).not.toContain('oslo');
  });

  it('has a limited number of terms, and those of the name do not displace those of the addresses', () => {
    const addresses = Array.from({ length: 15 }, (_, n) => `a${n}.b@example.com`);
    const attributes = { name: Array.from({ length: 99 }, (_, n) => `word${n}`).join(' ') };
    const terms = personTerms({ externalId: undefined, addresses, attributes });
    expect(terms).toHaveLength(24);
    expect(terms).toContain('a0.b@example.com');
  });
});

describe('a search with several words', () => {
  it('begins with the word that has the fewest matches', async () => {
    const matches = new Map([
      ['^example', 1_000],
      ['^ann', 7],
      ['^s', 0],
    ]);
    const count = ({ source }: RegExp) => Promise.resolve(matches.get(source) ?? 0);
    const ordered = await rarestFirst(searchPatterns('example ann s'), count);
    expect(ordered.map(({ source }) => source)).toEqual(['^s', '^ann', '^example']);
  });
});

import { rememberedFor, toRemember } from './mappings';

const columns = ['E-Mail', 'Handy', 'Geburtstag'];
const people = { email: 'E-Mail', phone: 'Handy', whatsapp: 'Handy', externalId: null };
const born = { type: 'date', form: 'dmy' } as const;
const stored = (body: ReturnType<typeof toRemember>) =>
  ({ options: {}, everybody: null, ...body, updatedAt: '2026-03-01T10:00:00.000Z' }) as never;

describe('a remembered file', () => {
  it('is found by the set of its headers, in any order', () => {
    const saved = stored(toRemember(columns, { people }, { Geburtstag: { ...born, misfits: 2 }, x: {} }));
    expect(rememberedFor([saved], [...columns].reverse())).toEqual({
      mapping: { people },
      choices: { Geburtstag: born },
    });
    expect(rememberedFor([saved], [...columns, 'Ort'])).toBeNull();
    expect(rememberedFor([], columns)).toBeNull();
  });

  it('can have one address in each row', () => {
    const mapping = { address: 'Handy', channel: null, everybody: 'sms' } as const;
    expect(rememberedFor([stored(toRemember(columns, mapping, {}))], columns)).toEqual({
      mapping,
      choices: {},
    });
    const withChannel = { address: 'Handy', channel: 'E-Mail', everybody: 'email' } as const;
    expect(rememberedFor([stored(toRemember(columns, withChannel, {}))], columns)?.mapping).toEqual(
      withChannel,
    );
  });

  it('has a limited size', () => {
    const many = Array.from({ length: 201 }, (_, n) => `c${n}`);
    expect(toRemember(many, { people }, {})).toBeNull();
    expect(toRemember([...columns, 'x'.repeat(201)], { people }, {})).toBeNull();
  });
});

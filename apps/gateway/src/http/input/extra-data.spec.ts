import { issuesOfProperty } from '../../../test/property';
import { IsExtraData } from './extra-data';

const issues = issuesOfProperty(IsExtraData());
const codes = (value: unknown): string[] => issues(value).map(({ field, code }) => `${field} ${code}`);
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });

describe('extra data', () => {
  it.each([
    ['nothing', {}],
    ['five levels', nested(5)],
    ['five levels with lists', { a: [[[['x']]]] }],
    ['a hundred keys', Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i]))],
    ['a key of 64 characters beyond the basic plane', { ['👋'.repeat(64)]: 1 }],
    ['16 KiB', { a: 'x'.repeat(16 * 1024 - 8) }],
    ['every kind of value', { a: 'ü', b: 1.5, c: true, d: null, e: [1, 'x'], f: { g: '' } }],
  ])('may be %s', (_, value) => {
    expect(codes(value)).toEqual([]);
  });

  it.each([
    ['a byte more than 16 KiB', { a: 'x'.repeat(16 * 1024 - 7) }, [' too_big']],
    ['six levels', nested(6), ['a.a.a.a.a too_big']],
    ['six levels with lists', { a: [[[[['x']]]]] }, ['a.0.0.0.0 too_big']],
    [
      'several wrong things at once',
      { a: '\0', b: { c: '\n', '': 1 } },
      ['a invalid_text', 'b.c control_character', 'b too_short'],
    ],
    ['a list', [], [' wrong_type']],
    ['null', null, [' wrong_type']],
  ])('must not be %s', (_, value, expected) => {
    expect(codes(value)).toEqual(expected);
  });
});

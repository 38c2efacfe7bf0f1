import { headerIssues } from './csv-columns';
import { reasonOf } from './read-row';

const many = Array.from({ length: 1_001 }, (_, n) => `c${n}`);

describe('a header row', () => {
  it.each([
    ['the two columns', ['integration', 'identifier']],
    ['others, in any order', ['a', 'identifier', 'b c', 'integration', 'Ort']],
  ])('may have %s', (_, columns) => expect(headerIssues(columns)).toEqual([]));

  it.each([
    ['an own column', ['integration'], 'identifier: required'],
    [
      'both own columns, spelt otherwise',
      ['Integration', ' identifier'],
      'integration: required; identifier: required',
    ],
    ['a column once', ['integration', 'identifier', 'a', 'a'], 'a: conflict'],
    ['a name for each column', ['integration', 'identifier', ''], 'too_short'],
    ['short names', ['integration', 'identifier', 'x'.repeat(65)], 'too_long'],
    ['printable names', ['integration', 'identifier', 'a\tb'], 'control_character'],
    ['harmless names', ['integration', 'identifier', '__proto__'], '__proto__: not_allowed'],
    ['at most a thousand others', ['integration', 'identifier', ...many], 'too_many'],
  ])('must have %s', (_, columns, expected) => expect(reasonOf(headerIssues(columns))).toBe(expected));
});

import { issuesOfProperty } from '../../../test/property';
import { readTime } from '@carillon/input';
import { IsInstant } from './time';

const issues = issuesOfProperty(IsInstant());
const codeOf = (value: unknown): string | undefined => issues(value)[0]?.code;

describe('a time', () => {
  it.each([
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00.500Z'],
    ['2026-03-01T10:00:00.123456789Z', '2026-03-01T10:00:00.123Z'],
    ['2026-03-01T10:00:00+05:30', '2026-03-01T04:30:00.000Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('parses %s as %s', (typed, read) => {
    expect(codeOf(typed)).toBeUndefined();
    expect(readTime(typed)).toBe(read);
  });

  it.each([
    '',
    'tomorrow',
    '2026-03-01',
    '2026-03-01T10:00:00',
    '2026-03-01 10:00:00Z',
    '2026-03-01T10:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T10:00:60Z',
    '2026-03-01T10:00:00+5',
    '2026-02-29T10:00:00Z',
    '2026-04-31T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '+02026-03-01T10:00:00Z',
    ' 2026-03-01T10:00:00Z',
    '2026-03-01T10:00:00Z\n',
    '1772359200000',
  ])('%j is invalid', (typed) => {
    expect(codeOf(typed)).toBe('invalid_time');
  });

  it.each([null, 1772359200000, true, ['2026-03-01T10:00:00Z']])('is a string: not %p', (value) => {
    expect(codeOf(value)).toBe('wrong_type');
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorCode, errorCodes, fieldCodes } from '@carillon/contracts';
import { statusOf } from './problem';

const page = readFileSync(join(__dirname, '../../../../../docs/api/errors.md'), 'utf8');
const cells = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

describe('docs/api/errors.md', () => {
  it('contains every error code with its status and title, ordered by status, and no others', () => {
    const codes = Object.keys(errorCodes) as ErrorCode[];
    const expected = codes
      .map((code) => [String(statusOf(code)), `\`${code}\``, errorCodes[code].title])
      .sort(([a], [b]) => Number(a) - Number(b));
    const documented = page.split('\n').filter((line) => /^\| \d{3} +\| `/.test(line));
    expect(documented.map(cells)).toEqual(expected);
  });

  it('contains every code of a field, and no others', () => {
    const [, table = ''] = page.split('| Field code');
    const documented = table.split('\n## ', 1)[0]?.match(/^\| `(\w+)`/gm) ?? [];
    expect(documented.map((row) => row.slice(3, -1))).toEqual([...fieldCodes]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusalRules } from './judge';

it('contains the reasons in the documentation, with their effects', () => {
  const page = readFileSync(join(__dirname, '../../../docs/http-senders.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\| (Permanent|Temporary)/gm)];
  const documented = Object.fromEntries(rows.map(([, reason = '', effect]) => [reason, effect]));
  const known = Object.entries(refusalRules).map(([reason, { permanent }]) => [
    reason,
    permanent ? 'Permanent' : 'Temporary',
  ]);
  expect(documented).toEqual(Object.fromEntries(known));
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { magicRecipients } from '../src/email/magic-recipients';
import { answerTo, magicNumbers } from '../src/twilio/magic-numbers';

const document = readFileSync(join(__dirname, '../../../docs/sandbox.md'), 'utf8');
/** The cells of the document's tables, row by row. */
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('docs/sandbox.md', () => {
  it.each(magicNumbers)('has the row of $as $number', (magic) => {
    const number = `${magic.as === 'From' ? 'From ' : ''}\`${magic.number}\``;
    expect(rows).toContainEqual(['', number, answerTo(magic), magic.effect, '']);
  });

  it('has no number without a rule', () => {
    const numbers = rows.filter((cells) => cells.length === 5 && cells[1]?.includes('`+1'));
    expect(numbers).toHaveLength(magicNumbers.length);
  });

  it.each(magicRecipients)('has the row of $localPart@…', ({ localPart }) => {
    expect(rows.map(([, address]) => address)).toContain(`\`${localPart}@…\``);
  });
});

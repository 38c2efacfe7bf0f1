import { simpleParser } from 'mailparser';
import { attachmentPart } from './attachment-part';

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, n) => (n * 37) % 256));

const names: [string, string][] = [
  ['plain', 'Menu.pdf'],
  ['with spaces', 'Menu of the week.pdf'],
  ['with quotes and backslashes', 'The "big" \\ menu.pdf'],
  ['with a semicolon, an equals sign, and a percent sign', 'a;b=c%41.pdf'],
  ['with umlauts', 'Speisekarte für Köln.pdf'],
  ['with an apostrophe', "Ann's menu.pdf"],
  ['with emoji', 'Menü 🍝🍷.pdf'],
  ['in Chinese', '菜单.pdf'],
  ['long', `${'menu '.repeat(23)}.pdf`],
  ['long, in Cyrillic', `${'меню '.repeat(23)}.pdf`],
];

describe('an attached file', () => {
  it.each(names)('keeps its bytes and its name: %s', async (_, name) => {
    const part = attachmentPart({ name, type: 'application/pdf' }, bytes.toString('base64'));
    const { attachments } = await simpleParser(`MIME-Version: 1.0\r\n${part}`);
    expect(attachments).toMatchObject([
      { filename: name, contentType: 'application/pdf', contentDisposition: 'attachment' },
    ]);
    expect(attachments[0]?.content).toEqual(bytes);
    for (const line of part.split('\r\n')) expect(line).toMatch(/^[\t -~]{0,76}$/);
  });

  it('has no line breaks of its name in its fields', () => {
    const part = attachmentPart({ name: 'a\r\nBcc: b@example.org\r\n\r\nc', type: 'application/pdf' }, '');
    expect(part).not.toContain('\r\nBcc');
    expect(part.split('\r\n\r\n')).toHaveLength(2);
  });
});

import { simpleParser } from 'mailparser';
import { mailboxField, textField } from './header-field';

const hostile: [string, string][] = [
  ['a field of its own after CR LF', 'Hi\r\nBcc: victim@example.org'],
  ['a field of its own after LF', 'Hi\nBcc: victim@example.org'],
  ['a field of its own after CR', 'Hi\rBcc: victim@example.org'],
  ['a folded field', 'Hi\r\n Bcc: victim@example.org'],
  ['a body', 'Hi\r\n\r\n<script>'],
  ['other line breaks', 'Hi\u0085Bcc: a\u2028Bcc: b\u2029Bcc: c\u000bBcc: d\u000cBcc: e'],
  ['control characters', 'a\0b\u0007c\u001bd\u007fe\u009ff'],
  ['line breaks alone', '\r\n\r\n'],
];

const texts: [string, string][] = [
  ['a word', 'Hello'],
  ['two words', 'Hello you'],
  ['accents', 'Grüße aus Köln'],
  ['emoji at every length', Array.from({ length: 60 }, (_, n) => 'a'.repeat(n % 4) + '🙂').join('')],
  ['a long sentence', 'The quick brown fox jumps over the lazy dog. '.repeat(20).trim()],
  [
    'a long sentence with accents',
    'Zwölf Boxkämpfer jagen Viktor quer über den Sylter Deich. '.repeat(16).trim(),
  ],
  ['a word of 300 letters', 'w'.repeat(300)],
  ['a short word and one of 75 letters', `a ${'w'.repeat(75)}`],
  ['words of 73 letters', Array.from({ length: 4 }, () => 'w'.repeat(73)).join(' ')],
  ['spaces inside', 'a  b   c'],
  ['text that looks like an encoded word', '=?UTF-8?B?aGk=?='],
  ['quotes and backslashes', 'say "hi" \\ to <me>, (you); and: them'],
  ['an @', 'me@example.org, you'],
  ['255 wide characters', '漢'.repeat(255)],
];

const unfolded = (field: string) => field.replace(/\r\n(?=[ \t])/g, '');

async function parsed(field: string) {
  return simpleParser(`${field}X-Last: yes\r\n\r\nbody`);
}

describe('textField and mailboxField', () => {
  it.each([...texts, ...hostile])(
    'write one field of ASCII lines of at most 76 characters: %s',
    (_, value) => {
      for (const field of [textField('Subject', value), mailboxField('From', 'a@example.org', value)]) {
        expect(unfolded(field).match(/\r\n/g)).toHaveLength(1);
        expect(field.endsWith('\r\n')).toBe(true);
        for (const line of field.slice(0, -2).split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(76);
          expect(line).toMatch(/^[ -~]*$/);
          expect(line.trim()).not.toBe('');
        }
      }
    },
  );

  it.each(texts)('preserve a text: %s', async (_, value) => {
    expect((await parsed(textField('Subject', value))).subject).toBe(value);
  });

  it.each(texts)('preserve a display name: %s', async (_, value) => {
    const { from } = await parsed(mailboxField('From', 'a@example.org', value));
    expect(from?.value).toEqual([{ address: 'a@example.org', name: value }]);
  });

  it.each(hostile)('prevent values from adding a header field: %s', async (_, value) => {
    const { headers } = await parsed(
      textField('Subject', value) + mailboxField('From', 'a@example.org', value),
    );
    expect([...headers.keys()]).toEqual(['subject', 'from', 'x-last']);
  });

  it('write an empty field', async () => {
    expect(textField('Subject', '')).toBe('Subject:\r\n');
    expect(mailboxField('To', 'a@example.org', ' ')).toBe('To: a@example.org\r\n');
    expect((await parsed(textField('Subject', ''))).headers.get('x-last')).toBe('yes');
  });

  it('leave plain ASCII unencoded', () => {
    expect(textField('Subject', 'Hello you')).toBe('Subject: Hello you\r\n');
    expect(mailboxField('From', 'a@example.org', 'Ann "Bee"')).toBe(
      'From: "Ann \\"Bee\\"" <a@example.org>\r\n',
    );
  });
});

import { quotedPrintable, softBreakAfter } from './body-part';

/** A decoder of RFC 2045 §6.7 that is independent of the encoder. */
function decode(encoded: string): string {
  const joined = encoded.replace(/=\r\n/g, '');
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

const texts: [string, string][] = [
  ['nothing', ''],
  ['plain words', 'Hello, world!'],
  ['an equals sign', 'a=b'],
  ['text that looks like an escape', '=3D=0A=\r\n='],
  ['accents', 'Grüße aus Köln, œuvre, naïve'],
  ['other scripts', 'Привет 你好 مرحبا שלום 🙂👨‍👩‍👧‍👦'],
  ['a long line without a space', 'x'.repeat(1_000)],
  ['a long line of words', `${'word '.repeat(100)}end`],
  ['a long line of wide characters', '🙂'.repeat(300)],
  ['lines of exactly 74, 75, 76, and 77', [74, 75, 76, 77].map((n) => 'y'.repeat(n)).join('\r\n')],
  ['white space at line ends', 'a \r\nb\t\r\n \r\n\t\r\nc  '],
  ['dots at line starts', '.\r\n..\r\n.a\r\n'],
  ['From at a line start', 'From me\r\nFrom you'],
  ['control characters', 'a\0b\u0007c\u007fd\u0085e'],
  ['line breaks at both ends', '\r\n\r\na\r\n\r\n'],
];

describe('quotedPrintable', () => {
  it.each(texts)('preserves %s', (_, text) => {
    expect(decode(quotedPrintable(text))).toBe(text);
  });

  it.each(texts)(
    'writes ASCII lines of at most 76 characters without trailing white space: %s',
    (_, text) => {
      for (const line of quotedPrintable(text).split('\r\n')) {
        expect(line.length).toBeLessThanOrEqual(76);
        expect(line).toMatch(/^[\t -~]*$/);
        expect(line).not.toMatch(/[ \t]$/);
      }
    },
  );

  it.each(['\n', '\r', '\r\n'])('writes %j as CRLF', (end) => {
    expect(quotedPrintable(`a${end}b`)).toBe('a\r\nb');
  });

  it('preserves texts that are encoded separately', () => {
    for (const [, first] of texts) {
      for (const [, second] of texts) {
        const encoded = quotedPrintable(first);
        const both = encoded + softBreakAfter(encoded) + quotedPrintable(second);
        expect(decode(both)).toBe(first + second);
        expect(both.split('\r\n').filter((line) => line.length > 76)).toEqual([]);
      }
    }
  });
});

import { createHash } from 'node:crypto';
import { seededBelow } from '@carillon/testing/random';
import { BodyHash, canonicalPart } from './body-hash';

const sha256 = (text: string): string => createHash('sha256').update(text, 'latin1').digest('base64');

/** RFC 6376 §3.4.4, line by line. */
function relaxedLineByLine(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${line}\r\n`).join('');
}

describe('the hash of a body', () => {
  it.each([
    ['of RFC 6376 §3.4.5', ' C \r\nD \t E\r\n\r\n\r\n', ' C\r\nD E\r\n'],
    ['without a line end', 'a', 'a\r\n'],
    ['without content', '', ''],
    ['with only empty lines', '\r\n \r\n\t\r\n', ''],
    ['with empty lines at the beginning', '\r\n\r\na\r\n', '\r\n\r\na\r\n'],
    ['with bytes beyond ASCII', 'Z\xc3\xab\xa0 \r\n', 'Z\xc3\xab\xa0\r\n'],
  ])('is that of the canonical body %s', (_, body, canonical) => {
    expect(relaxedLineByLine(body)).toBe(canonical);
    expect(new BodyHash().add(body).digest()).toBe(sha256(canonical));
    expect(new BodyHash().add(canonicalPart(body)).digest()).toBe(sha256(canonical));
  });

  it('is the same however the body is divided into parts, in 500 generated bodies', () => {
    const number = seededBelow(6376);
    const pieces = [' ', '\t', '\r\n', '\r', '\n', 'a', 'b c', '.', '\xff', '', 'x'.repeat(9_000)];
    for (let n = 0; n < 500; n++) {
      const bytes = Array.from({ length: number(30) }, () => pieces[number(pieces.length)]).join('');
      // Composed emails have no other line ends.
      const body = bytes.replace(/\r\n|\r|\n/g, '\r\n');
      const hash = new BodyHash();
      for (let at = 0; at < body.length;) {
        const part = body.slice(at, (at += 1 + number(n % 2 === 0 ? 4 : 20_000)));
        hash.add(number(2) === 0 ? part : canonicalPart(part));
      }
      expect(hash.digest()).toBe(sha256(relaxedLineByLine(body)));
    }
  });
});

/** RFC 2045 §6.7: lines of at most 76 characters, one of which is the `=` of a soft line break. */
const LINE = 75;
const SOFT_BREAK = '=\r\n';

const escapes = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);
const tokens = escapes.map((escape, byte) => {
  const isPlain = (byte >= 0x20 && byte <= 0x7e && byte !== 0x3d) || byte === 0x09;
  return isPlain ? String.fromCharCode(byte) : escape;
});
const plainText = /^[ -<>-~]*[!-<>-~]$/;
const lineBreak = /\r\n|\r|\n/;

/** Encodes a text that begins at the start of a line; any line break in it is one of the message's. */
export function quotedPrintable(text: string): string {
  if (plainText.test(text)) return inLines(text);
  return text.split(lineBreak).map(encodeLine).join('\r\n');
}

/** What must stand between two texts that were encoded apart, so that the second one begins a line. */
export function softBreakAfter(encoded: string): string {
  return encoded === '' || encoded.endsWith('\r\n') ? '' : SOFT_BREAK;
}

function encodeLine(line: string): string {
  if (line === '' || plainText.test(line)) return inLines(line);
  const bytes = Buffer.from(line, 'utf8');
  const last = bytes.length - 1;
  let encoded = '';
  let column = 0;
  for (let at = 0; at <= last; at++) {
    const token = tokenAt(bytes[at] ?? 0, at === last);
    if (column + token.length > LINE) {
      encoded += SOFT_BREAK;
      column = 0;
    }
    encoded += token;
    column += token.length;
  }
  return encoded;
}

/** What needs no escaping, such as a long link, is only cut. */
function inLines(line: string): string {
  let lines = line.slice(0, LINE);
  for (let at = LINE; at < line.length; at += LINE) lines += SOFT_BREAK + line.slice(at, at + LINE);
  return lines;
}

/** White space at the end of a line would be dropped on the way. */
function tokenAt(byte: number, isLast: boolean): string {
  const table = isLast && (byte === 0x20 || byte === 0x09) ? escapes : tokens;
  return table[byte] ?? '';
}

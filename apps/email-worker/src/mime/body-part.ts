import type { LeasedRecipient } from '@carillon/contracts';
import type { SystemValues, TemplatePart } from '@carillon/content';

type Variables = LeasedRecipient['variables'];

/** An encoded text that is the same for all recipients, or the encoding of one recipient's text. */
type EncodedText = string | ((variables: Variables, system: SystemValues) => string);

/**
 * A compiled part of an email: its header fields, and its body, which is the sequence of its texts. Both consist of
 * ASCII lines of at most 77 characters.
 */
export interface BodyPart {
  readonly fields: string;
  readonly body: readonly EncodedText[];
}

/** Chooses the encoding that makes the email shorter, which is base64 for most non-Latin scripts. */
export function bodyPart(type: 'text/plain' | 'text/html', parts: readonly TemplatePart[]): BodyPart {
  const encoding = prefersBase64(parts) ? 'base64' : 'quoted-printable';
  const fields = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`;
  return { fields, body: encoding === 'base64' ? [inBase64(parts)] : inQuotedPrintable(parts) };
}

function prefersBase64(parts: readonly TemplatePart[]): boolean {
  const text = parts.filter((part) => typeof part === 'string').join('');
  const bytes = Buffer.byteLength(text);
  const ascii = text.replace(/[^\0-\x7f]/g, '').length;
  return ascii + 3 * (bytes - ascii) > (bytes * 4) / 3;
}

/**
 * Encodes the fixed parts once. Every value begins a new line, so that the encoding of the other parts does not depend
 * on its length.
 */
function inQuotedPrintable(parts: readonly TemplatePart[]): EncodedText[] {
  const last = parts.length - 1;
  const encode = (text: string, at: number): string => {
    const encoded = quotedPrintable(text);
    return at === last ? encoded : encoded + softBreakAfter(encoded);
  };
  return parts.map((part, at) =>
    typeof part === 'string'
      ? encode(part, at)
      : (variables, system) => encode(part.render(variables, system), at),
  );
}

function inBase64(parts: readonly TemplatePart[]): EncodedText {
  return (variables, system) => {
    let text = '';
    for (const part of parts) text += typeof part === 'string' ? part : part.render(variables, system);
    return base64Lines(Buffer.from(text.replace(/\r\n|\r|\n/g, '\r\n'), 'utf8').toString('base64'));
  };
}

/** RFC 2045 §6.8: lines of 76 characters. */
export function base64Lines(encoded: string): string {
  let lines = '';
  for (let at = 0; at < encoded.length; at += 76) lines += `${encoded.slice(at, at + 76)}\r\n`;
  return lines;
}

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

/** Encodes a text that begins at the start of a line. Its line breaks are part of the message. */
export function quotedPrintable(text: string): string {
  if (plainText.test(text)) return inLines(text);
  return text.split(lineBreak).map(encodeLine).join('\r\n');
}

/** Ends a separately encoded text, so that the next text begins a line. */
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

/** Only breaks lines, because the text, such as a long link, needs no escaping. */
function inLines(line: string): string {
  let lines = line.slice(0, LINE);
  for (let at = LINE; at < line.length; at += LINE) lines += SOFT_BREAK + line.slice(at, at + LINE);
  return lines;
}

/** Trailing white space would be lost in transit. */
function tokenAt(byte: number, isLast: boolean): string {
  const table = isLast && (byte === 0x20 || byte === 0x09) ? escapes : tokens;
  return table[byte] ?? '';
}

import type { HandRecipient } from '@carillon/contracts';
import type { Slot, SystemValues, TemplatePart } from '@carillon/content';
import { quotedPrintable, softBreakAfter } from './quoted-printable';

type Variables = HandRecipient['variables'];

/** A part of a mail, compiled: its header fields and its body for one recipient, both ASCII in lines of 76. */
export interface BodyPart {
  readonly fields: string;
  fill(variables: Variables, system: SystemValues): string;
}

/** Takes the encoding that makes the shorter mail: base64 for most scripts but the Latin one. */
export function bodyPart(type: 'text/plain' | 'text/html', parts: readonly TemplatePart[]): BodyPart {
  const encoding = prefersBase64(parts) ? 'base64' : 'quoted-printable';
  const fields = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n`;
  return { fields, fill: encoding === 'base64' ? inBase64(parts) : inQuotedPrintable(parts) };
}

function prefersBase64(parts: readonly TemplatePart[]): boolean {
  const text = parts.filter((part) => typeof part === 'string').join('');
  const bytes = Buffer.byteLength(text);
  const ascii = text.replace(/[^\0-\x7f]/g, '').length;
  return ascii + 3 * (bytes - ascii) > (bytes * 4) / 3;
}

/** What is the same for all is encoded once; every value begins a line of its own, so nothing depends on its length. */
function inQuotedPrintable(parts: readonly TemplatePart[]): BodyPart['fill'] {
  const last = parts.length - 1;
  const joined = (text: string, at: number) => {
    const encoded = quotedPrintable(text);
    return at === last ? encoded : encoded + softBreakAfter(encoded);
  };
  const encoded: (string | Slot)[] = parts.map((part, at) =>
    typeof part === 'string' ? flat(joined(part, at)) : part,
  );
  return (variables, system) => {
    let body = '';
    for (const [at, part] of encoded.entries()) {
      body += typeof part === 'string' ? part : joined(part.render(variables, system), at);
    }
    return body;
  };
}

/** V8 keeps a text that was put together as a tree of its pieces, and would walk through all of it again for every mail. */
function flat(ascii: string): string {
  return Buffer.from(ascii, 'latin1').toString('latin1');
}

function inBase64(parts: readonly TemplatePart[]): BodyPart['fill'] {
  return (variables, system) => {
    let text = '';
    for (const part of parts) text += typeof part === 'string' ? part : part.render(variables, system);
    return base64Lines(text.replace(/\r\n|\r|\n/g, '\r\n'));
  };
}

/** RFC 2045 §6.8: lines of 76 characters. */
function base64Lines(text: string): string {
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  let lines = '';
  for (let at = 0; at < encoded.length; at += 76) lines += `${encoded.slice(at, at + 76)}\r\n`;
  return lines;
}

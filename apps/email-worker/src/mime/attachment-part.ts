import type { Attachment } from '@carillon/contracts';

/** RFC 2045 §6.8: lines of 76 characters. */
const LINE = 76;
/** Leaves room for the name of the parameter in a line of 76 characters. */
const SEGMENT = 57;

const asciiName = /^[ -~]*$/;
const notPlain = /[^\w.!#$&+^`|~-]/gu;

/** The body part of an attached file (RFC 2183), in ASCII. */
export function attachmentPart({ name, type }: Pick<Attachment, 'name' | 'type'>, base64: string): string {
  return (
    `Content-Type: ${type}\r\n` +
    `Content-Disposition: attachment;\r\n ${fileName(name)}\r\n` +
    'Content-Transfer-Encoding: base64\r\n\r\n' +
    inLines(base64)
  );
}

/** The parameter `filename`. RFC 2231 §3 and §4: other characters are percent-encoded, and long names are divided. */
function fileName(name: string): string {
  const quoted = name.replace(/["\\]/g, '\\$&');
  if (asciiName.test(name) && quoted.length <= SEGMENT) return `filename="${quoted}"`;
  const encoded = `utf-8''${percentEncoded(name)}`;
  const segments = encoded.match(new RegExp(`(?:%..|[^%]){1,${SEGMENT / 3}}`, 'g')) ?? [];
  return segments.map((segment, at) => `filename*${at}*=${segment}`).join(';\r\n ');
}

/** Encodes every byte that RFC 5987 doesn't allow. A lone surrogate becomes U+FFFD. */
function percentEncoded(text: string): string {
  return text
    .toWellFormed()
    .replace(notPlain, (character) =>
      Array.from(
        Buffer.from(character),
        (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
      ).join(''),
    );
}

function inLines(base64: string): string {
  let lines = '';
  for (let at = 0; at < base64.length; at += LINE) lines += `${base64.slice(at, at + LINE)}\r\n`;
  return lines;
}

import type { Attachment } from '@carillon/contracts';
import { base64Lines } from './body-part';

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
    base64Lines(base64)
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

import { domainToASCII, domainToUnicode } from 'node:url';

/** Everything else (zero-width characters, full stops of other scripts, symbols, percent signs) is mapped away or decoded by UTS 46. */
const hostCharacters = /^[\p{L}\p{M}\p{N}.-]+$/u;
const kelvinSign = '\u212a';
const undecodedLabel = /(?:^|\.)xn--/;

/**
 * The A-label form (RFC 5890) of a domain that has letters beyond ASCII or labels in `xn--`; undefined when it has none.
 *
 * Node maps a name by UTS 46, which turns quite different text into the same domain (full-width letters, soft hyphens).
 * So what came out is decoded again, and must read as what went in, save letter case and Unicode composition.
 */
export function canonicalDomain(domain: string): string | undefined {
  if (!hostCharacters.test(domain) || domain.includes(kelvinSign)) return undefined;
  const typed = lowerCased(domain.normalize('NFC'));
  const ascii = domainToASCII(typed);
  const readable = domainToUnicode(ascii);
  const faithful =
    hostCharacters.test(readable) && sameLabels(typed, readable) && domainToASCII(readable) === ascii;
  return faithful ? ascii : undefined;
}

/** Letter by letter, because a whole Greek word would get a final sigma, which is another domain. */
function lowerCased(text: string): string {
  return Array.from(text, (character) => character.toLowerCase()).join('');
}

function sameLabels(typed: string, readable: string): boolean {
  if (undecodedLabel.test(readable)) return false;
  const labels = readable.split('.');
  return typed.split('.').every((label, i) => label === labels[i] || label.startsWith('xn--'));
}

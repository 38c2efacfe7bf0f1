import isEmail from 'validator/lib/isEmail';
import { domainToASCII, domainToUnicode } from 'node:url';

/** `address` is in lowercase ASCII, with the domain in A-labels. */
export type ParsedEmail =
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly code: 'invalid_email' };

const refused: ParsedEmail = Object.freeze({ ok: false, code: 'invalid_email' });

/** RFC 5321 §4.5.3.1: a path of 256 with its angle brackets. */
const maxLength = 254;
const maxLocalPart = 64;
/**
 * A typed domain in another script can be longer than its A-labels (surrogate pairs, combining marks); this bounds the
 * work.
 */
const maxTyped = 1_000;

const beyondAscii = /[^\0-\x7f]/;
/**
 * The form of most addresses. isEmail also accepts all of them, but takes seven times as long, so it checks only the
 * other addresses.
 */
const usual = /^[a-z\d_+-]+(?:\.[a-z\d_+-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;
const encodedLabel = /[@.]xn--/i;

/**
 * Parses an email address and returns its canonical form: without surrounding ASCII spaces, in lowercase, and with an
 * internationalized domain in A-labels. Dots and plus tags stay, because their meaning depends on the mailbox.
 * Rejected: a quoted local part, comments, display names, IP literals, a single label, a trailing dot, control and
 * zero-width characters, a local part with non-ASCII characters or more than 64 characters, and an address with more
 * than 254 characters.
 */
export function parseEmail(raw: string): ParsedEmail {
  const typed = withoutOuterSpaces(raw);
  if (typed.length > maxTyped) return refused;
  if (beyondAscii.test(typed) || encodedLabel.test(typed)) return parseInternational(typed);
  return parseAscii(typed);
}

function parseInternational(typed: string): ParsedEmail {
  const at = typed.lastIndexOf('@');
  const domain = canonicalDomain(typed.slice(at + 1));
  return domain === undefined ? refused : parseAscii(`${typed.slice(0, at + 1)}${domain}`);
}

function parseAscii(typed: string): ParsedEmail {
  if (typed.length > maxLength || typed.indexOf('@') > maxLocalPart) return refused;
  if (usual.test(typed) || isUnusual(typed)) return { ok: true, address: typed.toLowerCase() };
  return refused;
}

function isUnusual(typed: string): boolean {
  return !typed.startsWith('"') && isEmail(typed, { allow_utf8_local_part: false });
}

/** Not `trim`, which would also remove line breaks, tabs, and zero-width characters, which must be refused. */
function withoutOuterSpaces(raw: string): string {
  let start = 0;
  let end = raw.length;
  while (start < end && raw.charCodeAt(start) === 0x20) start++;
  while (end > start && raw.charCodeAt(end - 1) === 0x20) end--;
  return raw.slice(start, end);
}

/**
 * The characters that UTS 46 keeps. It removes, maps, or decodes all other characters: zero-width characters, full
 * stops of other scripts, symbols, percent signs.
 */
const hostCharacters = /^[\p{L}\p{M}\p{N}.-]+$/u;
const kelvinSign = '\u212a';
const undecodedLabel = /(?:^|\.)xn--/;

/**
 * The A-label form (RFC 5890) of a domain with letters beyond ASCII or labels in `xn--`; undefined if it has none.
 * Node maps a name by UTS 46, which turns quite different texts into the same domain (full-width letters, soft
 * hyphens). So the result is decoded again, and must equal the input, except for letter case and Unicode composition.
 */
function canonicalDomain(domain: string): string | undefined {
  if (!hostCharacters.test(domain) || domain.includes(kelvinSign)) return undefined;
  const typed = lowerCased(domain.normalize('NFC'));
  const ascii = domainToASCII(typed);
  const readable = domainToUnicode(ascii);
  const faithful =
    hostCharacters.test(readable) && sameLabels(typed, readable) && domainToASCII(readable) === ascii;
  return faithful ? ascii : undefined;
}

/**
 * Converts letter by letter, because converting a whole Greek word would produce a final sigma, which is another
 * domain.
 */
function lowerCased(text: string): string {
  return Array.from(text, (character) => character.toLowerCase()).join('');
}

function sameLabels(typed: string, readable: string): boolean {
  if (undecodedLabel.test(readable)) return false;
  const labels = readable.split('.');
  return typed.split('.').every((label, i) => label === labels[i] || label.startsWith('xn--'));
}

import isEmail from 'validator/lib/isEmail';
import { domainToASCII, domainToUnicode } from 'node:url';

/** `address` is in lowercase, with the domain in A-labels. */
export type ParsedEmail =
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly code: 'invalid_email' };

const refused: ParsedEmail = Object.freeze({ ok: false, code: 'invalid_email' });

/** RFC 5321 §4.5.3.1, in bytes of UTF-8 (RFC 6531 §3.1): a path of 256 with its angle brackets. */
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
  return parse(raw, parseJoined);
}

/**
 * Parses the address of a recipient like `parseEmail`, and accepts letters, marks, and digits of any script in the local
 * part, in their composed form (NFC). Only mail servers with SMTPUTF8 (RFC 6531) deliver to such an address.
 */
export function parseRecipientEmail(raw: string): ParsedEmail {
  return parse(raw, parseAnyScript);
}

const parseJoined = (local: string, domain: string): ParsedEmail => parseAscii(`${local}@${domain}`);
const parseAnyScript = (local: string, domain: string): ParsedEmail =>
  beyondAscii.test(local) ? parseUtf8(local, domain) : parseJoined(local, domain);

function parse(raw: string, withDomain: (local: string, domain: string) => ParsedEmail): ParsedEmail {
  const typed = withoutOuterSpaces(raw);
  if (typed.length > maxTyped) return refused;
  if (!beyondAscii.test(typed) && !encodedLabel.test(typed)) return parseAscii(typed);
  const at = typed.lastIndexOf('@');
  const domain = canonicalDomain(typed.slice(at + 1));
  return domain === undefined ? refused : withDomain(typed.slice(0, Math.max(at, 0)), domain);
}

/** RFC 6532 §3.2: atoms with letters, marks, and digits of any script, separated by dots. */
const utf8LocalPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;

/** The Kelvin sign and the Greek varia: their composed forms are in ASCII. */
const asciiInDisguise = /[\u212a\u1fef]/;

/** Characters that aren't displayed, such as variation selectors and Hangul fillers. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** Compatibility forms, such as full-width letters, look like other addresses and are refused. */
function parseUtf8(typed: string, domain: string): ParsedEmail {
  if (asciiInDisguise.test(typed) || invisible.test(typed)) return refused;
  const composed = typed.normalize('NFC');
  const local = wordsInLowercase(composed).normalize('NFC');
  if (!utf8LocalPart.test(local) || composed !== typed.normalize('NFKC')) return refused;
  const address = `${local}@${domain}`;
  if (bytesOf(local) > maxLocalPart || bytesOf(address) > maxLength) return refused;
  return parseAscii(`a@${domain}`).ok ? { ok: true, address } : refused;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
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

/** Each word as its owner writes it: a capital sigma at the end of a Greek word becomes a final sigma. */
function wordsInLowercase(local: string): string {
  return local.replace(/[\p{L}\p{M}]+/gu, (word) => word.toLowerCase());
}

/**
 * Converts letter by letter, because converting a whole Greek word would produce a final sigma, which is another
 * domain (UTS 46).
 */
function lowerCased(text: string): string {
  return Array.from(text, (character) => character.toLowerCase()).join('');
}

function sameLabels(typed: string, readable: string): boolean {
  if (undecodedLabel.test(readable)) return false;
  const labels = readable.split('.');
  return typed.split('.').every((label, i) => label === labels[i] || label.startsWith('xn--'));
}

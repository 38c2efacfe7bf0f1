import type { Variables } from '@carillon/contracts';
import { folded } from '@carillon/input';

/**
 * The search terms of people and of members: a search matches the beginning of a term. A search finds an address from the
 * start of each of its parts, a phone number with and without its country code, and a name by each of its words. A member
 * has only the terms of its own names, and is also found by those of its person.
 */

/** Keys of extra data and of attributes that hold names: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Nordic. */
const nameKey =
  /name|nom$|^nom|nombre|apellido|nome|cognome|sobrenome|naam|imi[eę]|nazwisko|navn|namn|surname|first|last|given|family|company|firma|organi[sz]ation|contact|kontakt/i;
/** The maximum number of terms of a person, of names, and of characters of a term. Searches don't find anything beyond. */
const MOST_TERMS = 24;
const MOST_NAME_TERMS = 8;
const LONGEST_TERM = 64;
/** The country codes of E.164. None is the beginning of another. */
const countryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** The search terms of the names in the extra data of a member; undefined: none. */
export function memberTerms(extraData: string): string[] | undefined {
  if (extraData === '{}') return undefined;
  const terms = limited(nameTerms(JSON.parse(extraData) as Variables), MOST_NAME_TERMS);
  return terms.length === 0 ? undefined : terms;
}

/** The search terms of a person. An external ID is found by its beginning. */
export function personTerms({
  externalId,
  addresses,
  attributes,
}: {
  externalId: string | undefined;
  addresses: readonly string[];
  attributes: Variables;
}): string[] {
  const names = limited(nameTerms(attributes), MOST_NAME_TERMS);
  const id = externalId === undefined ? [] : [folded(externalId)];
  return limited([...id, ...names, ...addresses.flatMap(addressTerms)], MOST_TERMS);
}

function addressTerms(address: string): string[] {
  return address.startsWith('+') ? phoneTerms(address.slice(1)) : emailTerms(address);
}

function nameTerms(data: Variables): string[] {
  return Object.entries(data).flatMap(([key, value]) =>
    typeof value === 'string' && nameKey.test(key)
      ? suffixes(folded(value.trim()), /[\s,.-]+/g).map(firstWord)
      : [],
  );
}

/** A word of a search has no spaces or commas, so it can't match more of a term. */
function firstWord(text: string): string {
  return text.split(/[\s,]/, 1)[0] ?? '';
}

/** The first terms, each once. */
function limited(terms: readonly string[], most: number): string[] {
  return [...new Set(terms)].slice(0, most).map((term) => term.slice(0, LONGEST_TERM));
}

/** Without the top-level domain, which would find most addresses of a group. */
function emailTerms(address: string): string[] {
  return suffixes(address, /[@._+-]+/g).filter((term) => term.includes('.'));
}

/** A search doesn't contain the zeros at the beginning of a national number, which some countries keep. */
function phoneTerms(digits: string): string[] {
  return [digits, digits.replace(countryCode, '').replace(/^0+/, '')];
}

/** The text, and the remaining text after each separator. */
function suffixes(text: string, separators: RegExp): string[] {
  const rests = [...text.matchAll(separators)].map(({ 0: { length }, index }) => text.slice(index + length));
  return [text, ...rests].filter((each) => each.length > 1);
}

/** The patterns that a match must contain: one for each search term, or one for the digits of a phone number. */
export function searchPatterns(search: string): RegExp[] {
  const digits = search.replace(/[\s()/.+-]/g, '');
  const terms = /^\d{2,}$/.test(digits) ? [digits.replace(/^0+/, '')] : folded(search).split(/[\s,]+/);
  return terms
    .filter((term) => term !== '')
    .map((term) => new RegExp(`^${term.slice(0, LONGEST_TERM).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`));
}

/** A pattern with this many matches is not rare. */
export const MANY_MATCHES = 1_000;

/**
 * The patterns in the order in which the index is read: it reads all matches of the first one.
 * @param count counts the matches of a pattern, up to `MANY_MATCHES`
 */
export async function rarestFirst(
  patterns: readonly RegExp[],
  count: (pattern: RegExp) => Promise<number>,
): Promise<RegExp[]> {
  if (patterns.length < 2) return [...patterns];
  const counted = await Promise.all(
    patterns.map(async (pattern) => ({ pattern, matches: await count(pattern) })),
  );
  return counted.sort((a, b) => a.matches - b.matches).map(({ pattern }) => pattern);
}

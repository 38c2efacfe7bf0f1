import type { Variables } from '@carillon/contracts';
import { folded } from '@carillon/input';
import type { SubscriberDocument } from './subscriber-document';

/**
 * The search terms of a member: a search matches the beginning of a term. A search finds an address from the start of
 * each of its parts, a phone number with and without its country code, and a name by each of its words.
 */

/** Keys of extra data that hold names: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Nordic. */
const nameKey =
  /name|nom$|^nom|nombre|apellido|nome|cognome|sobrenome|naam|imi[eę]|nazwisko|navn|namn|surname|first|last|given|family|company|firma|organi[sz]ation|contact|kontakt/i;
/**
 * The maximum number of terms of a member, and of characters of a term. Searches don't find anything beyond these
 * limits.
 */
const MOST_TERMS = 12;
const LONGEST_TERM = 64;
/** Country codes have up to three digits. */
const LONGEST_COUNTRY_CODE = 3;

export function searchTerms({
  address,
  extraData,
}: Pick<SubscriberDocument, 'address' | 'extraData'>): string[] {
  return searchTermsIn(address, extraData === '{}' ? {} : (JSON.parse(extraData) as Variables));
}

/** The search terms of an address, and of the names in this data. */
export function searchTermsIn(address: string, data: Variables): string[] {
  const terms = new Set(address.startsWith('+') ? phoneTerms(address) : suffixes(address, /[@._+-]+/g));
  for (const [key, value] of Object.entries(data)) {
    if (terms.size >= MOST_TERMS) break;
    if (typeof value === 'string' && nameKey.test(key))
      for (const term of suffixes(folded(value.trim()), /[\s,.-]+/g)) terms.add(term);
  }
  return [...terms].slice(0, MOST_TERMS).map((term) => term.slice(0, LONGEST_TERM));
}

function phoneTerms(address: string): string[] {
  return Array.from({ length: LONGEST_COUNTRY_CODE + 1 }, (_, at) => address.slice(1 + at));
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

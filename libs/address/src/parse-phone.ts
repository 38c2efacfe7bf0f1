import {
  type CountryCode,
  getCountries,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/** `address` is E.164: `+` and up to 15 digits. */
export type ParsedPhone =
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly code: 'invalid_phone' };

const refused: ParsedPhone = Object.freeze({ ok: false, code: 'invalid_phone' });

/**
 * A country code never begins with 0. libphonenumber also reads letters, extensions, and the digits of other scripts.
 */
const international = /^ *\+[ .()-]*[1-9][0-9 .()-]*$/;
const punctuation = /[ .()-]+/g;

/** A number as people write it in its own country: `0171/2345678`, `(212) 555-0123`, `0049 171 …`, `+49 171/…`. */
const domestic = /^ *\+?[ .()/-]*[0-9][0-9 .()/-]*$/;
const domesticPunctuation = /[ .()/-]+/g;
/** The international prefix that ITU-T E.123 and E.164 recommend; most countries have it. */
const internationalPrefix = /^00(?=[1-9])/;

/** An ISO 3166-1 alpha-2 country, in capital letters, with a known numbering plan. */
export type PhoneCountry = CountryCode;

/** All countries with a known numbering plan. */
export const phoneCountries: () => PhoneCountry[] = getCountries;

export function isPhoneCountry(value: string): value is PhoneCountry {
  return isSupportedCountry(value);
}

/**
 * Reads a phone number of any type (mobile, fixed, toll-free) and returns it as E.164.
 *
 * Without a default country, the number must begin with `+`. Spaces, `-`, `.`, `(`, `)`, and a national prefix in
 * between (`+44 (0)20 …`) are dropped. libphonenumber decides, with its full metadata, whether the number can exist.
 * Rejected: `00…`, the national form, letters, extensions, `whatsapp:`, and any other character.
 *
 * With a default country, the national form of that country, `00…`, and slashes between digits are also accepted.
 */
export function parsePhone(raw: string, defaultCountry?: PhoneCountry): ParsedPhone {
  if (latest?.raw !== raw || latest.defaultCountry !== defaultCountry)
    latest = { raw, defaultCountry, parsed: read(raw, defaultCountry) };
  return latest.parsed;
}

/** The last number that was read: people often have one number for SMS and WhatsApp, and reading it takes long. */
let latest: { raw: string; defaultCountry: PhoneCountry | undefined; parsed: ParsedPhone } | undefined;

function read(raw: string, defaultCountry: PhoneCountry | undefined): ParsedPhone {
  if (international.test(raw)) return numberOf(raw.replace(punctuation, ''));
  if (defaultCountry === undefined || !domestic.test(raw)) return refused;
  const digits = raw.replace(domesticPunctuation, '');
  const national = numberOf(digits, defaultCountry);
  return national.ok || !internationalPrefix.test(digits)
    ? national
    : numberOf(digits.replace(internationalPrefix, '+'));
}

function numberOf(digits: string, defaultCountry?: PhoneCountry): ParsedPhone {
  const number = parsePhoneNumberFromString(digits, {
    extract: false,
    ...(defaultCountry && { defaultCountry }),
  });
  return number?.isValid() ? { ok: true, address: number.number } : refused;
}

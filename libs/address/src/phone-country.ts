import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { PhoneCountry } from './parse-phone';

/** ITU-T E.164: a country calling code has up to three digits, and none is the beginning of another one. */
const MAX_CODE = 3;
/** In the North American Numbering Plan, the area code determines the country. */
const NORTH_AMERICA = { code: '1', digits: 4 } as const;

/** The countries that use a calling code. */
const byCode = new Map<string, PhoneCountry[]>();
for (const country of getCountries()) {
  const code = getCountryCallingCode(country);
  byCode.set(code, [...(byCode.get(code) ?? []), country]);
}
/** The countries of North American area codes that occurred. */
const byAreaCode = new Map<string, PhoneCountry>();

/**
 * The country of a number in E.164, ISO 3166-1 alpha-2. Null: none, as for satellite phones. Most numbers are looked up
 * by their first digits, because libphonenumber takes some ten microseconds for a number.
 */
export function countryOf(address: string): PhoneCountry | null {
  const digits = address.slice(1);
  for (let length = 1; length <= MAX_CODE; length++) {
    const code = digits.slice(0, length);
    const [country, ...others] = byCode.get(code) ?? [];
    if (country === undefined) continue;
    if (others.length === 0) return country;
    return code === NORTH_AMERICA.code ? byArea(address) : lookUp(address);
  }
  return null;
}

function byArea(address: string): PhoneCountry | null {
  const area = address.slice(1, 1 + NORTH_AMERICA.digits);
  const known = byAreaCode.get(area);
  if (known !== undefined) return known;
  const country = lookUp(address);
  if (country !== null) byAreaCode.set(area, country);
  return country;
}

function lookUp(address: string): PhoneCountry | null {
  return parsePhoneNumberFromString(address, { extract: false })?.country ?? null;
}

import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** `address` is E.164: `+` and up to 15 digits. */
export type ParsedPhone =
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly code: 'invalid_phone' };

const refused: ParsedPhone = Object.freeze({ ok: false, code: 'invalid_phone' });

/** A country code never begins with 0; libphonenumber also reads other scripts' digits, letters and extensions. */
const international = /^ *\+[ .()-]*[1-9][0-9 .()-]*$/;
const punctuation = /[ .()-]+/g;

/**
 * Reads an international phone number of any type (mobile, fixed, toll-free) and answers it as E.164.
 *
 * It must begin with `+`; spaces, `-`, `.`, `(` and `)` are dropped, and so is a national prefix written in between
 * (`+44 (0)20 …`). Whether the number can exist is libphonenumber's knowledge, with its full metadata. Refused:
 * `00…`, the national form, letters, extensions, `whatsapp:`, any other character.
 */
export function parsePhone(raw: string): ParsedPhone {
  if (!international.test(raw)) return refused;
  const number = parsePhoneNumberFromString(raw.replace(punctuation, ''), { extract: false });
  return number?.isValid() ? { ok: true, address: number.number } : refused;
}

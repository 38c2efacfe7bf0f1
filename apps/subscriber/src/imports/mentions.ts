import { domainToUnicode } from 'node:url';

/** Separators that people write in phone numbers. */
const SEPARATORS = /[\s().-]+/g;

/**
 * Whether a text contains an address, in any letter case, with the domain in any script or the digits grouped in any
 * way. Doesn't recognize phone numbers in national form.
 */
export function mentions(text: string, address: string): boolean {
  if (address.startsWith('+')) return text.replace(SEPARATORS, '').includes(address.slice(1));
  const lower = text.toLowerCase();
  if (lower.includes(address)) return true;
  const at = address.indexOf('@');
  const unicode = domainToUnicode(address.slice(at + 1));
  return unicode !== '' && lower.includes(`${address.slice(0, at)}@${unicode}`);
}

import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix names the key's role, so that a leaked key can be recognized and found by scanners. */
const beginnings = { user: 'car_live_', operator: 'car_op_' } as const;
export type ApiKeyRole = keyof typeof beginnings;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const form = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** CRC-32 of everything before it, in base62, padded with zeros to six digits. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** A new key: its prefix, 32 random base62 characters (190 bits), and a checksum over both. */
export function mintApiKey(role: ApiKeyRole): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  const unchecked = beginnings[role] + random.join('');
  return unchecked + checksum(unchecked);
}

/** The role of a key according to its form and checksum. Null: it can't be a key, so that no lookup is needed. */
export function apiKeyRole(key: string): ApiKeyRole | null {
  const role = (['user', 'operator'] as const).find((each) => key.startsWith(beginnings[each]));
  if (!role || !form.test(key.slice(beginnings[role].length))) return null;
  const unchecked = key.slice(0, -CHECKSUM_LENGTH);
  return key === unchecked + checksum(unchecked) ? role : null;
}

/** The stored hash of the key: its SHA-256 in hex. 190 random bits need no slow hash. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

/** The part of a key that may be shown permanently: 13 characters, of which 4 to 6 are random. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, 13);
}

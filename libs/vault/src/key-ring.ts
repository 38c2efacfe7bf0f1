import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export interface VaultKey {
  readonly id: string;
  /** A KeyObject, which reveals nothing when it is printed or serialized. */
  readonly secret: KeyObject;
}

/** The first key seals or signs, all of them open. */
export type KeyRing = readonly [VaultKey, ...VaultKey[]];

/** Identifies the invalid entry by its position only, because its text may be a misplaced key. */
export class KeyRingError extends Error {
  override readonly name = 'KeyRingError';
}

const keyLength = 32;
const idForm = /^[A-Za-z0-9_-]{1,16}$/;
const base64Form = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Reads a ring from a config value: entries `id:key`, separated by commas, for example `k2:…,k1:…`. A key has 32 bytes
 * in base64 (`openssl rand -base64 32`), and an ID has up to 16 letters, digits, `_`, and `-`. To rotate keys, put a
 * new entry in front, and keep the old entries for as long as any secret is sealed with them.
 *
 * * @throws KeyRingError if it is invalid. The message never contains a part of the value
 */
export function parseKeyRing(text: string): KeyRing {
  const entries = text.trim() === '' ? [] : text.split(',');
  const [first, ...others] = entries.map((entry, i) => parseEntry(entry.trim(), i + 1));
  if (!first) throw new KeyRingError('the key ring is empty');
  const ring: KeyRing = [first, ...others];
  refuseRepeatedIds(ring);
  return ring;
}

/** Derives a key for one purpose from each key of the ring, in their order (RFC 5869). */
export function derivedKeys(ring: KeyRing, label: string): KeyObject[] {
  return ring.map(({ secret }) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', label, keyLength))),
  );
}

function parseEntry(entry: string, position: number): VaultKey {
  const refuse = (why: string): never => {
    throw new KeyRingError(`key ring entry ${position} ${why}`);
  };
  if (entry === '') return refuse('is empty');
  const colon = entry.indexOf(':');
  if (colon < 0) return refuse('has no colon: expected id:key');
  const id = entry.slice(0, colon);
  if (!idForm.test(id)) return refuse('has an invalid ID: expected 1 to 16 letters, digits, _ or -');
  const bytes = bytesOfKey(entry.slice(colon + 1));
  if (!bytes) return refuse(`has an invalid key: expected ${keyLength} bytes in base64`);
  return { id, secret: createSecretKey(bytes) };
}

export function isKeyId(text: string): boolean {
  return idForm.test(text);
}

/**
 * Reads a single key from a config value: 32 bytes in base64.
 *
 * @throws KeyRingError if it is not a key. The message never contains a part of the value
 */
export function parseKey(text: string): KeyObject {
  const bytes = bytesOfKey(text.trim());
  if (!bytes) throw new KeyRingError(`the key is invalid: expected ${keyLength} bytes in base64`);
  return createSecretKey(bytes);
}

/**
 * The bytes of a key in canonical base64. Undefined for any other text. Node's decoder skips characters that aren't
 * base64, and the last of 43 characters has two spare bits, so the bytes are encoded again for comparison.
 */
export function bytesOfKey(base64: string): Buffer | undefined {
  if (!base64Form.test(base64)) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === keyLength && bytes.toString('base64') === base64 ? bytes : undefined;
}

function refuseRepeatedIds(ring: KeyRing): void {
  ring.forEach(({ id }, i) => {
    const earlier = ring.findIndex((key) => key.id === id);
    if (earlier < i) throw new KeyRingError(`key ring entries ${earlier + 1} and ${i + 1} have the same ID`);
  });
}

/** Begins the stored hash of a key that processes of release 0.2.0 must not find: they would let it do too much (ADR 49). */
const LIMITED = 'limited:';

export function storedHash(keyHash: string, isLimited: boolean): string {
  return isLimited ? LIMITED + keyHash : keyHash;
}

/** The hash of the key itself. */
export function plainHash(stored: string): string {
  return stored.startsWith(LIMITED) ? stored.slice(LIMITED.length) : stored;
}

/** The forms in which a key's hash may be stored. */
export function hashesOf(keyHash: string): string[] {
  return [keyHash, storedHash(keyHash, true)];
}

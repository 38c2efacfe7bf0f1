import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing, VaultKey } from './key-ring';
import { readSealed, writeSealed, type Sealed } from './sealed';

/**
 * - `malformed`: not the text of a sealed secret;
 * - `unknown_key`: sealed with a key that the ring has not;
 * - `rejected`: altered, or sealed for another context, or with another key of that id.
 */
export type VaultErrorReason = 'malformed' | 'unknown_key' | 'rejected';

/** Never contains plaintext, ciphertext or keys. */
export class VaultError extends Error {
  override readonly name = 'VaultError';

  constructor(
    readonly reason: VaultErrorReason,
    message: string,
  ) {
    super(message);
  }
}

export interface Vault {
  /**
   * Seals a text with the ring's first key, for one context, such as `integration:<id>:password`: opened under any
   * other it is refused, so that a secret moved to another record is worthless. Sealing twice gives two different texts.
   */
  seal(plaintext: string, context: string): string;
  /** @throws VaultError */
  open(sealed: string, context: string): string;
  /** True for what should be opened and sealed anew: an older key of the ring sealed it. @throws VaultError if malformed */
  isStale(sealed: string): boolean;
}

/** AES-256-GCM (NIST SP 800-38D) with a random 96-bit IV: a key is good for some 2^32 secrets. */
const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

export function createVault(ring: KeyRing): Vault {
  const [current] = ring;
  const keys = new Map(ring.map((key) => [key.id, key]));
  return {
    seal: (plaintext, context) => sealWith(current, plaintext, context),
    open: (sealed, context) => {
      const read = understood(sealed);
      const key = keys.get(read.keyId);
      if (!key)
        throw new VaultError('unknown_key', `sealed with key ${read.keyId}, which is not in the key ring`);
      return openWith(key, read, context);
    },
    isStale: (sealed) => understood(sealed).keyId !== current.id,
  };
}

function sealWith(key: VaultKey, plaintext: string, context: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key.secret, iv, { authTagLength: tagLength });
  cipher.setAAD(boundData(key.id, context));
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return writeSealed({ keyId: key.id, iv, ciphertext, tag: cipher.getAuthTag() });
}

function openWith(key: VaultKey, { iv, ciphertext, tag }: Sealed, context: string): string {
  const decipher = createDecipheriv(algorithm, key.secret, iv, { authTagLength: tagLength });
  decipher.setAAD(boundData(key.id, context));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    throw new VaultError('rejected', 'the secret was altered or belongs to another context');
  }
}

function understood(sealed: string): Sealed {
  const read = readSealed(sealed, ivLength, tagLength);
  if (!read) throw new VaultError('malformed', 'this is not a sealed secret');
  return read;
}

/** An id has no full stop, so no other pair of id and context gives the same bytes. */
function boundData(keyId: string, context: string): Buffer {
  return Buffer.from(`v1.${keyId}.${context}`, 'utf8');
}

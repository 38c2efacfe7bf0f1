import { type KeyObject, createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import type { KeyRing } from './key-ring';
import type { VaultPublicKey } from './public-key';
import { readSealed, writeSealed, type Sealed } from './sealed';
import { X25519_BYTES, newKeyPair, privateKey, publicBytes, publicKey, sharedSecret } from './x25519';

/**
 * - `malformed`: not the text of a sealed secret;
 * - `unknown_key`: sealed with a key that the ring lacks;
 * - `rejected`: altered, or sealed for another context, or with another key of that ID.
 */
export type VaultErrorReason = 'malformed' | 'unknown_key' | 'rejected';

/** Never contains plaintext, ciphertext, or keys. */
export class VaultError extends Error {
  override readonly name = 'VaultError';

  constructor(
    readonly reason: VaultErrorReason,
    message: string,
  ) {
    super(message);
  }
}

/** Seals, but can't open, not even its own sealed texts. */
export interface Sealer {
  /**
   * Seals a text for one context, such as `integration:<id>:password`. With any other context, it can't be opened, so
   * that a secret that is moved to another record is worthless. Sealing twice gives two different texts.
   */
  seal(plaintext: string, context: string): string;
}

/** Seals for the ring's first key, and opens with all keys. */
export interface Vault extends Sealer {
  /** @throws VaultError */
  open(sealed: string, context: string): string;
  /**
   * Whether the text was encrypted with an older key of the ring, and should be re-encrypted. @throws VaultError if
   * malformed
   */
  isStale(sealed: string): boolean;
}

const algorithm = 'aes-256-gcm';
const keyLength = 32;
const ivLength = 12;
const tagLength = 16;

/** Seals with a public key. */
export function createSealer({ id, key }: VaultPublicKey): Sealer {
  const recipient = publicBytes(key);
  return {
    seal: (plaintext, context) => {
      const own = newKeyPair();
      const ephemeral = publicBytes(own.publicKey);
      const shared = sharedSecret(own.privateKey, key);
      if (!shared) throw new RangeError('This public key cannot encrypt');
      const { secret, iv } = keyFor({ keyId: id, ephemeral, recipient, shared, context });
      const cipher = createCipheriv(algorithm, secret, iv, { authTagLength: tagLength });
      cipher.setAAD(boundData(id, context));
      const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
      return writeSealed({ keyId: id, ephemeral, ciphertext, tag: cipher.getAuthTag() });
    },
  };
}

interface Opener {
  secret: KeyObject;
  recipient: Buffer;
}

/** The keys of the ring are X25519 private keys. */
export function createVault(ring: KeyRing): Vault {
  const openers = new Map(
    ring.map(({ id, secret: bytes }): [string, Opener] => {
      const secret = privateKey(bytes.export());
      return [id, { secret, recipient: publicBytes(secret) }];
    }),
  );
  const [{ id, secret: current }] = ring;
  const sealer = createSealer({ id, key: publicKey(publicBytes(privateKey(current.export()))) });
  return {
    ...sealer,
    open: (sealed, context) => {
      const read = understood(sealed);
      const opener = openers.get(read.keyId);
      if (!opener)
        throw new VaultError('unknown_key', `encrypted with key ${read.keyId}, which is not in the key ring`);
      return openWith(opener, read, context);
    },
    isStale: (sealed) => understood(sealed).keyId !== id,
  };
}

function openWith({ secret: own, recipient }: Opener, sealed: Sealed, context: string): string {
  const { keyId, ephemeral, ciphertext, tag } = sealed;
  const shared = sharedSecret(own, publicKey(ephemeral));
  if (!shared) throw rejected();
  const { secret, iv } = keyFor({ keyId, ephemeral, recipient, shared, context });
  const decipher = createDecipheriv(algorithm, secret, iv, { authTagLength: tagLength });
  decipher.setAAD(boundData(keyId, context));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    throw rejected();
  }
}

function rejected(): VaultError {
  return new VaultError('rejected', 'the secret was altered or belongs to another context');
}

function understood(sealed: string): Sealed {
  const read = readSealed(sealed, X25519_BYTES, tagLength);
  if (!read) throw new VaultError('malformed', 'this is not an encrypted secret');
  return read;
}

interface KeyMaterial {
  keyId: string;
  /** The two public keys. */
  ephemeral: Buffer;
  recipient: Buffer;
  shared: Buffer;
  context: string;
}

/** HKDF (RFC 5869) over the context of a secret. The key is used once, and so is its IV. */
function keyFor({ keyId, ephemeral, recipient, shared, context }: KeyMaterial): {
  secret: Buffer;
  iv: Buffer;
} {
  const salt = Buffer.concat([ephemeral, recipient]);
  const info = Buffer.concat([Buffer.from('carillon vault '), digest(boundData(keyId, context))]);
  const derived = Buffer.from(hkdfSync('sha256', shared, salt, info, keyLength + ivLength));
  return { secret: derived.subarray(0, keyLength), iv: derived.subarray(keyLength) };
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** An ID has no period, so no other pair of ID and context gives the same bytes. */
function boundData(keyId: string, context: string): Buffer {
  return Buffer.from(`v2.${keyId}.${context}`, 'utf8');
}

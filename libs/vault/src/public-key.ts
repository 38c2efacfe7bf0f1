import type { KeyObject } from 'node:crypto';
import { type KeyRing, KeyRingError, bytesOfKey, isKeyId } from './key-ring';
import { newKeyPair, privateKey, publicBytes, publicKey, sharedSecret } from './x25519';

/** A public key, which seals for the key with this ID and can't open. */
export interface VaultPublicKey {
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * Reads `id:key` from a config value, where the key is an X25519 public key, 32 bytes in base64: what `publicKeyOf`
 * writes.
 *
 * @throws KeyRingError if it is not such a key. The message never contains a part of the value
 */
export function parsePublicKey(text: string): VaultPublicKey {
  const [, id = '', base64 = ''] = /^([^:]*):(.*)$/s.exec(text.trim()) ?? [];
  if (!isKeyId(id)) throw new KeyRingError('the public key has an invalid ID: expected id:key');
  const bytes = bytesOfKey(base64);
  const key = bytes && publicKey(bytes);
  if (!key || !sharedSecret(newKeyPair().privateKey, key))
    throw new KeyRingError('the public key is invalid: expected the 32 bytes of an X25519 key in base64');
  return { id, key };
}

/** The text form of the ring's first public key. */
export function publicKeyOf([{ id, secret }]: KeyRing): string {
  return `${id}:${publicBytes(privateKey(secret.export())).toString('base64')}`;
}

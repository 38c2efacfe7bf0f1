import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
} from 'node:crypto';

/** The number of bytes of a private key, a public key, and a shared secret (RFC 7748 §5). */
export const X25519_BYTES = 32;

/** The bytes before a key in DER (RFC 8410 §7 and §4). */
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const spki = Buffer.from('302a300506032b656e032100', 'hex');

/** Any 32 bytes are a private key. */
export function privateKey(bytes: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8, bytes]), format: 'der', type: 'pkcs8' });
}

export function publicKey(bytes: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([spki, bytes]), format: 'der', type: 'spki' });
}

/** The 32 bytes of a public key, or of the public half of a private key. */
export function publicBytes(key: KeyObject): Buffer {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  return half.export({ format: 'der', type: 'spki' }).subarray(spki.length);
}

export function newKeyPair(): { privateKey: KeyObject; publicKey: KeyObject } {
  return generateKeyPairSync('x25519');
}

/** Undefined for a public key that would give all parties the same secret, all zeros (RFC 7748 §6.1). */
export function sharedSecret(own: KeyObject, other: KeyObject): Buffer | undefined {
  try {
    const secret = diffieHellman({ privateKey: own, publicKey: other });
    return secret.some((byte) => byte !== 0) ? secret : undefined;
  } catch {
    // OpenSSL refuses to derive such a secret.
    return undefined;
  }
}

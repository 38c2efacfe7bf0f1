import type { DkimAlgorithm } from '@carillon/contracts';
import { type KeyObject, createPrivateKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

/** A key with the name under which receivers find its public part. */
export interface StoredSigningKey {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: DkimAlgorithm;
  /** PKCS #8 in base64. */
  readonly privateKey: string;
}

/** A key that can sign. */
export interface SigningKey extends Omit<StoredSigningKey, 'privateKey'> {
  readonly key: KeyObject;
}

const generate = promisify(generateKeyPair);

/** Makes a key pair. `privateKey`: PKCS #8; `publicKey`: the form of DNS records. Both are in base64. */
export async function newSigningKey(
  algorithm: DkimAlgorithm,
): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } =
    algorithm === 'RSA_2048'
      ? await generate('rsa', { modulusLength: 2_048 })
      : await generate('ed25519', undefined);
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicBytes(algorithm, publicKey),
  };
}

/** @throws Error if the text is not a private key of this algorithm */
export function parseSigningKey({ privateKey, ...named }: StoredSigningKey): SigningKey {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  const expected = named.algorithm === 'RSA_2048' ? 'rsa' : 'ed25519';
  if (key.asymmetricKeyType !== expected) throw new Error(`The key is not of the type ${expected}`);
  return { ...named, key };
}

/** RFC 6376 §3.6.1 uses SubjectPublicKeyInfo, and RFC 8463 §4 the 32 bytes of the key. */
function publicBytes(algorithm: DkimAlgorithm, key: KeyObject): string {
  const der = key.export({ format: 'der', type: 'spki' });
  return (algorithm === 'RSA_2048' ? der : der.subarray(-32)).toString('base64');
}

/**
 * Prints new secrets for .env, one variable per line: the vault's key ring and its public key, the key ring of
 * unsubscribe links, the key of cursors, the key ring of erasures, and the operator's first API key. The argument is
 * the ID of the new keys, which is k1 by default.
 */
import { createPublicKey, generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(number, length) {
  let digits = '';
  for (let rest = number; digits.length < length; rest = Math.floor(rest / ALPHABET.length))
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
  return digits;
}

/** A key in the format of docs/api/README.md: 32 random characters and a checksum of all characters before it. */
function operatorKey() {
  const random = Array.from({ length: 32 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  const unchecked = `car_op_${random}`;
  return unchecked + base62(crc32(unchecked), 6);
}

/** The 32 bytes of a key are in its JWK: private in `d`, public in `x`. */
function base64Of(base64url) {
  return Buffer.from(base64url, 'base64url').toString('base64');
}

const [, , id = 'k1'] = process.argv;
const { privateKey } = generateKeyPairSync('x25519');
const { d } = privateKey.export({ format: 'jwk' });
const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
const newKey = () => randomBytes(32).toString('base64');

process.stdout.write(`VAULT_KEYS=${id}:${base64Of(d)}
VAULT_PUBLIC_KEY=${id}:${base64Of(x)}
LINK_KEYS=${id}:${newKey()}
CURSOR_KEY=${newKey()}
ERASURE_KEYS=${id}:${newKey()}
BOOTSTRAP_OPERATOR_KEY=${operatorKey()}
`);

/** Prints new secrets for .env, one variable a line: the key ring of the vault and the operator's first API key. */
import { randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(number, length) {
  let digits = '';
  for (let rest = number; digits.length < length; rest = Math.floor(rest / ALPHABET.length))
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
  return digits;
}

/** The form that docs/api.md gives for keys: 32 random characters and a checksum of all before it. */
function operatorKey() {
  const random = Array.from({ length: 32 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  const unchecked = `car_op_${random}`;
  return unchecked + base62(crc32(unchecked), 6);
}

process.stdout.write(`VAULT_KEYS=k1:${randomBytes(32).toString('base64')}\n`);
process.stdout.write(`BOOTSTRAP_OPERATOR_KEY=${operatorKey()}\n`);

import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** A new operator's key: `car_op_`, 32 random characters, and 6 that are the CRC-32 of all before them, in base 62. */
export function newOperatorKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join(
    '',
  );
  const body = `car_op_${random}`;
  return `${body}${inBase62(crc32(body))}`;
}

function inBase62(value: number): string {
  let rest = value;
  let text = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    text = BASE62.charAt(rest % BASE62.length) + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import { BASE32 } from '@carillon/contracts';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, thirty seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** RFC 6238 §5.2: one step before and after, for clocks that differ and codes that are typed slowly. */
const DRIFT = [0, -1, 1];
const BITS = 5;

/** The encryption context of the secret of a second factor. */
export function factorContext(loginId: ObjectId): string {
  return `login:${loginId.toHexString()}:second-factor`;
}

/** The time step of this code; null: the code is not valid now. */
export function stepOf(code: string, secret: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / STEP_MS);
  const given = Buffer.from(code);
  for (const drift of DRIFT) {
    const expected = Buffer.from(codeAt(current + drift, secret));
    if (given.length === expected.length && timingSafeEqual(given, expected)) return current + drift;
  }
  return null;
}

/** RFC 4226 §5.3. */
export function codeAt(step: number, secret: string): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(BITS, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

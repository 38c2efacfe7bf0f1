import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 4226 §4: 160 bits. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** RFC 4648 §6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, thirty seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** RFC 6238 §5.2: one step before and after, for clocks that differ and codes that are typed slowly. */
const DRIFT = [0, -1, 1];

/** A secret of TOTP, in base32. */
export function mintTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/**
 * The URI that an authenticator app reads from a QR code.
 * https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUri(secret: string, email: string): string {
  const issuer = 'Carillon';
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}

/** Codes of 80 bits in groups of four, each valid for one sign-in without the app. */
export function mintRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-').toLowerCase(),
  );
}

/** The stored hash of a recovery code, regardless of spelling. 80 random bits need no slow hash. */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', code.replace(/[\s-]/g, '').toUpperCase());
}

/** The time step of this code. Null: the code isn't valid now. */
export function stepOf(code: string, secret: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / STEP_MS);
  const actual = Buffer.from(code);
  for (const drift of DRIFT) {
    const expected = Buffer.from(codeAt(current + drift, secret));
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) return current + drift;
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

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(new RegExp(`.{${BITS}}`, 'g')) ?? [];
  return groups.map((group) => BASE32.charAt(parseInt(group, 2))).join('');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(BITS, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

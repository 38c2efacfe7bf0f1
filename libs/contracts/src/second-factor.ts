import { hash, randomBytes } from 'node:crypto';

/** RFC 4226 §4: 160 bits. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** RFC 4648 §6. */
export const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** A secret of TOTP, in base32. */
export function mintTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/**
 * The content of a QR code for authenticator apps. https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUri(secret: string, email: string): string {
  const issuer = 'Carillon';
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}

/** Codes of 80 bits in groups of four, each good for one sign-in without the app. */
export function mintRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-').toLowerCase(),
  );
}

/** The stored hash of a recovery code, in any spelling. 80 random bits need no slow hash. */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', code.replace(/[\s-]/g, '').toUpperCase());
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(new RegExp(`.{${BITS}}`, 'g')) ?? [];
  return groups.map((group) => BASE32.charAt(parseInt(group, 2))).join('');
}

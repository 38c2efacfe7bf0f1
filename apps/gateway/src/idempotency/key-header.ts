import { AppError, type FieldCode } from '@carillon/contracts';

/** In the spelling of the IETF's draft-ietf-httpapi-idempotency-key-header; Node gives names in lower case. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const KEY_HEADER = 'idempotency-key';
const MAX_LENGTH = 255;
const printable = /^[\x20-\x7e]*$/;

/** The key that a request came with; null if it has none. @throws AppError validation_failed */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = Array.isArray(header) ? header.join(', ') : header;
  if (key === '') throw refused('empty', 'This must not be empty');
  if (!printable.test(key)) throw refused('invalid_text', 'Only printable ASCII characters are allowed');
  if (key.length > MAX_LENGTH) throw refused('too_long', `This may have at most ${MAX_LENGTH} characters`);
  return key;
}

function refused(code: FieldCode, detail: string): AppError {
  return new AppError('validation_failed', undefined, [{ field: IDEMPOTENCY_KEY, code, detail }]);
}

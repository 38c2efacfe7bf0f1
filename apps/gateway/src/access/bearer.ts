import { AppError, apiKeyRole, hashApiKey } from '@carillon/contracts';

const form = /^bearer +(\S.*)$/i;

/**
 * Reads the key from an `Authorization` header (RFC 6750) and answers its hash. Null: by its checksum it can be no key, and
 * nobody need be asked. @throws AppError missing_api_key
 */
export function readKeyHash(authorization: string | undefined): string | null {
  const key = form.exec(authorization ?? '')?.[1]?.trimEnd();
  if (key === undefined) throw new AppError('missing_api_key', 'Send the header Authorization: Bearer <key>');
  return apiKeyRole(key) === null ? null : hashApiKey(key);
}

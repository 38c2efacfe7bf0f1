import { AppError, apiKeyRole, hashApiKey } from '@carillon/contracts';

const form = /^bearer +(\S.*)$/i;

/**
 * Reads the key from an `Authorization` header (RFC 6750) and answers its hash. What can be no key by its checksum is
 * refused here, without asking anybody.
 */
export function readKeyHash(authorization: string | undefined): string {
  const key = form.exec(authorization ?? '')?.[1]?.trimEnd();
  if (key === undefined) throw new AppError('missing_api_key', 'Send the header Authorization: Bearer <key>');
  if (apiKeyRole(key) === null) throw new AppError('invalid_api_key');
  return hashApiKey(key);
}

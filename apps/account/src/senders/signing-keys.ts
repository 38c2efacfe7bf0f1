import { type SigningKey, domainOf } from '@carillon/contracts';
import type { StoredSender } from './senders';

/** The DKIM keys of users. Implemented by the domains feature. */
export abstract class SigningKeys {
  /** The keys that sign emails from this domain. */
  abstract of(userId: string, domain: string): Promise<SigningKey[]>;
}

/** The domain that signs the emails of a sender. Null: Carillon doesn't compose them, or they aren't emails. */
export function signedDomain({ channel, provider, settings: { fromAddress } }: StoredSender): string | null {
  const isSigned = channel === 'EMAIL' && provider === 'SMTP' && typeof fromAddress === 'string';
  return isSigned ? domainOf(fromAddress) : null;
}

import { type SigningKey, domainOf } from '@carillon/contracts';
import type { StoredSender } from './senders';

/** The DKIM keys of users and of the operator. Implemented by the domains feature. */
export abstract class SigningKeys {
  /** The keys of an owner that sign emails from this domain. Null: the operator. */
  abstract of(owner: string | null, domain: string): Promise<SigningKey[]>;
}

/** The domain that signs the emails of a sender. Null: Carillon doesn't compose them, or they aren't emails. */
export function signedDomain({
  channel,
  provider,
  settings: { fromAddress },
}: Pick<StoredSender, 'channel' | 'provider' | 'settings'>): string | null {
  const isSigned = channel === 'EMAIL' && provider === 'SMTP' && typeof fromAddress === 'string';
  return isSigned ? domainOf(fromAddress) : null;
}

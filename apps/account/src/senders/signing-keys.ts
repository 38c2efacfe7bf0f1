import type { SigningKey } from '@carillon/contracts';

/** The DKIM keys of users. Implemented by the domains feature. */
export abstract class SigningKeys {
  /** The keys that sign emails from this domain. */
  abstract of(userId: string, domain: string): Promise<SigningKey[]>;
}

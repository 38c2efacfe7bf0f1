import type { SigningKey } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { SigningKeys } from '../senders';
import { Domains } from './domains';

@Injectable()
export class DomainSigningKeys extends SigningKeys {
  constructor(private readonly domains: Domains) {
    super();
  }

  /** The keys of the domain itself, or else of its nearest parent, that were found in DNS. */
  async of(owner: string | null, domain: string): Promise<SigningKey[]> {
    const names = domain.split('.').map((_, at, labels) => labels.slice(at).join('.'));
    const found = await this.domains.named(owner, names);
    const signing = found
      .map(({ domain: name, keys }) => ({ name, keys: keys.filter(({ state }) => state === 'ACTIVE') }))
      .filter(({ keys }) => keys.length > 0)
      .sort((a, b) => b.name.length - a.name.length);
    const [nearest] = signing;
    return (nearest?.keys ?? []).flatMap(({ id, selector, algorithm, sealed }) =>
      sealed === undefined || !nearest
        ? []
        : { keyId: id.toHexString(), domain: nearest.name, selector, algorithm, sealed },
    );
  }
}

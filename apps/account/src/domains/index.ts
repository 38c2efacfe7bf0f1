import type { Feature } from '@carillon/mongo';
import { SigningKeys } from '../senders';
import { CheckDomain } from './check-domain';
import { Dns } from './dns';
import { DomainRecord, DomainSchema } from './domain-document';
import { Domains } from './domains';
import { DomainsController } from './domains.controller';
import { EditDomains } from './edit-domains';
import { MakeKeys } from './make-keys';
import { RecheckDomains } from './recheck-domains';
import { ResealSigningKeys } from './reseal-signing-keys';
import { DomainSigningKeys } from './signing-keys';

export { Domains } from './domains';
export { ResealSigningKeys } from './reseal-signing-keys';

const collections = [{ name: DomainRecord.name, schema: DomainSchema }];

/** The providers for re-encrypting the private keys of domains. */
export const resealingKeys: Feature = { collections, providers: [Domains, ResealSigningKeys] };

/** The domains of From addresses: their DKIM keys, and checks of their DNS records. */
export const domains: Feature = {
  collections,
  controllers: [DomainsController],
  providers: [
    Domains,
    Dns,
    MakeKeys,
    CheckDomain,
    EditDomains,
    RecheckDomains,
    { provide: SigningKeys, useClass: DomainSigningKeys },
  ],
};

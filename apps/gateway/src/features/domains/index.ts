import type { Feature } from '@carillon/mongo';
import { DomainsController } from './domains.controller';

export { CreateDomain, canonicalDomain } from './domain.input';
export { OperatorDomainView, presentOperatorDomain } from './domain.presenter';

/** The domains of From addresses, which sign emails. */
export const domains: Feature = { controllers: [DomainsController] };

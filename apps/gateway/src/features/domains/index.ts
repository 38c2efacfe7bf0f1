import type { Feature } from '@carillon/mongo';
import { DomainsController } from './domains.controller';

/** The domains of From addresses, which sign emails. */
export const domains: Feature = { controllers: [DomainsController] };

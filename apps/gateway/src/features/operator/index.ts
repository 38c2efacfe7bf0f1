import type { Feature } from '@carillon/mongo';
import { OperatorDomainsController } from './operator-domains.controller';
import { OperatorErasuresController } from './operator-erasures.controller';
import { OperatorKeysController } from './operator-keys.controller';
import { OperatorController } from './operator.controller';
import { PricesController } from './prices.controller';
import { ProviderAccountsController } from './provider-accounts.controller';
import { SendingHealthController } from './sending-health.controller';

/**
 * Users, their keys, their deletions, operator keys, domains of the default sender, prices, provider accounts, and the
 * state of sending, for operators.
 */
export const operator: Feature = {
  controllers: [
    OperatorController,
    OperatorDomainsController,
    OperatorErasuresController,
    OperatorKeysController,
    PricesController,
    ProviderAccountsController,
    SendingHealthController,
  ],
};

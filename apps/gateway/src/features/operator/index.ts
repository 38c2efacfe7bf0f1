import type { Feature } from '@carillon/mongo';
import { OperatorErasuresController } from './operator-erasures.controller';
import { OperatorKeysController } from './operator-keys.controller';
import { OperatorController } from './operator.controller';
import { PricesController } from './prices.controller';
import { ProviderAccountsController } from './provider-accounts.controller';

/** Users, their keys, their deletions, operator keys, prices, and provider accounts, for operators. */
export const operator: Feature = {
  controllers: [
    OperatorController,
    OperatorErasuresController,
    OperatorKeysController,
    PricesController,
    ProviderAccountsController,
  ],
};

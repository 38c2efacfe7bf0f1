import type { Feature } from '@carillon/mongo';
import { QuotasController } from './quotas.controller';

/** Returns the quotas of a plan. Their defaults and their format: ../plan-quotas.ts. */
export const quotas: Feature = {
  controllers: [QuotasController],
};

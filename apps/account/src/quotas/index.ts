import type { Feature } from '@carillon/mongo';
import { QuotasController } from './quotas.controller';

/** Answers which quotas a plan has. Their defaults and their format: ../plan-quotas.ts. */
export const quotas: Feature = {
  controllers: [QuotasController],
};

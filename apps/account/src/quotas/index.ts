import type { Feature } from '@carillon/mongo';
import { QuotasController } from './quotas.controller';

/** The quotas of plans. */
export const quotas: Feature = {
  controllers: [QuotasController],
};

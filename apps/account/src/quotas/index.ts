import type { Feature } from '@carillon/platform';
import { QuotasController } from './quotas.controller';

/** The quotas of plans. */
export const quotas: Feature = {
  controllers: [QuotasController],
};

import type { Feature } from '@carillon/platform';
import { SuppressionsController } from './suppressions.controller';

/** Addresses that nobody may write to. */
export const suppressions: Feature = {
  controllers: [SuppressionsController],
};

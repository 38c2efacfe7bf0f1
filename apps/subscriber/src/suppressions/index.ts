import type { Feature } from '@carillon/platform';
import { EditSuppressions } from './edit-suppressions';
import { SuppressionRecord, SuppressionSchema, Suppressions } from './suppressions';
import { SuppressionsController } from './suppressions.controller';

export type { News } from './eligibility';
export { Suppressions } from './suppressions';

/** Addresses that must not be written to, and why. */
export const suppressions: Feature = {
  collections: [{ name: SuppressionRecord.name, schema: SuppressionSchema }],
  controllers: [SuppressionsController],
  providers: [Suppressions, EditSuppressions],
};

import type { Feature } from '@carillon/mongo';
import { UsageController } from './usage.controller';

/** What users have of the kinds that this service stores. */
export const usage: Feature = {
  controllers: [UsageController],
};

import type { Feature } from '@carillon/platform';
import { UsageController } from './usage.controller';

/** What users have of the kinds that this service stores. */
export const usage: Feature = {
  controllers: [UsageController],
};

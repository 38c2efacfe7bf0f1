import type { Feature } from '@carillon/mongo';
import { UsageController } from './usage.controller';

/** The usage of users for the quotas of this service. */
export const usage: Feature = {
  controllers: [UsageController],
};

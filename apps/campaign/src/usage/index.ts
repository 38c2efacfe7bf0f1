import type { Feature } from '@carillon/mongo';
import { UsageController } from './usage.controller';

/** How many campaigns users have. */
export const usage: Feature = {
  controllers: [UsageController],
};

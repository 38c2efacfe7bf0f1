import type { Feature } from '@carillon/platform';
import { UsageController } from './usage.controller';

/** How many campaigns users have. */
export const usage: Feature = {
  controllers: [UsageController],
};

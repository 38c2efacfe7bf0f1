import type { Feature } from '@carillon/mongo';
import { UsageController } from './usage.controller';

/** Counts the campaigns of users. */
export const usage: Feature = {
  controllers: [UsageController],
};

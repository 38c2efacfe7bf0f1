import type { Feature } from '@carillon/mongo';
import { UsageController } from './usage.controller';

/** Counts the campaigns and files of users. */
export const usage: Feature = {
  controllers: [UsageController],
};

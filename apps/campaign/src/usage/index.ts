import type { Feature } from '@carillon/mongo';
import { UsageController } from './usage.controller';

/** The numbers of users' campaigns. */
export const usage: Feature = {
  controllers: [UsageController],
};

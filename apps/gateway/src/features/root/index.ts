import type { Feature } from '@carillon/mongo';
import { RootController } from './root.controller';

/** Describes the service and the caller. */
export const root: Feature = {
  controllers: [RootController],
};

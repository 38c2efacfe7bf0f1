import type { Feature } from '@carillon/platform';
import { RootController } from './root.controller';

/** The service and the caller. */
export const root: Feature = {
  controllers: [RootController],
};

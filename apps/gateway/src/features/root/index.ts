import type { Feature } from '@carillon/mongo';
import { RootController } from './root.controller';

/** Who is asked, and who asks. */
export const root: Feature = {
  controllers: [RootController],
};

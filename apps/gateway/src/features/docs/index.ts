import type { Feature } from '@carillon/mongo';
import { DocsController } from './docs.controller';
import { ErrorsController } from './errors.controller';

export { DocsController } from './docs.controller';

/** Pages that describe the API and its errors. */
export const docs: Feature = {
  controllers: [DocsController, ErrorsController],
};

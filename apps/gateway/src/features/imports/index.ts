import type { Feature } from '@carillon/mongo';
import { FilesController } from './files.controller';
import { JobsController } from './jobs.controller';
import { Exports } from './downloads';
import { MappingsController } from './mappings.controller';
import { ReceiveFile } from './receive-file';

export { type ExportedFile, Exports, type Formulas, IsFormulas, cellFor, csvLine } from './downloads';
export { CSV } from './file-body';

/** Imports and exports of members as files. */
export const imports: Feature = {
  controllers: [FilesController, JobsController, MappingsController],
  providers: [ReceiveFile, Exports],
};

import type { Feature } from '@carillon/platform';
import { FilesController } from './files.controller';
import { JobsController } from './jobs.controller';
import { NoteExport } from './note-export';
import { ReceiveFile } from './receive-file';

export { type Formulas, cellFor, csvLine, sendFile } from './downloads';
export { CSV } from './file-body';
export { IsFormulas } from './formulas';
export { NoteExport } from './note-export';

/** Files of members, in and out. */
export const imports: Feature = {
  controllers: [FilesController, JobsController],
  providers: [ReceiveFile, NoteExport],
};

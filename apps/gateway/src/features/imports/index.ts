import type { Feature } from '@carillon/platform';
import { FilesController } from './files.controller';
import { JobsController } from './jobs.controller';
import { ReceiveFile } from './receive-file';

/** Files of members, in and out. */
export const imports: Feature = {
  controllers: [FilesController, JobsController],
  providers: [ReceiveFile],
};

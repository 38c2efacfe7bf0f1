import { type Feature, noteRelay } from '@carillon/mongo';
import { Attachments } from './attachments';
import { MediaRecord, MediaSchema } from './media-document';
import { MediaFiles } from './media-files';

export { Attachments } from './attachments';
export { MediaFiles } from './media-files';

/** The list of uploaded files. `media` receives, serves, and deletes them. */
export const mediaFiles: Feature = {
  collections: [{ name: MediaRecord.name, schema: MediaSchema }],
  controllers: [],
  providers: [MediaFiles, noteRelay(MediaRecord), Attachments],
};

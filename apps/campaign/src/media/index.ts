import { type Feature, noteRelay } from '@carillon/mongo';
import { EditMedia } from './edit-media';
import { MediaCleanup } from './media-cleanup';
import { MediaRecord, MediaSchema } from './media-document';
import { MediaFiles } from './media-files';
import { MediaController } from './media.controller';
import { ReceiveMedia } from './receive-media';
import { fileStorage } from './storage';
import { MediaPieceRecord, MediaPieceSchema, UploadPieces } from './upload-pieces';

export { MediaFiles } from './media-files';
export { UploadPieces } from './upload-pieces';

/** Images and other files that emails and messages link to. */
export const media: Feature = {
  collections: [
    { name: MediaRecord.name, schema: MediaSchema },
    { name: MediaPieceRecord.name, schema: MediaPieceSchema },
  ],
  controllers: [MediaController],
  providers: [
    fileStorage,
    UploadPieces,
    MediaFiles,
    noteRelay(MediaRecord),
    ReceiveMedia,
    MediaCleanup,
    EditMedia,
  ],
};

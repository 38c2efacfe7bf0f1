import type { Feature } from '@carillon/mongo';
import { EditMedia } from './edit-media';
import { MediaCleanup } from './media-cleanup';
import { MediaController } from './media.controller';
import { ReceiveMedia } from './receive-media';
import { fileStorage } from './storage';
import { MediaPieceRecord, MediaPieceSchema, UploadPieces } from './upload-pieces';

export { UploadPieces } from './upload-pieces';

/** Images and other files that emails and messages link to. */
export const media: Feature = {
  collections: [{ name: MediaPieceRecord.name, schema: MediaPieceSchema }],
  controllers: [MediaController],
  providers: [fileStorage, UploadPieces, ReceiveMedia, MediaCleanup, EditMedia],
};

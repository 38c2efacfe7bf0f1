import type { Feature } from '@carillon/mongo';
import { MediaController } from './media.controller';
import { ReceiveMedia } from './receive-media';
import { ServedMediaFiles } from './served-media';
import { ServedMediaController } from './served-media.controller';

/** Uploaded images and other files, and their public URLs. */
export const media: Feature = {
  controllers: [MediaController, ServedMediaController],
  providers: [ReceiveMedia, ServedMediaFiles],
};

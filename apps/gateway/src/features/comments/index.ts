import type { Feature } from '@carillon/mongo';
import { CommentsController } from './comments.controller';

/** What members and programs write about campaigns. */
export const comments: Feature = {
  controllers: [CommentsController],
};

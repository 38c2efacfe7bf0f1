import { type Feature, noteRelay } from '@carillon/mongo';
import { CommentRecord, CommentSchema } from './comment-document';
import { Comments } from './comments';
import { CommentsController } from './comments.controller';
import { EditComments } from './edit-comments';

export { Comments } from './comments';

/** What colleagues write about campaigns. */
export const comments: Feature = {
  collections: [{ name: CommentRecord.name, schema: CommentSchema }],
  controllers: [CommentsController],
  providers: [Comments, noteRelay(CommentRecord), EditComments],
};

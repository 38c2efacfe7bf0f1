import type { Feature } from '@carillon/mongo';
import {
  AttemptRecord,
  AttemptSchema,
  ChunkRecord,
  ChunkSchema,
  LineRecord,
  LineSchema,
} from './message-record';
import { Messages } from './messages';
import { MessagesController } from './messages.controller';
import { RemoveDeleted } from './remove-deleted';

export { type ChunkDocument, type LineDocument, type Message, toAttempt } from './message-record';
export { type Attempt, Messages } from './messages';

/** Pending and sent messages of endpoints, and the log of attempts. */
export const messages: Feature = {
  collections: [
    { name: ChunkRecord.name, schema: ChunkSchema },
    { name: LineRecord.name, schema: LineSchema },
    { name: AttemptRecord.name, schema: AttemptSchema },
  ],
  controllers: [MessagesController],
  providers: [Messages, RemoveDeleted],
};

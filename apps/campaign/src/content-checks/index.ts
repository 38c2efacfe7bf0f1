import type { Feature } from '@carillon/mongo';
import { CheckContent, ContentChecksController } from './check-content';

/** Checks the messages of a campaign before it is sent. */
export const contentChecks: Feature = {
  collections: [],
  controllers: [ContentChecksController],
  providers: [CheckContent],
};

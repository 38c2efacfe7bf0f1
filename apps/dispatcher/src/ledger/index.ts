import type { Feature } from '@carillon/mongo';
import { BatchRecord, BatchSchema } from './batch';
import { BatchCounts } from './batch-counts';
import { BatchOutbox } from './batch-outbox';
import { BatchQueue } from './batch-queue';
import { Batches } from './batches';
import { DeliveryKeyRecord, DeliveryKeySchema, DeliveryKeys, DeliveryLookUp } from './delivery-keys';
import { RecipientPageRecord, RecipientPageSchema, RecipientPages } from './recipient-pages';

export { isAlone, isRetryable, positionsToLease } from './apply';
export { batchId, idRange, seqOf } from './batch-document';
export type { Outstanding } from './batch-pipelines';
export {
  type Batch,
  type BatchLease,
  type Counts,
  type Exception,
  type Exclusion,
  type Fallback,
  type BatchOutcome,
} from './batch';
export { BatchCounts } from './batch-counts';
export { BatchOutbox, type BatchWithWebhookEvents, nextUser } from './batch-outbox';
export { BatchQueue, type DueBatch } from './batch-queue';
export { Batches, type DeliveryPosition } from './batches';
export {
  CHANGED_NOW,
  CHANGES_INDEX,
  type ChangedDocument,
  changeAt,
  changedDocuments,
} from './changed-documents';
export { removeSome } from './bulk-writes';
export { type Claim, DeliveryKeys, DeliveryLookUp } from './delivery-keys';
export { blank } from './exception-book';
export { positionsToFallBack } from './fall-back';
export type { Fact, Granted, Report, ReturnedItem, Settled } from './facts';
export { fromRanges, toRanges } from './positions';
export type { Piece } from './progress';
export {
  type PageRecipient,
  type PlanCursor,
  type RecipientPage,
  recipientPageId,
  RecipientPages,
  type Section,
} from './recipient-pages';
export { jitterOf, MAX_AGE_MS } from './retry-policy';
export { senderOf } from './senders';
export { type FinalCounts, hasQueued, inAllChannels } from './summary';
export { feedbackOf } from './report-rules';
export { type ReturnedCounts, statesOf } from './tally';
export { timelineOf } from './timeline';

/** Stores the state of each recipient. */
export const ledger: Feature = {
  collections: [
    { name: BatchRecord.name, schema: BatchSchema },
    { name: DeliveryKeyRecord.name, schema: DeliveryKeySchema },
    { name: RecipientPageRecord.name, schema: RecipientPageSchema },
  ],
  providers: [Batches, BatchCounts, BatchOutbox, BatchQueue, DeliveryKeys, DeliveryLookUp, RecipientPages],
};

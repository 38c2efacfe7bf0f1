import type { LeaderFeature } from '../leader';
import { FinishCancellations } from './cancellations';
import { DeleteLedgers, ExpireLedgers } from './ledger-retention';

/** Cancels the remaining batches of canceled campaigns, and deletes ledgers. */
export const retention: LeaderFeature = {
  leaderTasks: [FinishCancellations, ExpireLedgers, DeleteLedgers],
};

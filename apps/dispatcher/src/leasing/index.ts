import type { LeaderFeature } from '../leader';
import { GatherReports } from './delivery-reports';
import { ExpireBatches } from './expire-batches';
import { ExpireLeases, SettlementDrain } from './expire-leases';
import { LeaseBatch } from './lease-batch';
import { GatherReturned } from './returned-mails';
import { SettleBatch } from './settle-batch';
import { WorkersController } from './workers.controller';

/** Serves workers: leases batches, settles them, and records what providers report later. */
export const leasing: LeaderFeature = {
  controllers: [WorkersController],
  providers: [LeaseBatch, SettleBatch, SettlementDrain, GatherReports, GatherReturned],
  leaderTasks: [ExpireLeases, ExpireBatches],
};

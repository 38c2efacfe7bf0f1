import type { LeaderFeature } from '../leader';
import { GatherReports } from './delivery-reports';
import { ExpireBatches } from './expire-batches';
import { ExpireLeases, SettlementDrain } from './expire-leases';
import { LeaseBatch } from './lease-batch';
import { SettleBatch } from './settle-batch';
import { WorkersController } from './workers.controller';

/** What workers ask for and report: a lease of a batch, its results, and later what providers report. */
export const leasing: LeaderFeature = {
  controllers: [WorkersController],
  providers: [LeaseBatch, SettleBatch, SettlementDrain, GatherReports],
  leaderTasks: [ExpireLeases, ExpireBatches],
};

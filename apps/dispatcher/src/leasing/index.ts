import type { LeaderFeature } from '../leader';
import { GatherReports } from './delivery-reports';
import { ExpireBatches } from './expire-batches';
import { ExpireLeases, SettlementDrain } from './expire-leases';
import { LeaseBatch } from './lease-batch';
import { GatherReturned } from './returned-mails';
import { SettleBatch } from './settle-batch';
import { WorkersController } from './workers.controller';

export { Gathering } from './delivery-reports';

/** Serves workers: leases and settles batches, and records later provider reports. */
export const leasing: LeaderFeature = {
  controllers: [WorkersController],
  providers: [LeaseBatch, SettleBatch, SettlementDrain, GatherReports, GatherReturned],
  leaderTasks: [ExpireLeases, ExpireBatches],
};

import type { LeaderFeature } from '../leader';
import { ExpireBatches } from './expire-batches';
import { ExpireLeases, SettlementDrain } from './expire-leases';
import { LeaseBatch } from './lease-batch';
import { SettleBatch } from './settle-batch';
import { WorkersController } from './workers.controller';

/** Serves workers: leases batches, and settles them. */
export const leasing: LeaderFeature = {
  controllers: [WorkersController],
  providers: [LeaseBatch, SettleBatch, SettlementDrain],
  leaderTasks: [ExpireLeases, ExpireBatches],
};

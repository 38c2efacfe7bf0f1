import type { LeaderFeature } from '../leader';
import { AccountsController } from './accounts.controller';
import { BreakerRecord, BreakerSchema, Breakers, JudgeSender } from './breakers';
import { Turns } from './channel-capacity';
import { DueCampaigns } from './due-campaigns';
import { RateReservationRecord, RateReservationSchema, RateReservations } from './rate-reservations';
import { RampUpRecord, RampUpSchema, RampUps } from './ramp-ups';
import { OfferBatches, ReleaseBatches, TakeBackOffers } from './release-batches';
import { SendingProfiles } from './sending-profiles';
import { RemoveUnusedBreakers } from './unused-breakers';
import { RequestHeartbeats, WorkerRegistry } from './worker-registry';

export { type Breaker, Breakers, isPermanentFailure, JudgeSender } from './breakers';
export { RampUps, type RampUpShare } from './ramp-ups';
export { RateReservations } from './rate-reservations';
export { ReleaseBatches } from './release-batches';
export { isUnlimited, leaseLimit, leasesNeeded, type SendingLimits } from './sending-limits';
export { SendingProfiles } from './sending-profiles';
export { WorkerRegistry } from './worker-registry';

/** Decides which batch is offered next, based on capacity, fairness, breakers, and rates. */
export const releasing: LeaderFeature = {
  collections: [
    { name: BreakerRecord.name, schema: BreakerSchema },
    { name: RateReservationRecord.name, schema: RateReservationSchema },
    { name: RampUpRecord.name, schema: RampUpSchema },
  ],
  controllers: [AccountsController],
  providers: [
    Breakers,
    RateReservations,
    RampUps,
    SendingProfiles,
    WorkerRegistry,
    RequestHeartbeats,
    JudgeSender,
    Turns,
    DueCampaigns,
    OfferBatches,
    ReleaseBatches,
  ],
  leaderTasks: [TakeBackOffers, RemoveUnusedBreakers],
};

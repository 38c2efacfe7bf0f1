import { Module } from '@nestjs/common';
import { PlatformModule } from '@carillon/platform';
import { Breakers } from './breakers/breakers';
import { dispatcherConfig } from './config';
import { DatabaseClock } from './database-clock';
import { AnnounceCompleted } from './dispatches/announce-completed';
import { Announcements } from './dispatches/announcements';
import { CompleteDispatch } from './dispatches/complete-dispatch';
import { CompleteOpen } from './dispatches/complete-open';
import { Contents } from './dispatches/contents';
import { DispatchController } from './dispatches/dispatch.controller';
import { Dispatches } from './dispatches/dispatches';
import { OpenDispatch } from './dispatches/open-dispatch';
import { StopDispatch } from './dispatches/stop-dispatch';
import { Upkeep } from './dispatches/upkeep';
import { WindUp } from './dispatches/wind-up';
import { Addresses } from './ledger/addresses';
import { Batches } from './ledger/batches';
import { RemoveLedger } from './ledger/remove-ledger';
import { Rosters } from './ledger/rosters';
import { AudiencePages } from './planning/audience-pages';
import { FixRoutes } from './planning/fix-routes';
import { PlanDispatch } from './planning/plan-dispatch';
import { PlanPage } from './planning/plan-page';
import { PlanSchedule } from './planning/plan-schedule';
import { PlanTurn } from './planning/plan-turn';
import { FillLane } from './release/fill-lane';
import { KeepOffers } from './release/keep-offers';
import { LeaderLease } from './release/leader-lease';
import { OfferBatch } from './release/offer-batch';
import { ReleaseBatches } from './release/release-batches';
import { ReleaseSchedule } from './release/release-schedule';
import { DeliveryPages } from './report/delivery-pages';
import { ListDeliveries } from './report/list-deliveries';
import { Recount } from './report/recount';
import { ReportCampaign } from './report/report-campaign';
import { ReportController } from './report/report.controller';
import { Waiting } from './report/waiting';
import { AfterSettlement } from './settlement/after-settlement';
import { Barriers } from './settlement/barriers';
import { PassBarrier } from './settlement/pass-barrier';
import { SettleBatch } from './settlement/settle-batch';
import { SettlementController } from './settlement/settlement.controller';
import { SweepHand } from './settlement/sweep-hand';
import { SweepHands } from './settlement/sweep-hands';
import { FindWithdrawn } from './taking/find-withdrawn';
import { GrantHand } from './taking/grant-hand';
import { TakeBatch } from './taking/take-batch';
import { TakingController } from './taking/taking.controller';

/** What is stored, each the only one to touch its collection (reports read batches beside it). */
const collections = [Addresses, Barriers, Batches, Breakers, Contents, Dispatches, LeaderLease, Rosters];

/** A campaign's way: opened, planned page by page, released, taken, settled or swept, completed. */
const dispatching = [OpenDispatch, StopDispatch, CompleteDispatch, AnnounceCompleted, Announcements];
const planning = [PlanSchedule, PlanTurn, PlanDispatch, FixRoutes, AudiencePages, PlanPage];
const releasing = [ReleaseSchedule, ReleaseBatches, FillLane, OfferBatch];
const taking = [TakeBatch, FindWithdrawn, GrantHand];
const settling = [SettleBatch, AfterSettlement, PassBarrier];

/** What the leader looks after. */
const upkeep = [Upkeep, KeepOffers, SweepHands, SweepHand, WindUp, RemoveLedger, CompleteOpen];

const reporting = [ReportCampaign, Recount, Waiting, ListDeliveries, DeliveryPages];

@Module({
  imports: [PlatformModule.forService('dispatcher', { config: dispatcherConfig, database: true })],
  controllers: [DispatchController, TakingController, SettlementController, ReportController],
  providers: [
    DatabaseClock,
    ...collections,
    ...dispatching,
    ...planning,
    ...releasing,
    ...taking,
    ...settling,
    ...upkeep,
    ...reporting,
  ],
})
export class DispatcherModule {}

import { Module, type Provider } from '@nestjs/common';
import { PlatformModule } from '@carillon/platform';
import { Breakers } from './breakers/breakers';
import { IntegrationChangesController } from './breakers/integration-changes.controller';
import { JudgeIntegration } from './breakers/judge-integration';
import { TryChanged } from './breakers/try-changed';
import { CallbacksController } from './callbacks/callbacks.controller';
import { GatherReports } from './callbacks/gather-reports';
import { ReportBatch } from './callbacks/report-batch';
import { ReportCounts } from './callbacks/report-counts';
import { dispatcherConfig } from './config';
import { DatabaseClock } from './database-clock';
import { AnnounceCompleted } from './dispatches/announce-completed';
import { Announcements } from './dispatches/announcements';
import { CompleteDispatch } from './dispatches/complete-dispatch';
import { CompleteOpen } from './dispatches/complete-open';
import { Completions } from './dispatches/completions';
import { Contents } from './dispatches/contents';
import { DispatchController } from './dispatches/dispatch.controller';
import { Dispatches } from './dispatches/dispatches';
import { ExpireBatches } from './expiry/expire-batches';
import { OverdueBatches } from './expiry/overdue-batches';
import { HOLDER, nameHolder } from './holder';
import { Duties } from './leading/duties';
import { DUTIES, type Duty } from './leading/duty';
import { LeaderLease } from './leading/leader-lease';
import { Addresses } from './ledger/addresses';
import { Batches } from './ledger/batches';
import { RemoveLedger } from './ledger/remove-ledger';
import { Rosters } from './ledger/rosters';
import { Paces } from './limits/paces';
import { Portions } from './limits/portions';
import { SendingProfiles } from './limits/sending-profiles';
import { AudiencePages } from './planning/audience-pages';
import { FixRoutes } from './planning/fix-routes';
import { PlanDispatch } from './planning/plan-dispatch';
import { PlanOrPutOff } from './planning/plan-or-put-off';
import { PlanPage } from './planning/plan-page';
import { PlanSchedule } from './planning/plan-schedule';
import { PlanTurn } from './planning/plan-turn';
import { PlanningLine } from './planning/planning-line';
import { AdmitIntegration } from './release/admit-integration';
import { Backlog } from './release/backlog';
import { FillLane } from './release/fill-lane';
import { OfferBatch } from './release/offer-batch';
import { ReleaseBatches } from './release/release-batches';
import { ReleaseSchedule } from './release/release-schedule';
import { SurveyLanes } from './lanes/survey-lanes';
import { TakeBackOffer } from './release/take-back-offer';
import { TakeBackOffers } from './release/take-back-offers';
import { CountCampaign } from './report/count-campaign';
import { DeliveryPages } from './report/delivery-pages';
import { GetDelivery } from './report/get-delivery';
import { ListDeliveries } from './report/list-deliveries';
import { LostHands } from './report/lost-hands';
import { Recount } from './report/recount';
import { ReportCampaign } from './report/report-campaign';
import { ReportController } from './report/report.controller';
import { Waiting } from './report/waiting';
import { CountRetryable } from './retrying/count-retryable';
import { FailureCounts } from './retrying/failures';
import { RetryPage } from './retrying/retry-page';
import { RetryWalks } from './retrying/retry-walks';
import { RetryingController } from './retrying/retrying.controller';
import { RouteRetry } from './retrying/route-retry';
import { WalkRetries } from './retrying/walk-retries';
import { AfterSettlement } from './settlement/after-settlement';
import { Barriers } from './settlement/barriers';
import { HearOut } from './settlement/hear-out';
import { PassBarrier } from './settlement/pass-barrier';
import { SettleBatch } from './settlement/settle-batch';
import { SettlementController } from './settlement/settlement.controller';
import { SweepHand } from './settlement/sweep-hand';
import { SweepHands } from './settlement/sweep-hands';
import { OpenDispatch } from './steering/open-dispatch';
import { OrdersController } from './steering/orders.controller';
import { PauseDispatch } from './steering/pause-dispatch';
import { ResumeDispatch } from './steering/resume-dispatch';
import { RetryDispatch } from './steering/retry-dispatch';
import { SteeredDispatches } from './steering/steered-dispatches';
import { SteeringController } from './steering/steering.controller';
import { StopDispatch } from './steering/stop-dispatch';
import { AccountStanding } from './taking/account-standing';
import { DescribeHand } from './taking/describe-hand';
import { FindWithdrawn } from './taking/find-withdrawn';
import { DraftGrant } from './taking/draft-grant';
import { GrantHand } from './taking/grant-hand';
import { GrantOffer } from './taking/grant-offer';
import { HandSize } from './taking/hand-size';
import { HandTerms } from './taking/hand-terms';
import { ReservePace } from './taking/reserve-pace';
import { TakeBatch } from './taking/take-batch';
import { TakingController } from './taking/taking.controller';
import { CancelRest } from './winding-up/cancel-rest';
import { EndCancelled } from './winding-up/end-cancelled';
import { KeptLedgers } from './winding-up/kept-ledgers';
import { RetireLedgers } from './winding-up/retire-ledgers';
import { StoppedDispatches } from './winding-up/stopped-dispatches';
import { WindUp } from './winding-up/wind-up';
import { Unmanned } from './workers/unmanned';
import { CallWorkers } from './workers/call-workers';
import { WorkersController } from './workers/workers.controller';
import { Workforce } from './workers/workforce';

/** What is stored. Each collection is written by one of them, but for dispatches, which have a door for each who works on them. */
const collections = [Addresses, Barriers, Batches, Breakers, Contents, Paces, Rosters];
const dispatches = [Dispatches, SteeredDispatches, PlanningLine, KeptLedgers, StoppedDispatches];

/** A campaign's way: opened, planned page by page, released, taken, settled or swept, completed. */
const dispatching = [OpenDispatch, CompleteDispatch, Completions];
const steering = [PauseDispatch, ResumeDispatch, RetryDispatch, StopDispatch];
const announcing = [AnnounceCompleted, Announcements];
const planning = [PlanSchedule, PlanTurn, PlanOrPutOff, PlanDispatch, FixRoutes, AudiencePages, PlanPage];
const releasing = [
  ReleaseSchedule,
  ReleaseBatches,
  SurveyLanes,
  Backlog,
  OverdueBatches,
  FillLane,
  AdmitIntegration,
  OfferBatch,
  TakeBackOffer,
];
const retrying = [CountRetryable, FailureCounts, RetryWalks, RouteRetry, RetryPage];
const working = [CallWorkers, Workforce, Unmanned, Portions, SendingProfiles];
const taking = [
  TakeBatch,
  GrantOffer,
  HandTerms,
  HandSize,
  AccountStanding,
  FindWithdrawn,
  GrantHand,
  DraftGrant,
  ReservePace,
  DescribeHand,
];
const settling = [SettleBatch, AfterSettlement, JudgeIntegration, TryChanged, PassBarrier];
const hearing = [GatherReports, ReportBatch, ReportCounts];

/** What the leader looks after. */
const duties = [
  TakeBackOffers,
  ExpireBatches,
  SweepHands,
  EndCancelled,
  WindUp,
  WalkRetries,
  CompleteOpen,
  RetireLedgers,
];
const leading: Provider[] = [
  LeaderLease,
  Duties,
  ...duties,
  { provide: DUTIES, inject: duties, useFactory: (...all: Duty[]) => all },
];
const helping = [HearOut, SweepHand, CancelRest, RemoveLedger];

const reporting = [ReportCampaign, CountCampaign, Recount, Waiting, LostHands];
const deliveries = [ListDeliveries, GetDelivery, DeliveryPages];

@Module({
  imports: [PlatformModule.forService('dispatcher', { config: dispatcherConfig, database: true })],
  controllers: [
    DispatchController,
    OrdersController,
    SteeringController,
    WorkersController,
    IntegrationChangesController,
    TakingController,
    SettlementController,
    CallbacksController,
    RetryingController,
    ReportController,
  ],
  providers: [
    DatabaseClock,
    { provide: HOLDER, useFactory: nameHolder },
    ...collections,
    ...dispatches,
    ...dispatching,
    ...steering,
    ...announcing,
    ...planning,
    ...releasing,
    ...working,
    ...taking,
    ...settling,
    ...hearing,
    ...retrying,
    ...leading,
    ...helping,
    ...reporting,
    ...deliveries,
  ],
})
export class DispatcherModule {}

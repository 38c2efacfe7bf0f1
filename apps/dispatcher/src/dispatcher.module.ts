import { Module, type Provider } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PlatformModule } from '@carillon/platform';
import { AccountsController } from './releasing/accounts.controller';
import { BreakerRecord, Breakers, BreakerSchema } from './releasing/breakers';
import { JudgeIntegration } from './releasing/judge-integration';
import { GatherReports } from './delivery-reports/gather-reports';
import { CampaignEventsController } from './lifecycle/campaign-events.controller';
import { dispatcherConfig } from './config';
import { DatabaseClock } from './database-clock';
import { DispatchReadsController } from './report/dispatch-reads.controller';
import { Announcements } from './dispatch/announcements';
import { CompleteOpen, Completions } from './dispatch/completions';
import { ContentRecord, ContentSchema, ContentStore } from './dispatch/content-store';
import { DispatchRecord, DispatchSchema } from './dispatch/dispatch';
import { Dispatches } from './dispatch/dispatches';
import { ExpireBatches } from './leasing/expire-batches';
import { HOLDER, nameHolder } from './leader/holder';
import { LEADER_TASKS, type LeaderTask, LeaderTasks } from './leader/leader-tasks';
import { LeaderLease, LeaderState, LeaderStateRecord, LeaderStateSchema } from './leader/leader-lease';
import { DeliveryKeyRecord, DeliveryKeys, DeliveryKeySchema } from './ledger/delivery-keys';
import { BatchRecord, BatchSchema } from './ledger/batch';
import { Batches } from './ledger/batches';
import { RecipientPageRecord, RecipientPages, RecipientPageSchema } from './ledger/recipient-pages';
import { RateReservationRecord, RateReservations, RateReservationSchema } from './releasing/rate-reservations';
import { SendingProfiles } from './releasing/sending-profiles';
import { AudiencePages } from './planning/audience-pages';
import { PlanningLoop } from './planning/planning-loop';
import { PlanPage } from './planning/plan-page';
import { OfferBatches, ReleaseBatches, TakeBackOffers } from './releasing/release-batches';
import { CountCampaign } from './report/count-campaign';
import { Deliveries } from './report/deliveries';
import { ReportCampaign } from './report/report-campaign';
import { Waiting } from './report/waiting';
import { CountRetryable } from './retrying/count-retryable';
import { WalkRetries } from './retrying/walk-retries';
import { ExpireLeases, SettlementDrain } from './leasing/expire-leases';
import { SettleBatch } from './leasing/settle-batch';
import { DispatchLifecycle } from './lifecycle/lifecycle';
import { LeaseBatch } from './leasing/lease-batch';
import { FinishCancellations } from './retention/cancellations';
import { DeleteLedgers, ExpireLedgers } from './retention/ledger-retention';
import { WorkersController } from './leasing/workers.controller';
import { RequestHeartbeats, WorkerRegistry } from './workers/worker-registry';

const collections = MongooseModule.forFeature([
  { name: DispatchRecord.name, schema: DispatchSchema },
  { name: ContentRecord.name, schema: ContentSchema },
  { name: RecipientPageRecord.name, schema: RecipientPageSchema },
  { name: DeliveryKeyRecord.name, schema: DeliveryKeySchema },
  { name: BatchRecord.name, schema: BatchSchema },
  { name: BreakerRecord.name, schema: BreakerSchema },
  { name: RateReservationRecord.name, schema: RateReservationSchema },
  { name: LeaderStateRecord.name, schema: LeaderStateSchema },
]);

/** Each is the only one that writes what it is named after. */
const stores = [Dispatches, ContentStore, RecipientPages, DeliveryKeys, Batches, Breakers, RateReservations, LeaderState];

/** A campaign's way: opened, planned page by page, released, taken, settled or swept, completed. */
const dispatching = [DispatchLifecycle, Completions, Announcements];
const planning = [PlanningLoop, PlanPage, AudiencePages];
const releasing = [ReleaseBatches, OfferBatches];
const working = [RequestHeartbeats, WorkerRegistry, SendingProfiles];
const taking = [LeaseBatch];
const settling = [SettleBatch, JudgeIntegration, SettlementDrain, GatherReports];

/** What the leader looks after. */
const leaderTasks = [
  TakeBackOffers,
  ExpireBatches,
  ExpireLeases,
  FinishCancellations,
  DeleteLedgers,
  WalkRetries,
  CompleteOpen,
  ExpireLedgers,
];
const leading: Provider[] = [
  LeaderLease,
  LeaderTasks,
  ...leaderTasks,
  { provide: LEADER_TASKS, inject: leaderTasks, useFactory: (...all: LeaderTask[]) => all },
];

const reporting = [ReportCampaign, CountCampaign, Waiting, Deliveries, CountRetryable];

@Module({
  imports: [
    PlatformModule.forService('dispatcher', { config: dispatcherConfig, database: true }),
    collections,
  ],
  controllers: [CampaignEventsController, WorkersController, AccountsController, DispatchReadsController],
  providers: [
    DatabaseClock,
    { provide: HOLDER, useFactory: nameHolder },
    ...stores,
    ...dispatching,
    ...planning,
    ...releasing,
    ...working,
    ...taking,
    ...settling,
    ...leading,
    ...reporting,
  ],
})
export class DispatcherModule {}

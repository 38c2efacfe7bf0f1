import { Module, type Provider } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PlatformModule } from '@carillon/platform';
import { AccountsController } from './accounts.controller';
import { BreakerRecord, BreakerSchema, Breakers } from './breakers/breakers';
import { JudgeIntegration } from './breakers/judge-integration';
import { GatherReports } from './callbacks/gather-reports';
import { CampaignEventsController } from './campaign-events.controller';
import { dispatcherConfig } from './config';
import { DatabaseClock } from './database-clock';
import { DispatchReadsController } from './dispatch-reads.controller';
import { Announcements } from './dispatches/announcements';
import { CompleteOpen, Completions } from './dispatches/completions';
import { ContentRecord, ContentSchema, Contents } from './dispatches/contents';
import { DispatchRecord, DispatchSchema } from './dispatches/dispatch';
import { Dispatches } from './dispatches/dispatches';
import { ExpireBatches } from './expiry/expire-batches';
import { HOLDER, nameHolder } from './holder';
import { DUTIES, Duties, type Duty } from './leading/duties';
import { LeaderLease } from './leading/leader-lease';
import { LeaseRecord, LeaseSchema, Leases } from './leading/leases';
import { AddressRecord, AddressSchema, Addresses } from './ledger/addresses';
import { BatchRecord, BatchSchema } from './ledger/batch';
import { Batches } from './ledger/batches';
import { RosterRecord, RosterSchema, Rosters } from './ledger/rosters';
import { PaceRecord, PaceSchema, Paces } from './limits/paces';
import { SendingProfiles } from './limits/sending-profiles';
import { AudiencePages } from './planning/audience-pages';
import { PlanSchedule } from './planning/plan-schedule';
import { PlanTurn } from './planning/plan-turn';
import { FillLane } from './release/fill-lane';
import { ReleaseBatches } from './release/release-batches';
import { TakeBackOffers } from './release/take-back-offers';
import { CountCampaign } from './report/count-campaign';
import { Deliveries } from './report/deliveries';
import { ReportCampaign } from './report/report-campaign';
import { Waiting } from './report/waiting';
import { CountRetryable } from './retrying/count-retryable';
import { WalkRetries } from './retrying/walk-retries';
import { HearOut } from './settlement/hear-out';
import { SettleBatch } from './settlement/settle-batch';
import { SweepHands } from './settlement/sweep-hands';
import { SteerDispatches } from './steering/steer-dispatches';
import { HandTerms } from './taking/hand-terms';
import { TakeBatch } from './taking/take-batch';
import { EndCancelled } from './winding-up/end-cancelled';
import { RetireLedgers } from './winding-up/retire-ledgers';
import { WindUp } from './winding-up/wind-up';
import { WorkersController } from './workers.controller';
import { CallWorkers } from './workers/call-workers';
import { Workforce } from './workers/workforce';

const collections = MongooseModule.forFeature([
  { name: DispatchRecord.name, schema: DispatchSchema },
  { name: ContentRecord.name, schema: ContentSchema },
  { name: RosterRecord.name, schema: RosterSchema },
  { name: AddressRecord.name, schema: AddressSchema },
  { name: BatchRecord.name, schema: BatchSchema },
  { name: BreakerRecord.name, schema: BreakerSchema },
  { name: PaceRecord.name, schema: PaceSchema },
  { name: LeaseRecord.name, schema: LeaseSchema },
]);

/** Each is the only one that writes what it is named after. */
const stores = [Dispatches, Contents, Rosters, Addresses, Batches, Breakers, Paces, Leases];

/** A campaign's way: opened, planned page by page, released, taken, settled or swept, completed. */
const dispatching = [SteerDispatches, Completions, Announcements];
const planning = [PlanSchedule, PlanTurn, AudiencePages];
const releasing = [ReleaseBatches, FillLane];
const working = [CallWorkers, Workforce, SendingProfiles];
const taking = [TakeBatch, HandTerms];
const settling = [SettleBatch, JudgeIntegration, HearOut, GatherReports];

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

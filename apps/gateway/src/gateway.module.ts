import { PlatformModule } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Authenticator } from './access/authenticator';
import { DoubtfulKeys } from './access/doubtful-keys';
import { KeyUses } from './access/key-uses';
import { KnownPrincipals } from './access/known-principals';
import { AccountController } from './accounts/account.controller';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { AudienceController } from './audience/audience.controller';
import { AuditController } from './audit/audit.controller';
import { BroadcastsController } from './broadcasts.controller';
import { CalledBackIntegrations } from './callbacks/called-back-integrations';
import { CallbacksController } from './callbacks/callbacks.controller';
import { CheckCallback } from './callbacks/check-callback';
import { HearCallbacks } from './callbacks/hear-callbacks';
import { CampaignsController } from './campaigns/campaigns.controller';
import { SteeringController } from './campaigns/steering.controller';
import { InputGuard } from './input/input.guard';
import { gatewayConfig } from './config';
import { DocsController } from './docs/docs.controller';
import { ErrorsController } from './docs/errors.controller';
import { GroupsController } from './groups/groups.controller';
import { Claims } from './idempotency/claims';
import { IdempotencyKeyRecord, IdempotencyKeySchema, IdempotencyKeys } from './idempotency/idempotency-keys';
import { FilesController } from './imports/files.controller';
import { JobsController } from './imports/jobs.controller';
import { ReceiveFile } from './imports/receive-file';
import { IntegrationCommands } from './integrations/integration-commands';
import { IntegrationsController } from './integrations/integrations.controller';
import { KeyLimits } from './limits/key-limits';
import { SharedLimits } from './limits/shared-limits';
import { WrongKeys } from './limits/wrong-keys';
import { ClientNetworks } from './networks/client-networks';
import { OperatorController } from './operator/operator.controller';
import { Lists } from './paging/lists';
import { PreviewController } from './previews/preview.controller';
import { ProblemFilter } from './problems/problem.filter';
import { ReadReport } from './reports/read-report';
import { ReportsController } from './reports/reports.controller';
import { RootController } from './root.controller';
import { SubscribersController } from './subscribers/subscribers.controller';
import { SuppressionsController } from './suppressions/suppressions.controller';
import { TrialController } from './trials/trial.controller';
import { Unsubscribe, UnsubscribeController } from './unsubscribe/unsubscribe.controller';
import { EventsController, WatchReport } from './watching/events.controller';
import { OpenStreams } from './watching/open-streams';

/** The API: it knows who asks, checks what is asked, passes it on as commands and shows what comes back. */
@Module({
  imports: [
    PlatformModule.forService('gateway', { config: gatewayConfig, database: 'spared' }),
    MongooseModule.forFeature([{ name: IdempotencyKeyRecord.name, schema: IdempotencyKeySchema }]),
  ],
  controllers: [
    RootController,
    CampaignsController,
    SteeringController,
    AudienceController,
    PreviewController,
    TrialController,
    ReportsController,
    EventsController,
    SubscribersController,
    GroupsController,
    FilesController,
    JobsController,
    SuppressionsController,
    IntegrationsController,
    ApiKeysController,
    AccountController,
    OperatorController,
    AuditController,
    DocsController,
    ErrorsController,
    UnsubscribeController,
    CallbacksController,
    BroadcastsController,
  ],
  providers: [
    Authenticator,
    KnownPrincipals,
    DoubtfulKeys,
    KeyUses,
    SharedLimits,
    KeyLimits,
    WrongKeys,
    ClientNetworks,
    IdempotencyKeys,
    Claims,
    InputGuard,
    ProblemFilter,
    Lists,
    ReceiveFile,
    IntegrationCommands,
    ReadReport,
    OpenStreams,
    WatchReport,
    Unsubscribe,
    CalledBackIntegrations,
    CheckCallback,
    HearCallbacks,
  ],
})
export class GatewayModule {}

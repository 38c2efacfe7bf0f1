import { PlatformModule } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Authenticator } from './security/authenticator';
import { NegativeKeyCache } from './security/negative-key-cache';
import { KeyUses } from './security/key-uses';
import { PrincipalCache } from './security/principal-cache';
import { AccountController } from './features/account/account.controller';
import { ApiKeysController } from './features/api-keys/api-keys.controller';
import { AudienceController } from './features/audience/audience.controller';
import { AuditController } from './features/audit/audit.controller';
import { BroadcastsController } from './features/broadcasts/broadcasts.controller';
import { CallbackVerifications } from './features/callbacks/callback-verifications';
import { CheckCallback } from './features/callbacks/check-callback';
import { HearCallbacks } from './features/callbacks/hear-callbacks';
import { TwilioCallbacksController } from './features/callbacks/twilio-callbacks.controller';
import { CampaignsController } from './features/campaigns/campaigns.controller';
import { LifecycleController } from './features/campaigns/lifecycle.controller';
import { InputGuard } from './http/input/input.guard';
import { gatewayConfig } from './config';
import { DocsController } from './features/docs/docs.controller';
import { ErrorsController } from './features/docs/errors.controller';
import { GroupsController } from './features/groups/groups.controller';
import { Claims } from './server/idempotency/claims';
import {
  IdempotencyKeyRecord,
  IdempotencyKeySchema,
  IdempotencyKeys,
} from './server/idempotency/idempotency-keys';
import { FilesController } from './features/imports/files.controller';
import { JobsController } from './features/imports/jobs.controller';
import { ReceiveFile } from './features/imports/receive-file';
import { IntegrationCommands } from './features/integrations/integration-commands';
import { IntegrationsController } from './features/integrations/integrations.controller';
import { KeyLimits } from './http/rate-limits/key-limits';
import { SharedLimits } from './http/rate-limits/shared-limits';
import { FailedAuthenticationLimiter } from './http/rate-limits/failed-authentication-limiter';
import { ClientNetworks } from './security/client-networks';
import { OperatorController } from './features/operator/operator.controller';
import { Lists } from './http/paging/lists';
import { PreviewController } from './features/previews/preview.controller';
import { ProblemFilter } from './http/problems/problem.filter';
import { ReadReport } from './features/reports/read-report';
import { ReportsController } from './features/reports/reports.controller';
import { RootController } from './features/root/root.controller';
import { SubscribersController } from './features/subscribers/subscribers.controller';
import { SuppressionsController } from './features/suppressions/suppressions.controller';
import { TestSendController } from './features/test-sends/test-send.controller';
import { Unsubscribe, UnsubscribeController } from './features/unsubscribe/unsubscribe.controller';
import { EventsController, WatchReport } from './features/events/events.controller';
import { OpenStreams } from './features/events/open-streams';

/** The API: it knows who asks, checks what is asked, passes it on as commands and shows what comes back. */
@Module({
  imports: [
    PlatformModule.forService('gateway', { config: gatewayConfig, database: 'spared' }),
    MongooseModule.forFeature([{ name: IdempotencyKeyRecord.name, schema: IdempotencyKeySchema }]),
  ],
  controllers: [
    RootController,
    CampaignsController,
    LifecycleController,
    AudienceController,
    PreviewController,
    TestSendController,
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
    TwilioCallbacksController,
    BroadcastsController,
  ],
  providers: [
    Authenticator,
    PrincipalCache,
    NegativeKeyCache,
    KeyUses,
    SharedLimits,
    KeyLimits,
    FailedAuthenticationLimiter,
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
    CallbackVerifications,
    CheckCallback,
    HearCallbacks,
  ],
})
export class GatewayModule {}

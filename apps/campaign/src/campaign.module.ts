import { PlatformModule } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CampaignCommandsController } from './campaign-commands.controller';
import { CampaignReadsController } from './campaign-reads.controller';
import { CampaignRecord, CampaignSchema } from './campaigns/campaign-document';
import { Campaigns } from './campaigns/campaigns';
import { CompleteCampaign } from './campaigns/complete-campaign';
import { CreateCampaign } from './campaigns/create-campaign';
import { DeleteCampaigns } from './campaigns/delete-campaigns';
import { DuplicateCampaign } from './campaigns/duplicate-campaign';
import { GetCampaign } from './campaigns/get-campaign';
import { ListCampaigns } from './campaigns/list-campaigns';
import { PublishCampaign } from './campaigns/publish-campaign';
import { SendingPreconditions } from './campaigns/sending-preconditions';
import { TargetsGroup } from './campaigns/targets-group';
import { UpdateCampaign } from './campaigns/update-campaign';
import { campaignConfig } from './config';
import { DispatchEventsController } from './dispatch-events.controller';
import { DraftCommandsController } from './draft-commands.controller';
import { RelayEvents } from './outbox/relay-events';
import { RelaySchedule } from './outbox/relay-schedule';
import { CompiledEmails } from './preview/compiled-emails';
import { PreviewCampaign } from './preview/preview-campaign';
import { StartSchedule } from './schedule/start-schedule';
import { StartScheduled } from './schedule/start-scheduled';
import { CancelCampaign } from './steering/cancel-campaign';
import { ChangeStatus } from './steering/change-status';
import { PauseCampaign } from './steering/pause-campaign';
import { ResumeCampaign } from './steering/resume-campaign';
import { RetryCampaign } from './steering/retry-campaign';
import { UnscheduleCampaign } from './steering/unschedule-campaign';
import { SteeringCommandsController } from './steering-commands.controller';
import { BeginTrial } from './trials/begin-trial';
import { PrepareTrial } from './trials/prepare-trial';
import { SendTrial } from './trials/send-trial';
import { TestCampaign } from './trials/test-campaign';
import { TrialAllowanceRecord, TrialAllowanceSchema, TrialAllowances } from './trials/trial-allowances';
import { TrialRecord, Trials, TrialSchema } from './trials/trials';
import { TrialsController } from './trials/trials.controller';

const collections = MongooseModule.forFeature([
  { name: CampaignRecord.name, schema: CampaignSchema },
  { name: TrialRecord.name, schema: TrialSchema },
  { name: TrialAllowanceRecord.name, schema: TrialAllowanceSchema },
]);

/** Drafts, publishing and the status of campaigns. */
@Module({
  imports: [PlatformModule.forService('campaign', { config: campaignConfig, database: true }), collections],
  controllers: [
    CampaignCommandsController,
    DraftCommandsController,
    SteeringCommandsController,
    CampaignReadsController,
    DispatchEventsController,
    TrialsController,
  ],
  providers: [
    CreateCampaign,
    UpdateCampaign,
    DuplicateCampaign,
    PublishCampaign,
    DeleteCampaigns,
    CompleteCampaign,

    PauseCampaign,
    ResumeCampaign,
    CancelCampaign,
    UnscheduleCampaign,
    RetryCampaign,
    ChangeStatus,

    GetCampaign,
    ListCampaigns,
    TargetsGroup,
    PreviewCampaign,
    CompiledEmails,

    TestCampaign,
    BeginTrial,
    PrepareTrial,
    SendTrial,
    TrialAllowances,
    Trials,

    StartScheduled,
    StartSchedule,

    RelayEvents,
    RelaySchedule,

    Campaigns,
    SendingPreconditions,
  ],
})
export class CampaignModule {}

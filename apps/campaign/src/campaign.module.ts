import { PlatformModule } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CampaignRecord, CampaignSchema } from './campaigns/campaign-document';
import { Campaigns } from './campaigns/campaigns';
import { CampaignsController } from './campaigns/campaigns.controller';
import { ChangeStatus } from './campaigns/change-status';
import { CreateCampaign } from './campaigns/create-campaign';
import { DeleteCampaigns } from './campaigns/delete-campaigns';
import { DuplicateCampaign } from './campaigns/duplicate-campaign';
import { ListCampaigns } from './campaigns/list-campaigns';
import { PublishCampaign } from './campaigns/publish-campaign';
import { RetryCampaign } from './campaigns/retry-campaign';
import { SendingPreconditions } from './campaigns/sending-preconditions';
import { UpdateCampaign } from './campaigns/update-campaign';
import { campaignConfig } from './config';
import { RelayEvents } from './outbox/relay-events';
import { RelaySchedule } from './outbox/relay-schedule';
import { CompiledEmails } from './preview/compiled-emails';
import { PreviewCampaign } from './preview/preview-campaign';
import { StartScheduled } from './schedule/start-scheduled';
import { TestCampaign } from './test-sends/test-campaign';
import { TestSendAllowanceRecord, TestSendAllowanceSchema, TestSendAllowances } from './test-sends/test-send-allowances';
import { TestSendRecord, TestSendSchema, TestSends } from './test-sends/test-sends';
import { TrialsController } from './test-sends/test-sends.controller';

const collections = MongooseModule.forFeature([
  { name: CampaignRecord.name, schema: CampaignSchema },
  { name: TestSendRecord.name, schema: TestSendSchema },
  { name: TestSendAllowanceRecord.name, schema: TestSendAllowanceSchema },
]);

const drafting = [CreateCampaign, UpdateCampaign, DuplicateCampaign, DeleteCampaigns, ListCampaigns];
const sending = [PublishCampaign, ChangeStatus, RetryCampaign, SendingPreconditions, StartScheduled];
const announcing = [RelayEvents, RelaySchedule];
const looking = [PreviewCampaign, CompiledEmails, TestCampaign, TestSendAllowances, TestSends];

/** Drafts, publishing and the status of campaigns. */
@Module({
  imports: [PlatformModule.forService('campaign', { config: campaignConfig, database: true }), collections],
  controllers: [CampaignsController, TrialsController],
  providers: [Campaigns, ...drafting, ...sending, ...announcing, ...looking],
})
export class CampaignModule {}

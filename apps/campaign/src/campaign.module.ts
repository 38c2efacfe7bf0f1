import { PlatformModule } from '@carillon/platform';
import { Module } from '@nestjs/common';
import { CampaignCommandsController } from './campaign-commands.controller';
import { CampaignReadsController } from './campaign-reads.controller';
import { Campaigns } from './campaigns/campaigns';
import { CompleteCampaign } from './campaigns/complete-campaign';
import { CreateCampaign } from './campaigns/create-campaign';
import { DeleteCampaigns } from './campaigns/delete-campaigns';
import { GetCampaign } from './campaigns/get-campaign';
import { ListCampaigns } from './campaigns/list-campaigns';
import { PublishCampaign } from './campaigns/publish-campaign';
import { SendingPreconditions } from './campaigns/sending-preconditions';
import { TargetsGroup } from './campaigns/targets-group';
import { campaignConfig } from './config';
import { DispatchEventsController } from './dispatch-events.controller';
import { RelayEvents } from './outbox/relay-events';
import { RelaySchedule } from './outbox/relay-schedule';

/** Drafts, publishing and the status of campaigns. */
@Module({
  imports: [PlatformModule.forService('campaign', { config: campaignConfig, database: true })],
  controllers: [CampaignCommandsController, CampaignReadsController, DispatchEventsController],
  providers: [
    CreateCampaign,
    PublishCampaign,
    DeleteCampaigns,
    CompleteCampaign,

    GetCampaign,
    ListCampaigns,
    TargetsGroup,

    RelayEvents,
    RelaySchedule,

    Campaigns,
    SendingPreconditions,
  ],
})
export class CampaignModule {}

import type { Payload, Reply } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { CreateCampaign } from './campaigns/create-campaign';
import { DeleteCampaigns } from './campaigns/delete-campaigns';
import { PublishCampaign } from './campaigns/publish-campaign';
import { UnscheduleCampaign } from './steering/unschedule-campaign';

/** What may be done to campaigns before they go out, and for good. */
@Controller()
export class CampaignCommandsController {
  constructor(
    private readonly createCampaign: CreateCampaign,
    private readonly publishCampaign: PublishCampaign,
    private readonly unscheduleCampaign: UnscheduleCampaign,
    private readonly deleteCampaigns: DeleteCampaigns,
  ) {}

  @Command('campaign.create')
  create(command: Payload<'campaign.create'>): Promise<Reply<'campaign.create'>> {
    return this.createCampaign.execute(command);
  }

  @Command('campaign.publish')
  publish(command: Payload<'campaign.publish'>): Promise<Reply<'campaign.publish'>> {
    return this.publishCampaign.execute(command);
  }

  @Command('campaign.unschedule')
  unschedule(command: Payload<'campaign.unschedule'>): Promise<Reply<'campaign.unschedule'>> {
    return this.unscheduleCampaign.execute(command);
  }

  @Command('campaign.delete')
  delete(
    command: Payload<'campaign.delete'>,
    { messageId }: MessageContext,
  ): Promise<Reply<'campaign.delete'>> {
    return this.deleteCampaigns.execute(command, messageId);
  }
}

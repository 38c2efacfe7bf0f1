import type { Payload, Reply } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { DuplicateCampaign } from './campaigns/duplicate-campaign';
import { UpdateCampaign } from './campaigns/update-campaign';

/** What may be done with what a campaign says. */
@Controller()
export class DraftCommandsController {
  constructor(
    private readonly updateCampaign: UpdateCampaign,
    private readonly duplicateCampaign: DuplicateCampaign,
  ) {}

  @Command('campaign.update')
  update(
    command: Payload<'campaign.update'>,
    { messageId }: MessageContext,
  ): Promise<Reply<'campaign.update'>> {
    return this.updateCampaign.execute(command, messageId);
  }

  @Command('campaign.duplicate')
  duplicate(command: Payload<'campaign.duplicate'>): Promise<Reply<'campaign.duplicate'>> {
    return this.duplicateCampaign.execute(command);
  }
}

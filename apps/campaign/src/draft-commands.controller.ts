import type { Payload, Reply } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { UpdateCampaign } from './campaigns/update-campaign';

/** What may be done to what a draft says. */
@Controller()
export class DraftCommandsController {
  constructor(private readonly updateCampaign: UpdateCampaign) {}

  @Command('campaign.update')
  update(
    command: Payload<'campaign.update'>,
    { messageId }: MessageContext,
  ): Promise<Reply<'campaign.update'>> {
    return this.updateCampaign.execute(command, messageId);
  }
}

import type { Payload } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { CompleteCampaign } from './campaigns/complete-campaign';

/** What the dispatcher tells about a campaign. */
@Controller()
export class DispatchEventsController {
  constructor(private readonly completeCampaign: CompleteCampaign) {}

  @OnEvent('campaign.completed')
  completed(event: Payload<'campaign.completed'>): Promise<void> {
    return this.completeCampaign.execute(event);
  }
}

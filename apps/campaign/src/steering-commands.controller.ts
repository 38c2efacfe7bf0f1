import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { CancelCampaign } from './steering/cancel-campaign';
import { PauseCampaign } from './steering/pause-campaign';
import { ResumeCampaign } from './steering/resume-campaign';
import { RetryCampaign } from './steering/retry-campaign';

/** What may be done to a campaign that was published. */
@Controller()
export class SteeringCommandsController {
  constructor(
    private readonly pauseCampaign: PauseCampaign,
    private readonly resumeCampaign: ResumeCampaign,
    private readonly cancelCampaign: CancelCampaign,
    private readonly retryCampaign: RetryCampaign,
  ) {}

  @Command('campaign.pause')
  pause(command: Payload<'campaign.pause'>): Promise<Reply<'campaign.pause'>> {
    return this.pauseCampaign.execute(command);
  }

  @Command('campaign.resume')
  resume(command: Payload<'campaign.resume'>): Promise<Reply<'campaign.resume'>> {
    return this.resumeCampaign.execute(command);
  }

  @Command('campaign.cancel')
  cancel(command: Payload<'campaign.cancel'>): Promise<Reply<'campaign.cancel'>> {
    return this.cancelCampaign.execute(command);
  }

  @Command('campaign.retry')
  retry(command: Payload<'campaign.retry'>): Promise<Reply<'campaign.retry'>> {
    return this.retryCampaign.execute(command);
  }
}

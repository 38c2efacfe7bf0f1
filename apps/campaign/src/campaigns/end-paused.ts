import { BackgroundTask, Logger } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type CampaignConfig, campaignConfig } from '../config';
import { Campaigns } from './campaigns';

const DAY_MS = 24 * 3_600_000;
const LOOK_MS = 60_000;

/**
 * Cancels campaigns that were paused for too long, because deliveries and their addresses are kept until some time
 * after a campaign ends.
 */
@Injectable()
export class EndPaused extends BackgroundTask {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly log: Logger,
    @Inject(campaignConfig.token) private readonly config: CampaignConfig,
  ) {
    super({ name: 'ending paused campaigns', everyMs: LOOK_MS, stopsLate: true, log });
  }

  /** Cancels one campaign. Returns false if no campaign is due. */
  async round(): Promise<boolean> {
    const campaignId = await this.campaigns.cancelPaused(this.config.PAUSED_DAYS * DAY_MS);
    if (campaignId !== null)
      this.log.info({ campaignId }, 'a campaign was paused for too long and is canceled');
    return campaignId !== null;
  }
}

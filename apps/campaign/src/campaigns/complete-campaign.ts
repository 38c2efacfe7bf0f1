import type { Payload } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Campaigns } from './campaigns';

/** Every delivery of a run has ended: the campaign is SENT, if that run is still the current one. */
@Injectable()
export class CompleteCampaign {
  constructor(private readonly campaigns: Campaigns) {}

  execute({ campaignId, run, finishedAt }: Payload<'campaign.completed'>): Promise<void> {
    return this.campaigns.complete(campaignId, run, new Date(finishedAt));
  }
}

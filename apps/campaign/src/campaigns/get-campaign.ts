import { AppError, type Campaign, type Payload } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Campaigns } from './campaigns';

/** @throws AppError campaign_not_found, also for somebody else's campaign */
@Injectable()
export class GetCampaign {
  constructor(private readonly campaigns: Campaigns) {}

  async execute({ id, userId }: Payload<'campaign.get'>): Promise<Campaign> {
    const stored = await this.campaigns.find(id, userId);
    if (!stored) throw new AppError('campaign_not_found');
    return stored.campaign;
  }
}

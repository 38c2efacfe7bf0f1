import type { Campaign, Payload } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { ApproveCampaigns } from './approve-campaigns';

@Controller()
export class ApprovalsController {
  constructor(private readonly approveCampaigns: ApproveCampaigns) {}

  @Command('campaign.request-approval')
  request(command: Payload<'campaign.request-approval'>): Promise<Campaign> {
    return this.approveCampaigns.request(command);
  }

  @Command('campaign.withdraw-approval')
  withdraw(command: Payload<'campaign.withdraw-approval'>): Promise<Campaign> {
    return this.approveCampaigns.withdraw(command);
  }

  @Command('campaign.approve')
  approve(command: Payload<'campaign.approve'>): Promise<Campaign> {
    return this.approveCampaigns.approve(command);
  }

  @Command('campaign.reject')
  reject(command: Payload<'campaign.reject'>): Promise<Campaign> {
    return this.approveCampaigns.reject(command);
  }
}

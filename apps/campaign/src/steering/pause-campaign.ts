import type { Campaign, Payload } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { followedBy } from '../campaigns/status-change';
import { ChangeStatus } from './change-status';

/**
 * Holds a campaign that is being sent. What workers have in hand still goes out.
 * @throws AppError campaign_not_found, campaign_wrong_status
 */
@Injectable()
export class PauseCampaign {
  constructor(private readonly changeStatus: ChangeStatus) {}

  execute(command: Payload<'campaign.pause'>): Promise<Campaign> {
    return this.changeStatus.execute(command, {
      from: ['SENDING'],
      to: 'PAUSED',
      set: { status: 'PAUSED', pending: followedBy('campaign.paused') },
    });
  }
}

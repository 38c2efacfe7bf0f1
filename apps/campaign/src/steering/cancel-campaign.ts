import type { Campaign, Payload } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { overtakenBy } from '../campaigns/status-change';
import { ChangeStatus } from './change-status';

/**
 * Ends a campaign before its time, for good. What workers have in hand still goes out; an order to send that was not
 * announced yet never is.
 * @throws AppError campaign_not_found, campaign_wrong_status
 */
@Injectable()
export class CancelCampaign {
  constructor(private readonly changeStatus: ChangeStatus) {}

  execute(command: Payload<'campaign.cancel'>): Promise<Campaign> {
    return this.changeStatus.execute(command, {
      from: ['SENDING', 'PAUSED', 'SCHEDULED'],
      to: 'CANCELLED',
      set: { status: 'CANCELLED', finishedAt: '$$NOW', pending: overtakenBy('campaign.cancelled') },
    });
  }
}

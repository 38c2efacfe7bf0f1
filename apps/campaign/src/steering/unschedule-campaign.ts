import type { Campaign, Payload } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { ChangeStatus } from './change-status';

/**
 * Makes a scheduled campaign a draft again. Nobody was told of it yet, so nobody has to be told now.
 * @throws AppError campaign_not_found, campaign_wrong_status
 */
@Injectable()
export class UnscheduleCampaign {
  constructor(private readonly changeStatus: ChangeStatus) {}

  execute(command: Payload<'campaign.unschedule'>): Promise<Campaign> {
    return this.changeStatus.execute(command, {
      from: ['SCHEDULED'],
      to: 'DRAFT',
      set: { status: 'DRAFT', scheduledAt: null, maxLateness: null, dueAt: null },
    });
  }
}

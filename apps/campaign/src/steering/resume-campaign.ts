import type { Campaign, Payload } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { SendingPreconditions } from '../campaigns/sending-preconditions';
import { followedBy } from '../campaigns/status-change';
import { ChangeStatus } from './change-status';

/**
 * Goes on with a paused campaign. Its plan stays the one it was published on.
 * @throws AppError campaign_not_found, campaign_wrong_status, account_suspended
 */
@Injectable()
export class ResumeCampaign {
  constructor(
    private readonly changeStatus: ChangeStatus,
    private readonly preconditions: SendingPreconditions,
  ) {}

  async execute(command: Payload<'campaign.resume'>): Promise<Campaign> {
    await this.preconditions.planOf(command.userId);
    return this.changeStatus.execute(command, {
      from: ['PAUSED'],
      to: 'SENDING',
      set: { status: 'SENDING', pending: followedBy('campaign.resumed') },
    });
  }
}

import { AppError, type Campaign } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Campaigns } from '../campaigns/campaigns';
import type { StatusChange } from '../campaigns/status-change';
import { RelaySchedule } from '../outbox/relay-schedule';

/**
 * Takes a campaign from one status to another, in one atomic write; one that is there already stays as it is.
 * @throws AppError campaign_not_found; campaign_wrong_status
 */
@Injectable()
export class ChangeStatus {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly relay: RelaySchedule,
    private readonly log: Logger,
  ) {}

  async execute(subject: { id: string; userId: string }, change: StatusChange): Promise<Campaign> {
    const { id, userId } = subject;
    const changed = await this.campaigns.change(id, userId, change);
    if (changed) {
      this.log.info({ campaignId: id, status: change.to }, 'the status of a campaign was changed');
      this.relay.nudge();
      return changed.campaign;
    }
    const found = await this.campaigns.find(id, userId);
    if (!found) throw new AppError('campaign_not_found');
    const { campaign } = found;
    if (campaign.status === change.to) return campaign;
    // Somebody changed the campaign in between: what they left decides.
    if (change.from.includes(campaign.status)) return this.execute(subject, change);
    throw new AppError(
      'campaign_wrong_status',
      `A campaign that is ${campaign.status} cannot become ${change.to}`,
    );
  }
}

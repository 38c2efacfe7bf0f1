import { AppError, type Campaign, type Payload } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Campaigns } from '../campaigns/campaigns';
import { asStepped } from '../campaigns/replay';
import type { StatusChange } from '../campaigns/status-change';
import { RelaySchedule } from '../outbox/relay-schedule';

/**
 * Takes a campaign from one status to another, in one atomic write; one that is there already stays as it is. Repeated with
 * the same request id, it changes nothing and answers as the first time.
 * @throws AppError campaign_not_found; campaign_wrong_status
 */
@Injectable()
export class ChangeStatus {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly relay: RelaySchedule,
    private readonly log: Logger,
  ) {}

  async execute(step: Payload<'campaign.pause'>, change: StatusChange): Promise<Campaign> {
    const { id, userId, requestId } = step;
    const changed = await this.campaigns.change(step, change);
    if (changed) {
      this.log.info({ campaignId: id, status: change.to }, 'the status of a campaign was changed');
      this.relay.nudge();
      return changed.campaign;
    }
    const found = await this.campaigns.find(id, userId);
    if (!found) throw new AppError('campaign_not_found');
    const { campaign, steps } = found;
    if (steps.includes(requestId)) return asStepped(campaign, change.to);
    if (campaign.status === change.to) return campaign;
    // Somebody changed the campaign in between: what they left decides.
    if (change.from.includes(campaign.status)) return this.execute(step, change);
    throw new AppError(
      'campaign_wrong_status',
      `A campaign that is ${campaign.status} cannot become ${change.to}`,
    );
  }
}

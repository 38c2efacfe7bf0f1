import { AppError, type Campaign, type Payload } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { RelaySchedule } from '../outbox/relay-schedule';
import { Campaigns } from './campaigns';
import { asPublished } from './replay';
import { SendingPreconditions } from './sending-preconditions';

/**
 * Turns a draft into a running campaign and records that it must be announced, in one atomic write.
 * Repeated with the same request id, it answers as the first time.
 * @throws AppError campaign_not_found, campaign_not_draft, campaign_groups_missing naming each, account_suspended
 */
@Injectable()
export class PublishCampaign {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly relay: RelaySchedule,
    private readonly clock: Clock,
  ) {}

  async execute(command: Payload<'campaign.publish'>): Promise<Campaign> {
    const { id, userId, start } = command;
    const draft = await this.campaigns.find(id, userId);
    if (!draft) throw new AppError('campaign_not_found');
    if (draft.startRequestId === start.requestId) return asPublished(draft.campaign);
    if (draft.campaign.status !== 'DRAFT') throw new AppError('campaign_not_draft');

    const [missing, plan] = await Promise.all([
      this.preconditions.missingGroups(userId, draft.campaign.groups),
      this.preconditions.planOf(userId),
    ]);
    if (missing.length > 0) throw new AppError('campaign_groups_missing', undefined, missing);

    const published = await this.campaigns.startSending(id, draft.rev, {
      requestId: start.requestId,
      plan,
      at: this.clock.now(),
    });
    // Somebody changed the campaign meanwhile: what they left decides.
    if (!published) return this.execute(command);
    this.relay.nudge();
    return asPublished(published.campaign);
  }
}

import { AppError, type Campaign, type Payload } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { RelaySchedule } from '../outbox/relay-schedule';
import { Campaigns } from './campaigns';
import { asPublished, startOrder } from './replay';
import { SendingPreconditions } from './sending-preconditions';

/**
 * Turns a draft into a running campaign and records that it must be announced, in one atomic write; or into a scheduled
 * one, of which nobody hears before its time.
 * Repeated with the same request id, it answers as the first time.
 * @throws AppError validation_failed for an untimely schedule, campaign_not_found, campaign_not_draft, campaign_groups_missing naming each, account_suspended
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
    const found = await this.campaigns.find(id, userId);
    if (found?.order?.requestId === start.requestId) return asPublished(found.campaign, found.order);
    await this.preconditions.requireTimely(start.scheduledAt);
    if (!found) throw new AppError('campaign_not_found');
    if (found.campaign.status !== 'DRAFT') throw new AppError('campaign_not_draft');

    const [missing, plan] = await Promise.all([
      this.preconditions.missingGroups(userId, found.campaign.groups),
      this.preconditions.planOf(userId),
    ]);
    if (missing.length > 0) throw new AppError('campaign_groups_missing', undefined, missing);

    const order = startOrder(start, this.clock.now());
    const published = await this.campaigns.publish(id, found.rev, order, plan);
    // Somebody changed the campaign meanwhile: what they left decides.
    if (!published) return this.execute(command);
    this.relay.nudge();
    return asPublished(published.campaign, order);
  }
}

import { AppError, type Campaign, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import { Campaigns } from './campaigns';
import { asRetried } from './replay';
import { SendingPreconditions } from './sending-preconditions';
import { RelaySchedule } from '../outbox/relay-schedule';

/**
 * Sends a campaign that has ended once more to those whom it did not reach. Repeated with the same request id, it answers
 * as the first time.
 * @throws AppError campaign_not_found, campaign_wrong_status, nothing_to_retry, account_suspended
 */
@Injectable()
export class RetryCampaign {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly messenger: Messenger,
    private readonly relay: RelaySchedule,
  ) {}

  async execute(command: Payload<'campaign.retry'>): Promise<Campaign> {
    const { id, userId, requestId, selection } = command;
    const ended = await this.campaigns.get(id, userId);
    if (ended.retries.includes(requestId)) return asRetried(ended.campaign);
    const { status } = ended.campaign;
    if (status !== 'SENT')
      throw new AppError('campaign_wrong_status', `A campaign that is ${status} cannot be retried`);
    await this.preconditions.planOf(userId);

    const { count } = await this.messenger.request('dispatch.retryable', {
      userId,
      campaignId: id,
      selection,
    });
    if (count === 0) throw new AppError('nothing_to_retry');

    const retried = await this.campaigns.retry(id, ended, { requestId, selection });
    // Somebody changed the campaign meanwhile: what they left decides.
    if (!retried) return this.execute(command);
    this.relay.nudge();
    return asRetried(retried.campaign);
  }
}

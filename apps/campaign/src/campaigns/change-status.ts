import { AppError, type Campaign, type Payload } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { RelaySchedule } from '../outbox/relay-schedule';
import { Campaigns } from './campaigns';
import { asStepped } from './replay';
import { SendingPreconditions } from './sending-preconditions';
import { type StatusChange, followedBy, overtakenBy } from './status-change';

/** All four steps say the same of themselves. */
type Step = Payload<'campaign.pause'>;

/**
 * Takes a campaign from one status to another, in one atomic write; one that is there already stays as it is. Repeated with
 * the same request id, it changes nothing and answers as the first time. What workers have in flight still goes out.
 * @throws AppError campaign_not_found; campaign_wrong_status
 */
@Injectable()
export class ChangeStatus {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly relay: RelaySchedule,
    private readonly log: Logger,
  ) {}

  /** Holds a campaign that is being sent. */
  pause(step: Step): Promise<Campaign> {
    return this.change(step, {
      from: ['SENDING'],
      to: 'PAUSED',
      set: { status: 'PAUSED', pending: followedBy('campaign.paused') },
    });
  }

  /** Goes on with a paused campaign. Its plan stays the one it was published on. @throws AppError account_suspended, too */
  async resume(step: Step): Promise<Campaign> {
    await this.preconditions.planOf(step.userId);
    return this.change(step, {
      from: ['PAUSED'],
      to: 'SENDING',
      set: { status: 'SENDING', pending: followedBy('campaign.resumed') },
    });
  }

  /** Ends a campaign before its time, for good; an order to send that was not announced yet never is. */
  cancel(step: Step): Promise<Campaign> {
    return this.change(step, {
      from: ['SENDING', 'PAUSED', 'SCHEDULED'],
      to: 'CANCELLED',
      set: { status: 'CANCELLED', finishedAt: '$$NOW', pending: overtakenBy('campaign.cancelled') },
    });
  }

  /** Makes a scheduled campaign a draft again. Nobody was told of it yet, so nobody has to be told now. */
  unschedule(step: Step): Promise<Campaign> {
    return this.change(step, {
      from: ['SCHEDULED'],
      to: 'DRAFT',
      set: { status: 'DRAFT', scheduledAt: null, maxLateness: null, dueAt: null },
    });
  }

  private async change(step: Step, change: StatusChange): Promise<Campaign> {
    const { id, userId, requestId } = step;
    const changed = await this.campaigns.change(step, change);
    if (changed) {
      this.log.info({ campaignId: id, status: change.to }, 'the status of a campaign was changed');
      this.relay.nudge();
      return changed.campaign;
    }
    const { campaign, steps } = await this.campaigns.get(id, userId);
    if (steps.includes(requestId)) return asStepped(campaign, change.to);
    if (campaign.status === change.to) return campaign;
    // Somebody changed the campaign in between: what they left decides.
    if (change.from.includes(campaign.status)) return this.change(step, change);
    throw new AppError(
      'campaign_wrong_status',
      `A campaign that is ${campaign.status} cannot become ${change.to}`,
    );
  }
}

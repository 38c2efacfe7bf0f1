import { AppError, type Campaign, type Payload } from '@carillon/contracts';
import { Clock, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { campaignNote } from './campaign-notes';
import { campaignNotice, noticesAnd } from './campaign-notices';
import { type StatusChange, followedBy, overtakenBy } from './campaign-document';
import { Campaigns } from './campaigns';
import { asStepped } from './replay';
import { SendingPreconditions } from './sending-preconditions';

/** All four changes have the same command. */
type Step = Payload<'campaign.pause'>;

/**
 * Changes the status of a campaign in one atomic write. A campaign that already has the new status stays as it is.
 * Idempotent by request ID. Messages in flight are still sent.
 * @throws AppError campaign_not_found; campaign_wrong_status
 */
@Injectable()
export class ChangeStatus {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Pauses a campaign that is being sent. */
  pause(step: Step): Promise<Campaign> {
    return this.change(step, {
      from: ['SENDING'],
      to: 'PAUSED',
      action: 'campaign.paused',
      set: {
        status: 'PAUSED',
        pausedAt: '$$NOW',
        waitsSince: null,
        pending: followedBy('campaign.paused'),
        notices: noticesAnd(campaignNotice('campaign.paused', this.clock.now(), { by: step.by })),
      },
    });
  }

  /** Resumes a paused campaign, with the plan at publish. @throws AppError also account_suspended */
  async resume(step: Step): Promise<Campaign> {
    await this.preconditions.planOf(step.userId);
    return this.change(step, {
      from: ['PAUSED'],
      to: 'SENDING',
      action: 'campaign.resumed',
      set: {
        status: 'SENDING',
        statusReason: null,
        pausedAt: null,
        waitsSince: '$$NOW',
        pending: followedBy('campaign.resumed'),
      },
    });
  }

  /** Cancels a campaign permanently. A pending order to send is never announced. */
  cancel(step: Step): Promise<Campaign> {
    return this.change(step, {
      from: ['SENDING', 'PAUSED', 'SCHEDULED'],
      to: 'CANCELLED',
      action: 'campaign.cancelled',
      set: {
        status: 'CANCELLED',
        statusReason: null,
        finishedAt: '$$NOW',
        waitsSince: null,
        pending: overtakenBy('campaign.cancelled'),
      },
    });
  }

  /** Returns a scheduled campaign to draft. The campaign was never announced, so no event is stored. */
  unschedule(step: Step): Promise<Campaign> {
    return this.change(step, {
      from: ['SCHEDULED'],
      to: 'DRAFT',
      action: 'campaign.unscheduled',
      set: { status: 'DRAFT', scheduledAt: null, maxLateness: null, dueAt: null },
    });
  }

  private async change(step: Step, change: StatusChange): Promise<Campaign> {
    const { id, userId, requestId, by } = step;
    const campaign = { id, userId, name: null };
    const note = campaignNote(change.action, { campaign, by, at: this.clock.now() });
    const changed = await this.campaigns.change(step, change, note);
    if (changed) {
      this.log.info({ campaignId: id, status: change.to }, 'campaign status changed');
      return changed.campaign;
    }
    const { campaign: found, steps } = await this.campaigns.get(id, userId);
    if (steps.includes(requestId)) return asStepped(found, change.to);
    if (found.status === change.to) return found;
    // The campaign changed in the meantime: read it again.
    if (change.from.includes(found.status)) return this.change(step, change);
    throw new AppError(
      'campaign_wrong_status',
      `A campaign with the status ${found.status} cannot become ${change.to}`,
    );
  }
}

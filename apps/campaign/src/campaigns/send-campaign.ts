import { AppError, type Campaign, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, SharedCounts } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { withdrawn } from './approval';
import { ApprovalEvents } from './approval-events';
import { publishedNote, rescheduledNote, retriedNote } from './campaign-notes';
import { Campaigns } from './campaigns';
import { requireComplete, requireDraft } from './draft';
import { PublishChecks } from './publish-checks';
import { asPublished, asRescheduled, asRetried, startOrder } from './replay';
import { SendingPreconditions } from './sending-preconditions';
import { Spending } from './spending';

/** Sends a campaign: publishes a draft, changes when it starts, or retries a campaign that was SENT. */
@Injectable()
export class SendCampaign {
  /** Limits concurrent counts, because a count reads the failures of all batches of a campaign. */
  private readonly counts = new SharedCounts<number>('retries');

  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly checks: PublishChecks,
    private readonly spending: Spending,
    private readonly events: ApprovalEvents,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /**
   * In one atomic write, turns a draft into a running campaign and records the event to announce, or turns it into a
   * scheduled campaign, which is announced when it starts. A repeat with the same request ID gets the same reply.
   * @throws AppError validation_failed for an untimely schedule or an email that is too complex, campaign_not_found,
   * campaign_not_draft, campaign_incomplete naming each missing field, campaign_groups_missing,
   * campaign_audience_missing, campaign_senders_missing, campaign_attachments_missing, and campaign_templates_unusable
   * naming each, account_suspended, approval_required, quota_exceeded if the account would spend more in this month than
   * it may
   */
  async publish(command: Payload<'campaign.publish'>): Promise<Campaign> {
    const { id, userId, start } = command;
    const found = await this.campaigns.find(id, userId);
    if (found?.order?.requestId === start.requestId) return asPublished(found.campaign, found.order);
    await this.preconditions.requireTimely(start.scheduledAt);
    if (!found) throw new AppError('campaign_not_found');
    requireDraft(found.campaign);
    requireComplete(found.campaign);
    const { isApprovalRequired, ...parts } = await this.checks.passed(found.campaign);
    const { approval } = found;
    const isApproved = approval?.state === 'APPROVED';
    if (isApprovalRequired && !isApproved) throw new AppError('approval_required');
    const { problem: excess, expectedCost } = await this.spending.expect(found.campaign);
    if (excess) throw excess;

    const at = this.clock.now();
    const order = startOrder(start, at);
    const note = publishedNote({ campaign: found.campaign, by: command.by, at }, order);
    const after = approval && (isApproved ? approval : withdrawn(approval, null, at));
    const published = await this.campaigns.publish(id, found.rev, {
      ...parts,
      ...(expectedCost && { expectedCost }),
      ...(isApproved && { frozenAudience: approval.frozenAudience }),
      order,
      approval: after,
      notes: [note],
      pendingWebhookEvents: after && after !== approval ? await this.events.of(found.campaign, after) : [],
    });
    // The campaign changed in the meantime: read it again.
    return published ? asPublished(published.campaign, order) : this.publish(command);
  }

  /**
   * Changes the time of a scheduled campaign in one write, so that it never becomes a draft in between. A campaign that
   * is about to start either starts at its previous time or at the new one. A repeat with the same request ID gets the
   * same reply.
   * @throws AppError validation_failed for an untimely schedule, campaign_not_found, campaign_wrong_status
   */
  async reschedule(command: Payload<'campaign.reschedule'>): Promise<Campaign> {
    const { id, userId, requestId, scheduledAt, by } = command;
    const { campaign, rev, steps } = await this.campaigns.get(id, userId);
    if (steps.includes(requestId)) return asRescheduled(campaign, command);
    await this.preconditions.requireTimely(scheduledAt);
    const { status } = campaign;
    if (status !== 'SCHEDULED')
      throw new AppError(
        'campaign_wrong_status',
        `A campaign with the status ${status} has no scheduled time`,
      );
    const note = rescheduledNote({ campaign, by, at: this.clock.now() }, campaign.scheduledAt, scheduledAt);
    const rescheduled = await this.campaigns.reschedule(command, rev, note);
    // The campaign changed in the meantime: read it again.
    return rescheduled ? rescheduled.campaign : this.reschedule(command);
  }

  /**
   * Sends a campaign that has ended again, to the recipients that the selection names. A repeat with the same request
   * ID gets the same reply.
   * @throws AppError campaign_not_found, campaign_wrong_status, nothing_to_retry, account_suspended; rate_limited with
   * extra.retryAfter in seconds if too many retries of the user wait
   */
  async retry(command: Payload<'campaign.retry'>): Promise<Campaign> {
    const { id, userId, requestId, selection } = command;
    const ended = await this.campaigns.get(id, userId);
    if (ended.retries.includes(requestId)) return asRetried(ended.campaign);
    const { status } = ended.campaign;
    if (status !== 'SENT')
      throw new AppError('campaign_wrong_status', `A campaign with the status ${status} cannot be retried`);
    await this.preconditions.planOf(userId);

    if ((await this.retryable(command)) === 0) throw new AppError('nothing_to_retry');

    const note = retriedNote({ campaign: ended.campaign, by: command.by, at: this.clock.now() }, selection);
    const retried = await this.campaigns.retry(id, ended, { requestId, selection, note });
    // The campaign changed in the meantime: read it again.
    return retried ? asRetried(retried.campaign) : this.retry(command);
  }

  /**
   * The number of recipients of a retry. Retries of a user are counted in sequence, and repeats of a request only once.
   */
  private retryable({ id, userId, requestId, selection }: Payload<'campaign.retry'>): Promise<number> {
    const query = { userId, campaignId: id, selection };
    return this.counts.join(userId, requestId, async () => {
      return (await this.messenger.request('dispatch.retryable', query)).count;
    });
  }
}

import { AppError, type Campaign, type Payload, isApprover, roleScopes } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type StoredApproval, decidable, decided, requested, requireOpen } from './approval';
import type { StoredCampaign } from './campaign-document';
import { ApprovalEvents } from './approval-events';
import { approvalNote, publishedNote } from './campaign-notes';
import { campaignNotice } from './campaign-notices';
import { Campaigns } from './campaigns';
import { requireDraft } from './draft';
import { type PassedChecks, PublishChecks } from './publish-checks';
import { asPublished, startOrder } from './replay';
import { SendingPreconditions } from './sending-preconditions';

type Approve = Payload<'campaign.approve'>;
type Request = Payload<'campaign.request-approval'>;

/**
 * Asks for approvals of drafts and decides on them. Every step is one write that requires the revision that was read,
 * so that an edit, another decision, or publishing in between is noticed. Repeats with the same request ID change
 * nothing.
 */
@Injectable()
export class ApproveCampaigns {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly preconditions: SendingPreconditions,
    private readonly checks: PublishChecks,
    private readonly events: ApprovalEvents,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError the errors of publishing, campaign_not_found, campaign_not_draft */
  async request(command: Request): Promise<Campaign> {
    const { id, userId, requestId, actor, start } = command;
    const found = await this.campaigns.get(id, userId);
    if (found.approval?.id === requestId) return found.campaign;
    await this.preconditions.requireTimely(start?.scheduledAt ?? null);
    await this.publishable(found);
    const at = this.clock.now();
    const contentAt = new Date(found.campaign.updatedAt);
    const note = approvalNote('campaign.approval_requested', { campaign: found.campaign, by: actor.by, at });
    const notice = campaignNotice('campaign.approval_requested', at, { by: actor.by });
    const approval = requested(command, { at, contentAt });
    const asked = await this.campaigns.decide(found, approval, {
      ...{ notes: [note], notices: [notice] },
      pendingWebhookEvents: await this.events.of(found.campaign, approval),
    });
    // The campaign changed in the meantime: read it again.
    return asked ? asked.campaign : this.request(command);
  }

  /** @throws AppError campaign_not_found, campaign_not_draft, approval_not_pending */
  async withdraw(command: Payload<'campaign.withdraw-approval'>): Promise<Campaign> {
    const found = await this.campaigns.get(command.id, command.userId);
    if (isRepeat(found, command)) return found.campaign;
    requireDraft(found.campaign);
    const withdrawn = await this.decide(found, requireOpen(found.approval), 'WITHDRAWN', command);
    return withdrawn ? withdrawn.campaign : this.withdraw(command);
  }

  /** @throws AppError campaign_not_found, insufficient_scope, and those of `decidable` */
  async reject(command: Payload<'campaign.reject'>): Promise<Campaign> {
    const found = await this.campaigns.get(command.id, command.userId);
    if (isRepeat(found, command)) return found.campaign;
    const approval = decidable(found.approval, command);
    await this.requireApprover(command);
    const rejected = await this.decide(found, approval, 'REJECTED', command);
    return rejected ? rejected.campaign : this.reject(command);
  }

  /**
   * Approves a request. If the request says so, the same write starts or schedules the campaign. Otherwise, or if its
   * time has passed, or its requester can no longer send, the campaign stays a draft that can be published.
   * @throws AppError the errors of `reject` and of publishing
   */
  async approve(command: Approve): Promise<Campaign> {
    const { id, userId } = command;
    const found = await this.campaigns.get(id, userId);
    if (isRepeat(found, command)) return replayed(found, command.requestId);
    const approval = decidable(found.approval, command);
    await this.requireApprover(command);
    const parts = await this.publishable(found);
    const approved = await this.approveAs(found, approval, { command, parts });
    // The campaign changed in the meantime: read it again.
    return approved ? replayed(approved, command.requestId) : this.approve(command);
  }

  private async approveAs(
    found: StoredCampaign,
    pending: StoredApproval,
    { command, parts }: { command: Approve; parts: PassedChecks },
  ): Promise<StoredCampaign | null> {
    const { actor, requestId } = command;
    const { campaign } = found;
    const at = this.clock.now();
    const { frozenAudience } = parts;
    const notStarted = pending.start && (await this.hindrance(pending, command.userId));
    const approval: StoredApproval = {
      ...decided(pending, 'APPROVED', { ...command, at }),
      ...(frozenAudience && { frozenAudience }),
      notStarted,
    };
    const deed = { campaign, by: actor.by, at };
    const note = approvalNote('campaign.approved', deed, pending.requestedBy);
    const { by: requestedBy } = pending.requestedBy;
    const notice = campaignNotice('campaign.approved', at, { by: actor.by, requestedBy });
    const pendingWebhookEvents = await this.events.of(campaign, approval);
    const entries = { notes: [note], notices: [notice], pendingWebhookEvents };
    if (!pending.start || notStarted) return this.campaigns.decide(found, approval, entries);
    const order = startOrder({ requestId, ...pending.start }, at);
    const notes = [note, publishedNote(deed, order)];
    return this.campaigns.publish(campaign.id, found.rev, { ...parts, order, approval, ...entries, notes });
  }

  private async decide(
    found: StoredCampaign,
    approval: StoredApproval,
    state: 'REJECTED' | 'WITHDRAWN',
    command: Payload<'campaign.withdraw-approval'>,
  ): Promise<StoredCampaign | null> {
    const at = this.clock.now();
    const deed = { campaign: found.campaign, by: command.actor.by, at };
    const isRejected = state === 'REJECTED';
    const action = isRejected ? 'campaign.rejected' : 'campaign.approval_withdrawn';
    const { by: requestedBy } = approval.requestedBy;
    const facts = { by: command.actor.by, requestedBy };
    const after = decided(approval, state, { ...command, at });
    return this.campaigns.decide(found, after, {
      notes: [approvalNote(action, deed, approval.requestedBy)],
      notices: isRejected ? [campaignNotice('campaign.rejected', at, facts)] : [],
      pendingWebhookEvents: await this.events.of(found.campaign, after),
    });
  }

  /** What publishing the draft now needs. */
  private async publishable({ campaign }: StoredCampaign): Promise<PassedChecks> {
    requireDraft(campaign);
    return this.checks.passed(campaign);
  }

  /** The role at this moment, because sessions may be cached. @throws AppError insufficient_scope */
  private async requireApprover({ userId, actor }: Approve): Promise<void> {
    const role = actor.memberName === null ? null : await this.roleOf(userId, actor.by.keyId);
    if (role && isApprover(role)) return;
    throw new AppError('insufficient_scope', 'Only owners and approvers can decide on requests for approval');
  }

  /** Why the campaign can't start as requested; null: it can. */
  private async hindrance({ start, requestedBy }: StoredApproval, userId: string) {
    if (!(await this.preconditions.isAhead(start?.scheduledAt ?? null))) return 'TIME_PASSED';
    return (await this.maySend(userId, requestedBy)) ? null : 'NOT_PERMITTED';
  }

  /** Whether the requester still has the permission to send. */
  private async maySend(userId: string, { by, memberName }: StoredApproval['requestedBy']): Promise<boolean> {
    if (memberName !== null) {
      const role = await this.roleOf(userId, by.keyId);
      return role !== null && (roleScopes[role] as readonly string[]).includes('send');
    }
    const key = await unless(
      'api_key_not_found',
      this.messenger.request('api-key.get', { userId, id: by.keyId }),
    );
    return key?.scopes.includes('send') ?? false;
  }

  /** Null: no longer a member. */
  private async roleOf(userId: string, id: string) {
    const member = await unless('member_not_found', this.messenger.request('member.get', { userId, id }));
    return member?.role ?? null;
  }
}

const isRepeat = ({ approval }: StoredCampaign, { requestId }: { requestId: string }): boolean =>
  approval?.decision?.requestId === requestId;

/** The campaign as its approval returned it: published, if that is what the approval did. */
function replayed({ campaign, order }: StoredCampaign, requestId: string): Campaign {
  return order?.requestId === requestId ? asPublished(campaign, order) : campaign;
}

/** Null in place of this error. */
async function unless<T>(code: AppError['code'], asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof AppError && error.code === code) return null;
    throw error;
  }
}

import {
  type ApprovalActor,
  type ApprovalState,
  type Campaign,
  type WebhookEvent,
  type WebhookEventType,
  newId,
} from '@carillon/contracts';
import { WebhookInterests } from '@carillon/webhooks';
import { Injectable } from '@nestjs/common';
import type { StoredApproval } from './approval';

const types: Record<ApprovalState, WebhookEventType> = {
  PENDING: 'campaign.approval_requested',
  APPROVED: 'campaign.approved',
  REJECTED: 'campaign.rejected',
  WITHDRAWN: 'campaign.approval_withdrawn',
};

/**
 * The webhook events of approvals. The write of an approval stores them, so that each is published once, whatever
 * crashes.
 */
@Injectable()
export class ApprovalEvents {
  constructor(private readonly interests: WebhookInterests) {}

  /** The event that reports the state of an approval. If no endpoint of the user wants it, none. */
  async of({ id, userId, name }: Campaign, approval: StoredApproval): Promise<WebhookEvent[]> {
    const type = types[approval.state];
    if (!(await this.interests.wants(userId, type))) return [];
    const { id: approvalId, requestedBy, requestedAt, start, decision, notStarted } = approval;
    const at = (decision?.at ?? requestedAt).toISOString();
    const item = {
      ...{ campaignId: id, name, approvalId, requestedBy: idsOf(requestedBy) },
      ...{ decidedBy: decision?.by ? idsOf(decision.by) : null, start, notStarted, at },
    };
    return [{ id: newId(), type, at, campaignId: id, items: [item] }];
  }
}

/** Names of members stay in this service. */
function idsOf({ by: { keyId }, memberName }: ApprovalActor) {
  return memberName === null ? { memberId: null, keyId } : { memberId: keyId, keyId: null };
}

import {
  type Approval,
  type ApprovalActor,
  type ApprovalStart,
  type ApprovalState,
  AppError,
  type CampaignStatus,
  type FrozenAudience,
  type NotStartedOnApproval,
} from '@carillon/contracts';

/**
 * The latest request to approve a campaign. `contentAt`: the `updatedAt` of the campaign with the content that the
 * request is about.
 */
export interface StoredApproval {
  id: string;
  state: ApprovalState;
  contentAt: Date;
  requestedBy: ApprovalActor;
  requestedAt: Date;
  note: string | null;
  start: ApprovalStart | null;
  /** `requestId`: the request that decided; absent: an edit withdrew the approval. */
  decision: { by: ApprovalActor | null; at: Date; note: string | null; requestId?: string } | null;
  notStarted: NotStartedOnApproval | null;
  /** The audience with the segments as they were approved. Absent: only the groups, or the campaign isn't approved. */
  frozenAudience?: FrozenAudience;
}

/** The parts of a campaign that decide which content an approval is about. */
interface Approvable {
  status: CampaignStatus;
  updatedAt: Date;
  approval?: StoredApproval | null;
}

/** Who decides on a request, in which request of the API. */
interface Decided {
  actor: ApprovalActor;
  at: Date;
  note: string | null;
  requestId: string;
}

const open: readonly ApprovalState[] = ['PENDING', 'APPROVED'];

/**
 * The approval as it counts now. A process of an earlier release edits drafts without withdrawing their approval, but
 * changes `updatedAt`.
 */
export function currentApproval({ status, updatedAt, approval }: Approvable): StoredApproval | null {
  if (!approval) return null;
  const isOutdated = status === 'DRAFT' && Number(approval.contentAt) !== Number(updatedAt);
  return isOutdated ? withdrawn(approval, null, updatedAt) : approval;
}

/** The approval after its campaign was edited, or sent without it: no longer open. */
export function withdrawn(approval: StoredApproval, by: ApprovalActor | null, at: Date): StoredApproval {
  if (!open.includes(approval.state)) return approval;
  return { ...withoutAudience(approval), state: 'WITHDRAWN', decision: { by, at, note: null } };
}

export function requested(
  command: { requestId: string; actor: ApprovalActor; note: string | null; start: ApprovalStart | null },
  { at, contentAt }: { at: Date; contentAt: Date },
): StoredApproval {
  const { requestId: id, actor: requestedBy, note, start } = command;
  const empty = { decision: null, notStarted: null };
  return { id, state: 'PENDING', contentAt, requestedBy, requestedAt: at, note, start, ...empty };
}

export function decided(
  approval: StoredApproval,
  state: Exclude<ApprovalState, 'PENDING'>,
  { actor, at, note, requestId }: Decided,
): StoredApproval {
  return { ...withoutAudience(approval), state, decision: { by: actor, at, note, requestId } };
}

/** @throws AppError approval_not_pending if there is nothing to withdraw */
export function requireOpen(approval: StoredApproval | null): StoredApproval {
  if (approval && open.includes(approval.state)) return approval;
  throw new AppError('approval_not_pending');
}

/**
 * The request that a member may decide on. @throws AppError approval_not_pending, campaign_changed if it is not the one
 * that the member has seen, own_approval_request
 */
export function decidable(
  approval: StoredApproval | null,
  { approvalId, actor }: { approvalId: string; actor: ApprovalActor },
): StoredApproval {
  if (approval?.state !== 'PENDING') throw new AppError('approval_not_pending');
  if (approval.id !== approvalId)
    throw new AppError('campaign_changed', 'The approval was requested again in the meantime');
  if (approval.requestedBy.by.keyId === actor.by.keyId) throw new AppError('own_approval_request');
  return approval;
}

/** The approval as the other services see it. */
export function shownApproval(approval: StoredApproval): Approval {
  const { id, state, requestedBy, requestedAt, note, start, decision, notStarted } = approval;
  return {
    ...{ id, state, requestedBy, note, start, notStarted },
    requestedAt: requestedAt.toISOString(),
    decision: decision && { by: decision.by, at: decision.at.toISOString(), note: decision.note },
  };
}

function withoutAudience({ frozenAudience: _, ...approval }: StoredApproval): StoredApproval {
  return approval;
}

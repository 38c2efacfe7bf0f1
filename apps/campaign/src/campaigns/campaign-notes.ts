import {
  type ApprovalActor,
  type AuditAction,
  type AuditChange,
  type AuditNote,
  type By,
  type RetrySelection,
  type StatusReason,
  newId,
} from '@carillon/contracts';
import { auditNote } from '@carillon/mongo';
import type { StartOrder } from './campaign-document';

/** An action on a campaign, and the key that requested it. */
interface Deed {
  campaign: { id: string; userId: string; name: string | null };
  /** Null: unknown. */
  by: By | null;
  at: Date;
}

/** The audit entry. It contains no texts of the campaign. */
export function campaignNote(
  action: Extract<AuditAction, `campaign.${string}`>,
  { campaign: { id, userId, name }, by, at }: Deed,
  changes: AuditChange[] = [],
): AuditNote {
  return auditNote(by, at, { userId, action, target: { type: 'campaign', id, name }, changes });
}

/** An audit entry without what the stored campaign knows. */
type StepNote = Omit<AuditNote, 'userId' | 'target'>;

/** The stored notes and an added one about the campaign with its name, as an expression of an update pipeline. */
export function notesAbout(note: StepNote): object {
  const name = { $cond: [{ $eq: ['$name', ''] }, null, '$name'] };
  const about = {
    userId: { $toString: '$userId' },
    target: { type: 'campaign', id: { $toString: '$_id' }, name },
  };
  return { $concatArrays: [{ $ifNull: ['$notes', []] }, [{ $mergeObjects: [{ $literal: note }, about] }]] };
}

/** The same for a pause or a cancellation by Carillon. */
export function notesAboutOwn(
  action: 'campaign.paused' | 'campaign.cancelled',
  reason: StatusReason,
): object {
  const changes = [{ field: 'statusReason', before: null, after: reason }];
  const at = new Date().toISOString();
  return notesAbout({ id: newId(), at, by: null, isAutomatic: true, action, changes, requestId: null });
}

export function publishedNote(deed: Deed, { scheduledAt }: Pick<StartOrder, 'scheduledAt'>): AuditNote {
  const at = scheduledAt && { field: 'scheduledAt', before: null, after: scheduledAt.toISOString() };
  return campaignNote('campaign.published', deed, at ? [at] : []);
}

/** `requestedBy`: who asked for the approval that is decided on. */
export function approvalNote(
  action: Extract<AuditAction, `campaign.${string}`>,
  deed: Deed,
  requestedBy?: ApprovalActor,
): AuditNote {
  const after = requestedBy && (requestedBy.memberName ?? requestedBy.by.keyId);
  return campaignNote(
    action,
    deed,
    after === undefined ? [] : [{ field: 'requestedBy', before: null, after }],
  );
}

export function rescheduledNote(deed: Deed, before: string | null, after: string): AuditNote {
  return campaignNote('campaign.rescheduled', deed, [{ field: 'scheduledAt', before, after }]);
}

export function retriedNote(deed: Deed, selection: RetrySelection): AuditNote {
  const chosen = Object.entries(selection).flatMap(([field, after]) =>
    after === null ? [] : [{ field, before: null, after }],
  );
  return campaignNote('campaign.retried', deed, chosen);
}

import type { AuditAction, AuditChange, AuditNote, By, RetrySelection } from '@carillon/contracts';
import { auditNote } from '@carillon/mongo';
import type { StartOrder } from './campaign-document';

/** An action on a campaign, and the key that requested it. */
interface Deed {
  campaign: { id: string; userId: string; name: string | null };
  by: By;
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

export function publishedNote(deed: Deed, { scheduledAt }: Pick<StartOrder, 'scheduledAt'>): AuditNote {
  const at = scheduledAt && { field: 'scheduledAt', before: null, after: scheduledAt.toISOString() };
  return campaignNote('campaign.published', deed, at ? [at] : []);
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

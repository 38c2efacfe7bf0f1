import { type CampaignNotice, newId } from '@carillon/contracts';

/**
 * An event that the account's members are notified about, stored in the write of the event. The campaign's ID, user, and
 * name are added when it is published.
 */
export type StoredNotice = Omit<CampaignNotice, 'userId' | 'campaignId' | 'campaignName'>;

export function campaignNotice(
  kind: CampaignNotice['kind'],
  at: Date,
  facts: Omit<StoredNotice, 'id' | 'kind' | 'at'> = {},
): StoredNotice {
  return { id: newId(), kind, at: at.toISOString(), ...facts };
}

/** The notices with one added notice, as an expression of an update pipeline. */
export function noticesAnd(notice: StoredNotice): object {
  return { $concatArrays: [{ $ifNull: ['$notices', []] }, [{ $literal: notice }]] };
}

import type { Hand, HandRecipient, Variables } from '@carillon/contracts';
import type { Batch } from '../ledger/batch';
import type { RosterEntry } from '../ledger/rosters';

/** What a worker is told of the hand it got. `leaseMs` is a duration: its clock need not agree with anybody's. */
export function handOf(batch: Batch, entries: readonly RosterEntry[], leaseMs: number): Hand | null {
  const { hand, integration } = batch;
  if (!hand || integration === null) return null;
  return {
    batchId: batch.id,
    campaignId: batch.campaign,
    userId: batch.user,
    channel: batch.channel,
    integrationId: integration,
    fence: hand.fence,
    leaseMs,
    pacePerSecond: batch.ratePerSecond,
    startInMs: 0,
    concurrency: null,
    recipients: hand.positions.flatMap((i) => recipientAt(i, entries[i])),
  };
}

function recipientAt(i: number, entry: RosterEntry | undefined): HandRecipient[] {
  if (!entry) return [];
  const variables = JSON.parse(entry.v) as Variables;
  return [{ i, address: entry.a, subscriberId: entry.s.toHexString(), variables }];
}

import type { Hand, HandRecipient, Variables } from '@carillon/contracts';
import type { Batch, HandRecord } from '../ledger/batch';
import { MAX_AGE_MS } from '../ledger/retry-policy';
import type { RosterEntry } from '../ledger/rosters';

/**
 * A campaign that is slow rather than stuck goes on after its greatest age: what it sends then is still given this long to
 * arrive (milliseconds).
 */
const LEAST_VALID_MS = 60 * 60_000;

/** What a worker is told of the hand it got. Times are durations: its clock need not agree with anybody's. */
export function describeHand(
  batch: Batch,
  entries: readonly RosterEntry[],
  leaseMs: number,
  now: Date,
): Hand | null {
  const { hand, integration } = batch;
  if (!hand || integration === null) return null;
  const { pacePerSecond, concurrency, startAt } = hand.tempo;
  return {
    batchId: batch.id,
    campaignId: batch.campaign,
    userId: batch.user,
    channel: batch.channel,
    integrationId: integration,
    fence: hand.fence,
    leaseMs,
    pacePerSecond,
    startInMs: startAt ? Math.max(0, startAt.getTime() - now.getTime()) : 0,
    validForMs: Math.max(LEAST_VALID_MS, batch.since.getTime() + MAX_AGE_MS - now.getTime()),
    concurrency,
    recipients: hand.positions.flatMap((i) => recipientAt(i, entries[i], hand)),
  };
}

function recipientAt(
  i: number,
  entry: RosterEntry | undefined,
  { conversing = [] }: HandRecord,
): HandRecipient[] {
  if (!entry) return [];
  const variables = JSON.parse(entry.v) as Variables;
  const recipient = { i, address: entry.a, subscriberId: entry.s.toHexString(), variables };
  return [conversing.includes(i) ? { ...recipient, conversing: true } : recipient];
}

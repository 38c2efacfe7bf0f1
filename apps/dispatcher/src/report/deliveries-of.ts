import type { Delivery } from '@carillon/contracts';
import type { Batch, Exception } from '../ledger/batch';
import type { RosterEntry } from '../ledger/rosters';
import { stateOf } from '../ledger/tally';

/** The deliveries of a batch, last position first. */
export function deliveriesOf(
  batch: Batch,
  entries: readonly RosterEntry[],
): { position: number; delivery: Delivery }[] {
  const exceptions = new Map(batch.exceptions.map((exception) => [exception.i, exception]));
  const deliveries = entries.flatMap((entry, position) => {
    const delivery = deliveryOf(batch, position, entry, exceptions.get(position));
    return delivery ? [{ position, delivery }] : [];
  });
  return deliveries.reverse();
}

function deliveryOf(
  batch: Batch,
  position: number,
  { a, s }: RosterEntry,
  exception: Exception | undefined,
): Delivery | null {
  const state = stateOf(batch, position);
  if (state === null) return null;
  const at = exception?.at ?? batch.settledAt ?? batch.plannedAt;
  const wentOut = state === 'SENT' || state === 'DELIVERED' || state === 'READ';
  return {
    id: `${batch.id}-${position}`,
    campaignId: batch.campaign,
    channel: batch.channel,
    address: a,
    subscriberId: s.toHexString(),
    state,
    reason: exception?.reason ?? (state === batch.verdict.state ? batch.verdict.reason : null),
    providerCode: exception?.providerCode ?? null,
    providerId: exception?.providerId ?? null,
    attempts: exception?.attempts ?? (wentOut ? 1 : 0),
    segments: null,
    createdAt: batch.plannedAt.toISOString(),
    updatedAt: at.toISOString(),
    sentAt: wentOut ? at.toISOString() : null,
    deliveredAt: null,
    readAt: null,
  };
}

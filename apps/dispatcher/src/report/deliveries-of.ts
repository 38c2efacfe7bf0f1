import { type Delivery, type DeliveryState, deliveryId } from '@carillon/contracts';
import type { Batch, Exception } from '../ledger/batch';
import { blank } from '../ledger/exception-book';
import type { RosterEntry } from '../ledger/rosters';
import { statesOf } from '../ledger/tally';

/** The deliveries of a batch, last position first. */
export function deliveriesOf(
  batch: Batch,
  entries: readonly RosterEntry[],
): { position: number; delivery: Delivery }[] {
  const exceptions = new Map(batch.exceptions.map((exception) => [exception.i, exception]));
  const stateOf = statesOf(batch);
  const deliveries = entries.flatMap((entry, position) => {
    const state = stateOf(position);
    if (state === null) return [];
    return [{ position, delivery: deliveryOf(batch, position, entry, state, exceptions.get(position)) }];
  });
  return deliveries.reverse();
}

/** Of a delivery that simply went out, the time is known by batch: when something of it was last settled. */
function deliveryOf(
  batch: Batch,
  position: number,
  { a, s }: RosterEntry,
  state: DeliveryState,
  exception: Exception | undefined,
): Delivery {
  const settledAt = state === 'QUEUED' ? null : batch.settledAt;
  const at = exception?.at ?? settledAt ?? batch.plannedAt;
  const wentOut = state === 'SENT' || state === 'DELIVERED' || state === 'READ';
  return {
    id: deliveryId(batch.id, position),
    campaignId: batch.campaign,
    channel: batch.channel,
    address: a,
    subscriberId: s.toHexString(),
    state,
    reason: exception?.reason ?? (state === batch.verdict.state ? batch.verdict.reason : null),
    providerCode: exception?.providerCode ?? null,
    providerId: exception?.providerId ?? null,
    attempts: exception?.attempts ?? (wentOut ? 1 : 0),
    segments: exception?.segments ?? null,
    createdAt: batch.plannedAt.toISOString(),
    updatedAt: at.toISOString(),
    ...timesOf(exception, wentOut ? at : null),
  };
}

/** What was read had arrived by then, and what arrived was sent; `wentOutAt`: when its batch says that it was. */
function timesOf(
  { sentAt, deliveredAt, readAt }: Pick<Exception, 'sentAt' | 'deliveredAt' | 'readAt'> = blank,
  wentOutAt: Date | null,
): Pick<Delivery, 'sentAt' | 'deliveredAt' | 'readAt'> {
  const arrivedAt = deliveredAt ?? readAt;
  return {
    sentAt: (sentAt ?? arrivedAt ?? wentOutAt)?.toISOString() ?? null,
    deliveredAt: arrivedAt?.toISOString() ?? null,
    readAt: readAt?.toISOString() ?? null,
  };
}

import type { Doubt } from './evidence';
import type { AddressOf } from './read-ledger';
import { type StoredBatch, positionsIn } from './stored-batch';

/** A batch as it was written, and when (database time). */
export interface Version {
  batch: StoredBatch;
  at: Date;
}

/** The database's clock and a dispatcher's reading of it differ by so much at most (milliseconds). */
const CLOCKS_MS = 250;
/** What the ledger says of a position whose worker was not heard of again. */
const LOST = 'WORKER_LOST';

/** The sends that the ledger came to doubt, from all versions of a campaign's batches in the order they were written. */
export function findDoubts(versions: readonly Version[], addressOf: AddressOf): Doubt[] {
  const last = new Map<string, StoredBatch>();
  const doubts: Doubt[] = [];
  for (const { batch, at } of versions) {
    const before = last.get(batch._id);
    if (before?.lease) doubts.push(...between(before, batch, at, addressOf));
    last.set(batch._id, batch);
  }
  return doubts;
}

function between(before: StoredBatch, after: StoredBatch, at: Date, addressOf: AddressOf): Doubt[] {
  const { lease, channel } = before;
  if (!lease) return [];
  const isOver = at.getTime() + CLOCKS_MS >= lease.until.getTime();
  const doubtsBefore = new Map(before.exceptions.map(({ i, doubts = 0 }) => [i, doubts]));
  const inFlight = new Set(positionsIn(lease.positions));
  return after.exceptions
    .filter(({ i, doubts = 0 }) => inFlight.has(i) && doubts > (doubtsBefore.get(i) ?? 0))
    .map(({ i, reason }) => {
      const cause = reason !== LOST ? 'unknown' : isOver ? 'expired' : 'early';
      return { channel, address: addressOf(before, i), cause };
    });
}

import type { DeliveryState } from '@carillon/contracts';
import type { Batch } from '../src/ledger/batch';
import { statesOf, tally } from '../src/ledger/tally';

/** Checks the invariants of a batch and of a step that changes it. */
export function expectSound(batch: Batch, before: Batch): void {
  const { todo, lease, state } = batch;
  const sum = Object.values(tally(batch)).reduce((a, b) => a + b, 0);
  const [stateNow, stateBefore] = [statesOf(batch), statesOf(before)];
  const unread = Array.from({ length: batch.size }, (_, i) => i).filter(
    (i) => hasArrived(stateBefore(i)) && stateNow(i) !== stateBefore(i) && stateNow(i) !== 'READ',
  );
  const flaws = [
    sum !== batch.size && 'the counts do not add up',
    (lease !== null) !== (state === 'LEASED') && 'a lease without the state LEASED, or the other way round',
    (lease?.positions.some((i) => !todo.includes(i)) ?? false) &&
      'a lease with positions that are not queued',
    (todo.length === 0) !== (state === 'DONE') && 'done with queued positions, or the other way round',
    unread.length > 0 && 'an arrived message is no longer arrived',
  ];
  expect(flaws.filter((flaw) => flaw !== false)).toEqual([]);
}

export function hasArrived(state: DeliveryState | null): boolean {
  return state === 'DELIVERED' || state === 'READ';
}

import { type DeliveryState, type Feedback, deliveryStates } from '@carillon/contracts';
import type { Batch, Counts } from './batch';
import { feedbackOf } from './report-rules';

/** Returns a function from a position to its state. */
export function statesOf(batch: Batch): (position: number) => DeliveryState {
  const todo = new Set(batch.todo);
  const inFlight = new Set(batch.lease?.positions);
  const exceptions = new Map(batch.exceptions.map(({ i, state }) => [i, state]));
  return (position) => {
    if (todo.has(position)) return batch.cancelled && !inFlight.has(position) ? 'CANCELLED' : 'QUEUED';
    return exceptions.get(position) ?? batch.outcome.state;
  };
}

/**
 * The number of deliveries of a batch by state. States without deliveries are omitted. The sum is the size of the
 * batch.
 */
export function tally(batch: Batch): Counts {
  const counts: Counts = {};
  const add = (state: DeliveryState, n: number): void => {
    if (n > 0) counts[state] = (counts[state] ?? 0) + n;
  };
  const todo = new Set(batch.todo);
  const inFlight = batch.lease?.positions.length ?? 0;
  add('QUEUED', batch.cancelled ? inFlight : todo.size);
  add('CANCELLED', batch.cancelled ? todo.size - inFlight : 0);
  const settled = batch.exceptions.filter(({ i }) => !todo.has(i));
  for (const { state } of settled) add(state, 1);
  add(batch.outcome.state, batch.size - todo.size - settled.length);
  return counts;
}

/** How many of the deliveries bounced, permanently and in total, and how many recipients complained. */
export interface ReturnedCounts {
  bounced: number;
  hard: number;
  complained: number;
}

/** Null: none. */
export function tallyReturned({ exceptions, todo }: Batch): ReturnedCounts | null {
  const counts = { bounced: 0, hard: 0, complained: 0 };
  const waiting = new Set(todo);
  for (const exception of exceptions) {
    const feedback = waiting.has(exception.i) ? null : feedbackOf(exception);
    if (feedback === 'BOUNCED') counts.bounced += 1;
    if (feedback === 'BOUNCED' && exception.permanent) counts.hard += 1;
    if (feedback === 'COMPLAINED') counts.complained += 1;
  }
  return counts.bounced + counts.complained > 0 ? counts : null;
}

/** The states of the deliveries in their fixed order, and bounces and complaints, for searches. */
export function holds(counts: Counts, returned: ReturnedCounts | null = null): (DeliveryState | Feedback)[] {
  return [
    ...deliveryStates.filter((state) => (counts[state] ?? 0) > 0),
    ...(returned && returned.bounced > 0 ? (['BOUNCED'] as const) : []),
    ...(returned && returned.complained > 0 ? (['COMPLAINED'] as const) : []),
  ];
}

import type { Batch } from './batch';
import { ExceptionBook } from './exception-book';
import { without } from './positions';
import { senderOf } from './senders';

/** The batch without its lease, as READY or DONE. It is due when its earliest position is due. */
export function requeue(batch: Batch, now: Date, notBefore: Date = now): Batch {
  const resting = { ...batch, lease: null, releasedUntil: null };
  if (batch.todo.length === 0) return { ...resting, state: 'DONE', settledAt: now };
  if (batch.cancelled) return cancelled(resting, now);
  const book = new ExceptionBook(batch.exceptions);
  const dueOf = (position: number): number => (book.get(position)?.notBefore ?? now).getTime();
  const earliest = Math.min(...batch.todo.map(dueOf));
  const due = new Date(Math.max(earliest, notBefore.getTime()));
  const ready = { ...resting, state: 'READY' as const, due };
  if (!batch.senders) return ready;
  const first = batch.todo.find((position) => dueOf(position) === earliest);
  return first === undefined ? ready : { ...ready, sender: senderOf(batch, first) };
}

/** Cancels unsent messages. A message that may have been sent is UNCONFIRMED. */
function cancelled(batch: Batch, now: Date): Batch {
  const book = new ExceptionBook(batch.exceptions);
  const doubtful = batch.todo.filter((position) => book.doubtful(position) > 0);
  for (const i of doubtful) book.giveUp({ i, state: 'CANCELLED', at: now });
  const todo = without(batch.todo, new Set(doubtful));
  const state = todo.length === 0 ? 'DONE' : 'CANCELLED';
  return { ...batch, state, todo, exceptions: book.entries(), settledAt: now };
}

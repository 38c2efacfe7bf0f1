import type { Batch } from './batch';
import { ExceptionBook } from './exception-book';

/** What a batch without a hand is. Its due time is that of its earliest position. */
export function atRest(batch: Batch, now: Date, notBefore: Date = now): Batch {
  const resting = { ...batch, hand: null, releasedUntil: null };
  if (batch.todo.length === 0) return { ...resting, state: 'DONE', settledAt: now };
  if (batch.cancelled) return { ...resting, state: 'CANCELLED', settledAt: now };
  const book = new ExceptionBook(batch.exceptions);
  const earliest = Math.min(
    ...batch.todo.map((position) => (book.get(position)?.notBefore ?? now).getTime()),
  );
  return { ...resting, state: 'READY', due: new Date(Math.max(earliest, notBefore.getTime())) };
}

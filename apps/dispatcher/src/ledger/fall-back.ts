import type { DeliveryReason } from '@carillon/contracts';
import type { Batch, Exception } from './batch';
import { ExceptionBook } from './exception-book';
import type { FellBack } from './facts';

/** Why a recipient was skipped when a lease was granted, although another channel may reach the person. */
const skippedOnOneChannel: readonly DeliveryReason[] = [
  'SUPPRESSED',
  'UNSUBSCRIBED',
  'TOPIC_OPTED_OUT',
  'SNOOZED',
];

type MayFallBack = Pick<Batch, 'exceptions' | 'fallbackUntil'>;

/** The deliveries that failed in time for a fallback, and have none yet. */
export function positionsToFallBack({ exceptions, fallbackUntil }: MayFallBack): number[] {
  if (!fallbackUntil) return [];
  return exceptions.flatMap((each) => (hasFailed(each) && each.at <= fallbackUntil ? each.i : []));
}

function hasFailed({ state, reason, fallback }: Exception): boolean {
  if (fallback !== null) return false;
  if (state === 'SKIPPED') return reason !== null && skippedOnOneChannel.includes(reason);
  return state === 'FAILED';
}

/** Whether the person has another delivery because this one failed. */
export function hasFallback({ fallback }: Pick<Exception, 'fallback'>): boolean {
  return fallback !== null && fallback !== 'NONE';
}

/** Records the fallbacks. The state of a delivery stays as it is. */
export function fellBack(batch: Batch, { fallbacks }: FellBack): Batch {
  const waiting = new Set(positionsToFallBack(batch));
  const book = new ExceptionBook(batch.exceptions);
  const made = fallbacks.filter(({ i }) => waiting.has(i));
  if (made.length === 0) return batch;
  for (const { i, to } of made) {
    const known = book.get(i);
    if (known) book.put({ ...known, fallback: to });
  }
  return { ...batch, exceptions: book.entries() };
}

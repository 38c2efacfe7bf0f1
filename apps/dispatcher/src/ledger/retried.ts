import type { Channel, RetrySelection } from '@carillon/contracts';
import { atRest } from './at-rest';
import type { Batch, Exception } from './batch';
import { ExceptionBook } from './exception-book';
import type { Retried } from './facts';

/**
 * Puts back to be sent whom a further run is for. The batch notes the run also when that is nobody, so that whoever comes
 * late with the same fact changes nothing. Who was not reached and has no way any more stays as they are.
 */
export function retried(batch: Batch, { run, selection, route, now }: Retried): Batch {
  if (batch.run >= run || batch.state !== 'DONE') return batch;
  const chosen = route
    ? batch.exceptions.filter((exception) => isRetryable(exception, batch.channel, selection))
    : [];
  if (!route || chosen.length === 0) return { ...batch, run };
  const book = new ExceptionBook(batch.exceptions);
  for (const { i, attempts, reason, providerCode } of chosen) {
    const anew = { attemptsBefore: attempts, patience: 0, doubts: 0, failingSince: null };
    const unsent = { segments: null, sentAt: null, ...book.renamed(i, null) };
    book.put({ i, state: 'QUEUED', reason, providerCode, ...anew, ...unsent, at: now });
  }
  const todo = chosen.map(({ i }) => i).sort((a, b) => a - b);
  const { integrationId: integration } = route;
  const again = { ...batch, run, since: now, integration, todo, exceptions: book.entries() };
  return atRest(again, now);
}

/** Whom a retry is for. Without reasons to choose by: of FAILED what might have worked later, of UNCONFIRMED all. */
export function isRetryable(
  { state, reason, permanent }: Pick<Exception, 'state' | 'reason' | 'permanent'>,
  channel: Channel,
  { states, channels, reasons }: RetrySelection,
): boolean {
  if (state !== 'FAILED' && state !== 'UNCONFIRMED') return false;
  if (!states.includes(state) || channels?.includes(channel) === false) return false;
  if (reasons) return reason !== null && reasons.includes(reason);
  return state === 'UNCONFIRMED' || !permanent;
}

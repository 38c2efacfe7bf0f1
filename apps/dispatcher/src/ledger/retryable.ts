import type { Channel, RetrySelection } from '@carillon/contracts';
import type { Exception } from './batch';

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

import type { Exception } from './batch';

/** The provider's name for a message that it took, and what it counts for. */
export type SentMessage = Pick<Exception, 'providerId' | 'segments'>;

/** Of a message of which there is nothing more to say. */
export const plainly: SentMessage = { providerId: null, segments: null };

/**
 * Whether it is news to somebody who is not to be sent to that a message was. It is not if it was known, if the same hand
 * has said otherwise, or if this very message has failed since; that another one was refused does not undo the sending.
 */
export function isNews(known: Exception | undefined, message: SentMessage, fence: number): boolean {
  if (known?.state === 'FAILED') return isOther(known, message) ?? known.answeredBy !== fence;
  return known?.state === 'UNCONFIRMED' || known?.state === 'SKIPPED';
}

/** Whether two messages went out: two names, or two hands where there are no names. */
export function isSecond(known: Exception, message: SentMessage, fence: number): boolean {
  if (known.duplicate || known.state === 'FAILED') return false;
  return isOther(known, message) ?? (known.answeredBy !== null && known.answeredBy !== fence);
}

/** Null: one of the two has no name. */
function isOther({ providerId: known }: SentMessage, { providerId }: SentMessage): boolean | null {
  return known === null || providerId === null ? null : known !== providerId;
}

import type { Feedback, ReportedState } from '@carillon/contracts';
import type { Exception } from './batch';

/** The state of a delivery when a report arrives. LEASED: the delivery is QUEUED, and a worker is sending it. */
export type CurrentState = Exception['state'] | 'LEASED';

/**
 * How the reported message relates to its delivery: `own` is the delivery's current message, `previous` is a message
 * that no longer affects it, and `other` is an unknown message, which belongs to a doubtful send.
 */
type Relation = 'own' | 'other' | 'previous';

/**
 * - `take`: the delivery takes the reported state;
 * - `retire`: the delivery stays as it is, and only an arrival of that message still counts;
 * - `ignore`: the report changes nothing.
 */
type Effect = 'take' | 'retire' | 'ignore';

/**
 * The effect of a report that a message was sent or has failed. A report of its arrival always counts, and needs no
 * table. A failure counts only for the delivery's current message, because a failed message doesn't affect the other
 * messages. A report that a message was sent changes nothing if this message has failed, but counts if another message
 * has failed.
 */
const rules: Record<CurrentState, Record<'SENT' | 'FAILED', Record<'own' | 'other', Effect>>> = {
  // The report precedes the settlement: the message in transit has no provider ID yet.
  LEASED: { SENT: { own: 'take', other: 'take' }, FAILED: { own: 'take', other: 'retire' } },
  // No worker is sending, so the report can only be about an earlier attempt.
  QUEUED: { SENT: { own: 'take', other: 'take' }, FAILED: { own: 'retire', other: 'retire' } },
  CANCELLED: { SENT: { own: 'take', other: 'take' }, FAILED: { own: 'retire', other: 'retire' } },
  SKIPPED: { SENT: { own: 'take', other: 'take' }, FAILED: { own: 'retire', other: 'retire' } },
  UNCONFIRMED: { SENT: { own: 'take', other: 'take' }, FAILED: { own: 'take', other: 'take' } },
  SENT: { SENT: { own: 'ignore', other: 'ignore' }, FAILED: { own: 'take', other: 'retire' } },
  FAILED: { SENT: { own: 'ignore', other: 'take' }, FAILED: { own: 'ignore', other: 'retire' } },
  DELIVERED: { SENT: { own: 'ignore', other: 'ignore' }, FAILED: { own: 'ignore', other: 'ignore' } },
  READ: { SENT: { own: 'ignore', other: 'ignore' }, FAILED: { own: 'ignore', other: 'ignore' } },
};

type KnownMessages = Pick<Exception, 'providerId' | 'previousIds'>;

/**
 * Relates a reported message to the delivery. A message that is being sent, or was sent without a provider ID, takes
 * the reported ID.
 */
export function relationOf(
  { providerId, previousIds }: KnownMessages,
  current: CurrentState,
  reported: string,
): Relation {
  if (previousIds.includes(reported)) return 'previous';
  if (providerId === null) return current === 'LEASED' || current === 'SENT' ? 'own' : 'other';
  return providerId === reported ? 'own' : 'other';
}

export function effectOf(relation: Relation, current: CurrentState, state: ReportedState): Effect {
  if (state === 'DELIVERED') return current === 'DELIVERED' || current === 'READ' ? 'ignore' : 'take';
  if (state === 'READ') return current === 'READ' ? 'ignore' : 'take';
  return relation === 'previous' ? 'ignore' : rules[current][state][relation];
}

/**
 * The bounce or complaint of a delivery. Null: none. In any other state, the field is left over from an earlier run.
 */
export function feedbackOf({ state, feedback }: Pick<Exception, 'state' | 'feedback'>): Feedback | null {
  return state === (feedback === 'BOUNCED' ? 'FAILED' : 'DELIVERED') ? feedback : null;
}

type FeedbackState = Pick<Exception, 'state' | 'feedback' | 'permanent'>;

/**
 * Whether a bounce or a complaint counts. The precedence is independent of the order of arrival: a complaint takes
 * precedence over everything, READ over a bounce, a permanent bounce over a temporary bounce, and any bounce over
 * DELIVERED, which servers report before they check. A queued recipient can get a temporary bounce. After a permanent
 * bounce, it gets no further message.
 */
export function countsAfter(
  current: CurrentState,
  known: FeedbackState | Omit<FeedbackState, 'state'>,
  { feedback, isHard }: { feedback: Feedback; isHard: boolean },
): boolean {
  const before = 'state' in known ? feedbackOf(known) : null;
  if (before === 'COMPLAINED') return false;
  if (feedback === 'COMPLAINED') return true;
  if (before === 'BOUNCED') return isHard && !known.permanent;
  if (current === 'QUEUED') return isHard;
  return current !== 'READ' && current !== 'FAILED';
}

/** Whether a bounce or complaint overrides a provider's report. */
export function isOvertaken(
  known: FeedbackState | Omit<FeedbackState, 'state'>,
  reported: ReportedState,
): boolean {
  const feedback = 'state' in known ? feedbackOf(known) : null;
  return feedback === 'COMPLAINED' || (feedback === 'BOUNCED' && reported !== 'READ');
}

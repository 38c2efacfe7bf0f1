import type { Feedback, ReportedState } from '@carillon/contracts';
import type { Exception } from './batch';

/** The state of a delivery when a report on it comes. LEASED: it is QUEUED, and a worker is sending it. */
export type CurrentState = Exception['state'] | 'LEASED';

/**
 * How the reported message relates to its delivery: `own` is the message that the delivery is about, `former` one
 * that no longer affects it, `other` an unknown one, so one of the doubtful sends.
 */
type Relation = 'own' | 'other' | 'former';

/**
 * - `take`: the delivery takes the reported state;
 * - `retire`: the delivery stays as it is, and of that message only an arrival still counts;
 * - `ignore`: the report says nothing new.
 */
type Effect = 'take' | 'retire' | 'ignore';

/**
 * The effect of a report that a message was sent or has failed. A report of its arrival always counts, and needs no
 * table. A failure counts only for the message that the delivery is about: it says nothing of the others. That a
 * message was sent is no news once this message has failed, but is news if another one has.
 */
const rules: Record<CurrentState, Record<'SENT' | 'FAILED', Record<'own' | 'other', Effect>>> = {
  // The report precedes the settlement: the message that is being sent has no provider id yet.
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

type Known = Pick<Exception, 'providerId' | 'former'>;

/**
 * Relates a reported message to the delivery. A message that is being sent, or was sent without a provider id, takes
 * the reported one.
 */
export function relationOf({ providerId, former }: Known, current: CurrentState, reported: string): Relation {
  if (former.includes(reported)) return 'former';
  if (providerId === null) return current === 'LEASED' || current === 'SENT' ? 'own' : 'other';
  return providerId === reported ? 'own' : 'other';
}

export function effectOf(relation: Relation, current: CurrentState, state: ReportedState): Effect {
  if (state === 'DELIVERED') return current === 'DELIVERED' || current === 'READ' ? 'ignore' : 'take';
  if (state === 'READ') return current === 'READ' ? 'ignore' : 'take';
  return relation === 'former' ? 'ignore' : rules[current][state][relation];
}

/** What came back with a delivery; null: nothing. Beside another state the field is a remainder of an earlier run. */
export function feedbackOf({ state, feedback }: Pick<Exception, 'state' | 'feedback'>): Feedback | null {
  return state === (feedback === 'BOUNCED' ? 'FAILED' : 'DELIVERED') ? feedback : null;
}

type Returning = Pick<Exception, 'state' | 'feedback' | 'permanent'>;

/**
 * Whether a bounce or a complaint counts. Later words win whatever their order: a complaint over all, READ over a bounce, a
 * bounce for good over one that may pass, and any bounce over DELIVERED, which servers say before they look. Who is to be sent to
 * once more may get what came back for now, and is not written to after a bounce for good.
 */
export function countsAfter(
  current: CurrentState,
  known: Returning | Omit<Returning, 'state'>,
  { feedback, isHard }: { feedback: Feedback; isHard: boolean },
): boolean {
  const before = 'state' in known ? feedbackOf(known) : null;
  if (before === 'COMPLAINED') return false;
  if (feedback === 'COMPLAINED') return true;
  if (before === 'BOUNCED') return isHard && !known.permanent;
  if (current === 'QUEUED') return isHard;
  return current !== 'READ' && current !== 'FAILED';
}

/** Whether a provider's report says nothing new of a delivery that came back or is complained of. */
export function isOvertaken(known: Returning | Omit<Returning, 'state'>, reported: ReportedState): boolean {
  const feedback = 'state' in known ? feedbackOf(known) : null;
  return feedback === 'COMPLAINED' || (feedback === 'BOUNCED' && reported !== 'READ');
}

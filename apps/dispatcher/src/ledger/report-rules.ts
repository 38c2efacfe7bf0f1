import type { ReportedState } from '@carillon/contracts';
import type { Exception } from './batch';

/** What a delivery is when a report about it comes. LEASED: it is QUEUED, and somebody is sending to it right now. */
export type CurrentState = Exception['state'] | 'LEASED';

/**
 * How the message that a report is about stands to its delivery: `own` is the one that the delivery is about, `former` one
 * that decides nothing any more, `other` one that was not heard of before, so one of those that were in doubt.
 */
type Relation = 'own' | 'other' | 'former';

/**
 * - `take`: the delivery becomes what is reported;
 * - `retire`: it stays what it is, and nothing but an arrival counts of that message any more;
 * - `ignore`: it says nothing new.
 */
type Effect = 'take' | 'retire' | 'ignore';

/**
 * What a report does that a message was sent or has failed. That it has arrived is true whatever else was said, and
 * needs no table. A failure is believed only of the message that the delivery is about: it says nothing of the others. That
 * a message was sent is no news once it has failed, but it is when another one has.
 */
const rules: Record<CurrentState, Record<'SENT' | 'FAILED', Record<'own' | 'other', Effect>>> = {
  // The report beats the settlement: who is being sent to has no name yet.
  LEASED: { SENT: { own: 'take', other: 'take' }, FAILED: { own: 'take', other: 'retire' } },
  // Nobody is at it, so it can only be about an attempt before.
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

/** Who is being sent to, or was sent to as far as the worker could tell, has a message without a name: that is this one. */
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

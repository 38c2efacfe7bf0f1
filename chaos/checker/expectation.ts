import type { DeliveryState } from '@carillon/contracts';
import type { Person } from '../evidence/evidence';

/** What a campaign may come to. */
export interface Expectation {
  end: 'SENT' | 'CANCELLED' | 'DELETED';
  /** The states that a person's delivery may end in; UNCONFIRMED goes without saying where there was a doubt. */
  mayEnd: (person: Person) => readonly DeliveryState[];
  /** Whether the fault leaves it unknowable what some providers took. If not, nobody may be in doubt. */
  doubts: boolean;
}

/** Everybody gets the message, and the fault may leave doubts. */
export const everybody: Expectation = { end: 'SENT', mayEnd: () => ['SENT'], doubts: true };

/** Everybody gets it once, and nobody is ever in doubt. */
export const everybodyForSure: Expectation = { ...everybody, doubts: false };

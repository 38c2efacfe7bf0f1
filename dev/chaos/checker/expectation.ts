import type { EndState, Person } from '../evidence/evidence';

/** How a campaign may end. */
export interface Expectation {
  end: 'SENT' | 'CANCELLED' | 'DELETED';
  /** The states in which a person's delivery may end; after a doubt, UNCONFIRMED is always allowed. */
  mayEnd: (person: Person) => readonly EndState[];
  /** Members who need not have a delivery: they left the group, or the campaign ended before they were planned. */
  mayMiss: (person: Person) => boolean;
  /**
   * The doubts that the fault excuses. `any`: a provider may have been called; `harmless`: no message is sent twice
   * and no recipient stays UNCONFIRMED; `none`: no doubt at all.
   */
  doubts: 'any' | 'harmless' | 'none';
  /** How many sends may be in doubt at most; absent: any number. */
  mostDoubts?: number;
}

/** Everybody gets the message; doubts are allowed. */
export const everybody: Expectation = {
  end: 'SENT',
  mayEnd: () => ['SENT'],
  mayMiss: () => false,
  doubts: 'any',
};

/** Everybody gets it exactly once. */
export const everybodyOnce: Expectation = { ...everybody, doubts: 'harmless' };

/** Everybody gets it exactly once, without any doubt. */
export const everybodyForSure: Expectation = { ...everybody, doubts: 'none' };

/** Messages that were not in progress at the cancellation are not sent. */
export const cancelled: Expectation = {
  end: 'CANCELLED',
  mayEnd: () => ['SENT', 'CANCELLED'],
  mayMiss: () => true,
  doubts: 'none',
};

export const deleted: Expectation = { ...cancelled, end: 'DELETED' };

import type { EndState, Person } from '../evidence/evidence';

/** How a campaign may end. */
export interface Expectation {
  end: 'SENT' | 'CANCELLED' | 'DELETED';
  /** The states in which a person's delivery may end. After a doubt, UNCONFIRMED is always allowed. */
  mayEnd: (person: Person) => readonly EndState[];
  /**
   * Whether a member may lack a delivery, because the member left the group or the campaign ended before planning
   * reached the member.
   */
  mayMiss: (person: Person) => boolean;
  /**
   * The doubts that the fault excuses. `any`: a provider may have been called. `harmless`: no message is sent twice,
   * and no recipient stays UNCONFIRMED. `none`: no doubt is allowed.
   */
  doubts: 'any' | 'harmless' | 'none';
  /** The person who has an address. If present, each person gets the message at one address. */
  personOf?: (recipient: Person) => number;
  /** The maximum number of sends in doubt. If absent, any number is allowed. */
  mostDoubts?: number;
}

/** Every member receives the message. Doubts are allowed. */
export const everybody: Expectation = {
  end: 'SENT',
  mayEnd: () => ['SENT'],
  mayMiss: () => false,
  doubts: 'any',
};

/** Every member receives the message exactly once. */
export const everybodyOnce: Expectation = { ...everybody, doubts: 'harmless' };

/** Every member receives the message exactly once, without any doubt. */
export const everybodyForSure: Expectation = { ...everybody, doubts: 'none' };

/** Messages that were not in progress at the cancellation are not sent. */
export const cancelled: Expectation = {
  end: 'CANCELLED',
  mayEnd: () => ['SENT', 'CANCELLED'],
  mayMiss: () => true,
  doubts: 'none',
};

export const deleted: Expectation = { ...cancelled, end: 'DELETED' };

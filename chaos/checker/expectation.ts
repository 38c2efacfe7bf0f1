import type { DeliveryState } from '@carillon/contracts';
import type { Person } from '../evidence/evidence';

/** What a campaign may come to. */
export interface Expectation {
  end: 'SENT' | 'CANCELLED' | 'DELETED';
  /** The states that a person's delivery may end in; UNCONFIRMED goes without saying where there was a doubt. */
  mayEnd: (person: Person) => readonly DeliveryState[];
  /** Members who need not have a delivery, because they left or the campaign ended before they were planned. */
  mayMiss: (person: Person) => boolean;
  /**
   * What the fault excuses: `any` doubt where a provider may have been asked; `harmless` ones, by which nobody is served
   * twice and nobody remains UNCONFIRMED; `none` at all.
   */
  doubts: 'any' | 'harmless' | 'none';
}

/** Everybody gets the message, and the fault may leave doubts. */
export const everybody: Expectation = {
  end: 'SENT',
  mayEnd: () => ['SENT'],
  mayMiss: () => false,
  doubts: 'any',
};

/** Everybody gets it exactly once. */
export const everybodyOnce: Expectation = { ...everybody, doubts: 'harmless' };

/** Everybody gets it exactly once, and nobody was ever in doubt. */
export const everybodyForSure: Expectation = { ...everybody, doubts: 'none' };

/** What was not on its way by then stays undone. */
export const cancelled: Expectation = {
  end: 'CANCELLED',
  mayEnd: () => ['SENT', 'CANCELLED'],
  mayMiss: () => true,
  doubts: 'none',
};

export const deleted: Expectation = { ...cancelled, end: 'DELETED' };

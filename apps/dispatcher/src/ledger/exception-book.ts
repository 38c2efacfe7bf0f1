import type { Exception } from './batch';

type Change = Pick<Exception, 'i' | 'state' | 'at'> & Partial<Exception>;

/** The defaults of an exception's fields. */
export const blank = {
  reason: null,
  permanent: false,
  attempts: 0,
  attemptsBefore: 0,
  throttles: 0,
  doubts: 0,
  doubtful: 0,
  failingSince: null,
  providerCode: null,
  providerId: null,
  previousIds: [],
  segments: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  notBefore: null,
  answeredBy: null,
  duplicate: false,
  feedback: null,
  fallback: null,
  failovers: [],
} satisfies Omit<Exception, 'i' | 'state' | 'at'>;

/** The exceptions of a batch by position, while a fact is applied. It does not change the given entries. */
export class ExceptionBook {
  private readonly byPosition: Map<number, Exception>;

  constructor(exceptions: readonly Exception[]) {
    this.byPosition = new Map(exceptions.map((exception) => [exception.i, exception]));
  }

  get(position: number): Exception | undefined {
    return this.byPosition.get(position);
  }

  doubts(position: number): number {
    return this.byPosition.get(position)?.doubts ?? 0;
  }

  /** The sends of all runs with an unknown result. */
  doubtful(position: number): number {
    return this.byPosition.get(position)?.doubtful ?? 0;
  }

  attempts(position: number): number {
    return this.byPosition.get(position)?.attempts ?? 0;
  }

  attemptsBefore(position: number): number {
    return this.byPosition.get(position)?.attemptsBefore ?? 0;
  }

  /** The attempts that count for the retry schedule. */
  countedAttempts(position: number): number {
    return this.attempts(position) - this.attemptsBefore(position);
  }

  /** Writes a change. Attempts, doubts, and other counters stay unless the change contains them. */
  put(change: Change): void {
    const before = this.byPosition.get(change.i) ?? blank;
    this.byPosition.set(change.i, {
      ...before,
      reason: null,
      providerCode: null,
      notBefore: null,
      permanent: false,
      feedback: null,
      ...change,
    });
  }

  /**
   * Returns the change that makes a delivery refer to another message. The previous message no longer affects its
   * state.
   */
  renamed(position: number, providerId: string | null): Pick<Exception, 'providerId' | 'previousIds'> {
    const { providerId: before, previousIds } = this.byPosition.get(position) ?? blank;
    if (before === null || before === providerId) return { providerId, previousIds };
    return { providerId, previousIds: retire(previousIds, before).filter((id) => id !== providerId) };
  }

  /** Ends a position that is not retried. If a message may have been sent, the position is UNCONFIRMED. */
  giveUp(change: Change): void {
    const known = this.byPosition.get(change.i);
    const doubtful = change.doubtful ?? known?.doubtful ?? 0;
    if (doubtful === 0) this.put(change);
    else this.put({ ...change, state: 'UNCONFIRMED', reason: change.reason ?? known?.reason ?? null });
  }

  entries(): Exception[] {
    return [...this.byPosition.values()].sort((a, b) => a.i - b.i);
  }
}

/**
 * The maximum number of IDs that one position stores, because reports may contain any number of messages. Usually there
 * are as many as attempts.
 */
const MAX_PREVIOUS_IDS = 10;

export function retire(previousIds: readonly string[], providerId: string): string[] {
  return [...previousIds, providerId].slice(-MAX_PREVIOUS_IDS);
}

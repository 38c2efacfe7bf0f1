import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@carillon/contracts';
import { hasCallerLeft } from '@carillon/messaging';
import { UserTurns } from './user-limits';

/** The maximum number of counts of one user that are running or waiting. */
const MOST = 4;

/**
 * Costly counts of an audience or a campaign: one at a time per user, and once for all concurrent requests of the same
 * count. A count leaves the database idle for a third of the time, and ends when its caller has stopped waiting.
 */
export class SharedCounts<T> {
  private readonly underWay = new Map<string, Map<string, Promise<T>>>();
  private readonly turns: UserTurns;

  /** @param what the name of the counts in the refusal */
  constructor(what: string) {
    this.turns = new UserTurns(MOST, what);
  }

  /**
   * Joins the running count for this question, or starts one.
   * @throws AppError rate_limited with extra.retryAfter in seconds if too many counts of the user wait; timeout
   */
  async join(userId: string, question: string, count: (pace: Pace) => Promise<T>): Promise<T> {
    const ofUser = this.underWay.get(userId) ?? new Map<string, Promise<T>>();
    const shared = ofUser.get(question);
    if (shared) return this.shareIn(shared, () => this.join(userId, question, count));
    const mine = this.turns.take(userId, async () => {
      const pace = new Pace();
      await pace.rest();
      return count(pace);
    });
    this.underWay.set(userId, ofUser.set(question, mine));
    try {
      return await mine;
    } finally {
      ofUser.delete(question);
      if (ofUser.size === 0) this.underWay.delete(userId);
    }
  }

  /**
   * A count ends when the caller that started it has stopped waiting. Other callers that still wait then start their
   * own count.
   */
  private async shareIn(shared: Promise<T>, begin: () => Promise<T>): Promise<T> {
    try {
      return await shared;
    } catch (error) {
      if (error instanceof AppError && error.code === 'timeout' && !hasCallerLeft()) return begin();
      throw error;
    }
  }
}

/** The pace of one count. */
export class Pace {
  private since = performance.now();

  /** @param isAbandoned whether nobody needs the result anymore */
  constructor(private readonly isAbandoned: () => boolean = hasCallerLeft) {}

  /**
   * Rests for half as long as the work since the last rest took. @throws AppError timeout if nobody needs the result
   * anymore
   */
  async rest(): Promise<void> {
    if (this.isAbandoned()) throw new AppError('timeout');
    const worked = performance.now() - this.since;
    if (worked > 2) await delay(worked / 2);
    this.since = performance.now();
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@carillon/contracts';
import { timeLeft } from '@carillon/messaging';
import { UserTurns } from '@carillon/platform';

/** Counts of one user that are under way or wait for their turn. */
const MOST = 4;

/**
 * Counts of large audiences: one at a time for each user, and once for all who ask for the same at the same time. A
 * count leaves the database a third of the time, and ends when its caller has left.
 */
export class SharedCounts<T> {
  private readonly underWay = new Map<string, Map<string, Promise<T>>>();
  private readonly turns = new UserTurns(MOST, 'counts of large groups');

  /**
   * Joins the count under way for this question, or starts one.
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

  /** A count ends when the caller who began it has left: who still waits then begins one of their own. */
  private async shareIn(shared: Promise<T>, begin: () => Promise<T>): Promise<T> {
    try {
      return await shared;
    } catch (error) {
      if (error instanceof AppError && error.code === 'timeout' && (timeLeft() ?? Infinity) > 0)
        return begin();
      throw error;
    }
  }
}

/** The pace of one count. */
export class Pace {
  private since = performance.now();

  /** Rests for half as long as the work since the last rest took. @throws AppError timeout if the caller has left */
  async rest(): Promise<void> {
    if ((timeLeft() ?? Infinity) <= 0) throw new AppError('timeout');
    const worked = performance.now() - this.since;
    if (worked > 2) await delay(worked / 2);
    this.since = performance.now();
  }
}

import { randomInt } from 'node:crypto';
import { AppError } from '@carillon/contracts';

export interface SlowWorkLimits {
  /** The limit of this process. */
  all: number;
  /** The limit of one user in this process. */
  each: number;
}

/** When a refused caller should try again (seconds). */
const RETRY_AFTER_S = 5;

/**
 * Limits work that waits for an external service: the process keeps capacity for other commands, and one user cannot take
 * all of the limit.
 */
export class SlowWork {
  private readonly underWay = new Map<string, number>();
  private total = 0;

  constructor(private readonly limits: SlowWorkLimits) {}

  /**
   * @throws AppError rate_limited with extra.retryAfter in seconds if the user has too much work under way;
   * service_unavailable if all users together have
   */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const ofUser = this.underWay.get(userId) ?? 0;
    if (ofUser >= this.limits.each) throw enough(this.limits.each);
    if (this.total >= this.limits.all)
      throw new AppError('service_unavailable', 'Too many others do the same');
    this.count(userId, 1);
    try {
      return await work();
    } finally {
      this.count(userId, -1);
    }
  }

  private count(userId: string, change: 1 | -1): void {
    this.total += change;
    const ofUser = (this.underWay.get(userId) ?? 0) + change;
    if (ofUser > 0) this.underWay.set(userId, ofUser);
    else this.underWay.delete(userId);
  }
}

function enough(each: number): AppError {
  const detail = `At most ${each} of these may be under way at once`;
  return new AppError('rate_limited', detail, [], { retryAfter: String(RETRY_AFTER_S) });
}

/** Runs the work of one user one after the other, so that it does not compete with itself. Users do not wait for each other. */
export class UserTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs `work` after all earlier work of this user has ended or failed. */
  async take<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(userId);
    const mine = before ? before.then(work, work) : work();
    this.last.set(userId, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(userId) === mine) this.last.delete(userId);
    }
  }
}

/**
 * Picks a free number below `slots` at random; undefined if all are taken.
 *
 * "At most n of these for a user" holds under concurrency if each takes a numbered slot and a unique index on user and slot
 * decides. The choice is random, so that two requests at the same time seldom choose the same slot.
 */
export function freeSlot(taken: Iterable<number>, slots: number): number | undefined {
  const used = new Set(taken);
  const free = Array.from({ length: slots }, (_, slot) => slot).filter((slot) => !used.has(slot));
  return free.length > 0 ? free[randomInt(free.length)] : undefined;
}

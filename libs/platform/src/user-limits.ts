import { randomInt } from 'node:crypto';
import { AppError } from '@carillon/contracts';

export interface ConcurrencyLimits {
  /** The limit of this process. */
  all: number;
  /** The limit of one key, such as a user, in this process. */
  each: number;
}

/** Counts running work, in total and by key. It doesn't refuse work. Its caller first checks which limit is reached. */
export class WorkUnderWay {
  private readonly byKey = new Map<string, number>();
  private total = 0;

  constructor(private readonly limits: ConcurrencyLimits) {}

  /** Returns the limit that more work of this key would exceed, or null. */
  limitReached(key: string): keyof ConcurrencyLimits | null {
    if ((this.byKey.get(key) ?? 0) >= this.limits.each) return 'each';
    return this.total >= this.limits.all ? 'all' : null;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const end = this.begin(key);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Counts work until the function that it returns is called, once. */
  begin(key: string): () => void {
    this.count(key, 1);
    return () => this.count(key, -1);
  }

  private count(key: string, change: 1 | -1): void {
    this.total += change;
    const ofKey = (this.byKey.get(key) ?? 0) + change;
    if (ofKey > 0) this.byKey.set(key, ofKey);
    else this.byKey.delete(key);
  }
}

/** The time after which a refused caller should try again (seconds). */
const RETRY_AFTER_S = 5;

/**
 * Limits work that waits for an external service, so that the process keeps capacity for other commands, and one user
 * can't use all of the limit.
 */
export class SlowWork {
  private readonly underWay: WorkUnderWay;

  constructor(private readonly limits: ConcurrencyLimits) {
    this.underWay = new WorkUnderWay(limits);
  }

  /**
   * @throws AppError rate_limited with extra.retryAfter in seconds if the user has too much work in progress;
   * service_unavailable if all users together have
   */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const reached = this.underWay.limitReached(userId);
    if (reached === 'each') throw enough(this.limits.each);
    if (reached === 'all') throw new AppError('service_unavailable', 'Too many other users do the same');
    return this.underWay.run(userId, work);
  }
}

function enough(each: number, what = 'of these'): AppError {
  const detail = `At most ${each} ${what} can run at the same time`;
  return new AppError('rate_limited', detail, [], { retryAfter: String(RETRY_AFTER_S) });
}

/**
 * Runs the tasks of one user one after another, so that they do not compete with each other. Users do not wait for each
 * other.
 */
export class UserTurns {
  private readonly lines = new Map<string, { last: Promise<unknown> | null; length: number }>();

  /**
   * @param most the maximum amount of one user's work that can run and wait, because more would take the place of other
   * users @param what the name of the work in the refusal
   */
  constructor(
    private readonly most: number,
    private readonly what = 'of these',
  ) {}

  /**
   * Runs `work` after all earlier work of this user has ended or failed.
   * @throws AppError rate_limited with extra.retryAfter in seconds if too much of the user's work waits
   */
  async take<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const line = this.lines.get(userId) ?? { last: null, length: 0 };
    if (line.length >= this.most) throw enough(this.most, this.what);
    const mine = line.last ? line.last.then(work, work) : work();
    line.last = mine;
    line.length += 1;
    this.lines.set(userId, line);
    try {
      return await mine;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.lines.delete(userId);
    }
  }
}

/**
 * Picks a random free number below `slots`. Undefined: all are taken. A limit of n per user holds under concurrency if
 * each item takes a numbered slot and a unique index on user and slot decides. The choice is random, so that concurrent
 * requests seldom choose the same slot.
 */
export function freeSlot(taken: Iterable<number>, slots: number): number | undefined {
  const used = new Set(taken);
  const free = Array.from({ length: slots }, (_, slot) => slot).filter((slot) => !used.has(slot));
  return free.length > 0 ? free[randomInt(free.length)] : undefined;
}

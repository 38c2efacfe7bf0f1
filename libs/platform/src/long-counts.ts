import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@carillon/contracts';
import { withoutDeadline } from '@carillon/messaging';
import { LRUCache } from 'lru-cache';
import type { Logger } from './logger';
import { Pace } from './shared-counts';
import { UserTurns } from './user-limits';

export interface LongCountsOptions {
  /** What is counted, for the refusal and the log. */
  what: string;
  /** How long a reply waits for a count that takes longer (milliseconds). */
  waitMs: number;
  /** How long a complete count answers further questions after it was read (milliseconds). */
  keptMs: number;
  /** The maximum number of counts of one account that run or wait in a process. They run one after another. */
  most: number;
}

/** The number of counts that a process keeps. */
const MOST_KEPT = 500;
/** How long a complete count is kept for a caller (milliseconds). */
const UNREAD_MS = 60_000;
/** A count ends if nobody asks for it for this long (milliseconds). */
const ABANDONED_MS = 60_000;

/** Counts into `reply`, which a caller may get at any time. It must be valid between two rests. */
type Count<T> = (reply: T, pace: Pace) => Promise<void>;

interface Running<T> {
  reply: T;
  done: Promise<void>;
  askedAt: number;
  isDone: boolean;
}

/**
 * Counts that may take minutes. A reply contains what is counted so far, the count continues, and the next caller with
 * the same question gets its progress. Ends a count that nobody asks for anymore.
 */
export class LongCounts<T extends object> {
  private readonly counts = new LRUCache<string, Running<T>>({ max: MOST_KEPT });
  private readonly turns: UserTurns;

  constructor(
    private readonly options: LongCountsOptions,
    private readonly log: Logger,
  ) {
    this.turns = new UserTurns(options.most, options.what);
  }

  /**
   * Joins the count for this question, or starts one from `empty`.
   * @throws AppError rate_limited with extra.retryAfter in seconds if too many counts of the user wait; errors of the
   * count
   */
  async join(
    userId: string,
    question: string,
    { empty, count, waitMs = this.options.waitMs }: { empty: () => T; count: Count<T>; waitMs?: number },
  ): Promise<T> {
    const key = `${userId} ${question}`;
    const running = this.counts.get(key) ?? this.begin(userId, key, empty(), count);
    running.askedAt = performance.now();
    const timer = new AbortController();
    try {
      await Promise.race([running.done, delay(waitMs, undefined, timer)]);
      return structuredClone(running.reply);
    } finally {
      timer.abort();
      if (running.isDone) this.forget(key, running, this.options.keptMs);
    }
  }

  private begin(userId: string, key: string, reply: T, count: Count<T>): Running<T> {
    const running: Running<T> = { reply, done: Promise.resolve(), askedAt: 0, isDone: false };
    const pace = new Pace(() => performance.now() - running.askedAt > ABANDONED_MS);
    // The count outlives the command that starts it.
    running.done = withoutDeadline(() => this.turns.take(userId, () => count(reply, pace)));
    this.counts.set(key, running);
    running.done.then(
      () => {
        running.isDone = true;
        this.forget(key, running, UNREAD_MS);
      },
      (error: unknown) => {
        this.forget(key, running, 0);
        if (!(error instanceof AppError)) this.log.warn({ err: error }, `${this.options.what} failed`);
      },
    );
    return running;
  }

  private forget(key: string, running: Running<T>, afterMs: number): void {
    const forget = (): void => {
      if (this.counts.get(key) === running) this.counts.delete(key);
    };
    if (afterMs === 0) forget();
    else setTimeout(forget, afterMs).unref();
  }
}

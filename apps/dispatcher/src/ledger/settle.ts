import type { Outcome } from '@carillon/contracts';
import { atRest } from './at-rest';
import type { Batch, HandRecord } from './batch';
import { ExceptionBook } from './exception-book';
import type { Settled } from './facts';
import { without } from './positions';
import { progressed } from './progress';
import { nextPause, retryPolicies } from './retry-policy';

/** A provider that asks for patience without saying for how long gets a minute. */
const THROTTLED_PAUSE_MS = 60_000;
/** A mail whose fate is unknown is repeated after this pause (milliseconds). */
const UNKNOWN_PAUSE_MS = 60_000;

/**
 * Works in a piece of a hand's result. What a provider said for good counts whatever the fence: a late truth is still
 * a truth. What asks for another attempt counts once, and from the current hand only, as somebody else may be at it.
 */
export function settle(batch: Batch, fact: Settled): Batch {
  const settlement = new Settlement(batch, fact);
  for (const i of fact.sent) settlement.sent(i, null);
  for (const outcome of fact.outcomes) settlement.outcome(outcome);
  return settlement.result();
}

class Settlement {
  private readonly book: ExceptionBook;
  private readonly todo: Set<number>;
  /** What this hand may still ask another attempt for; nothing, if it is not the current one. */
  private readonly inHand: ReadonlySet<number>;
  /** Positions with an answer that counts: no hand has them any more. */
  private readonly answered = new Set<number>();
  private readonly current: boolean;

  constructor(
    private readonly batch: Batch,
    private readonly fact: Settled,
  ) {
    this.book = new ExceptionBook(batch.exceptions);
    this.todo = new Set(batch.todo);
    this.current = batch.hand?.fence === fact.fence;
    this.inHand = new Set(this.current ? batch.hand?.positions : []);
  }

  sent(i: number, providerId: string | null): void {
    const known = this.book.get(i);
    if (this.isNews(i)) this.markSent(i, providerId);
    else if (known?.answeredBy != null && known.answeredBy !== this.fact.fence && !known.duplicate) {
      this.note({ ...known, duplicate: true });
    }
  }

  outcome(outcome: Outcome): void {
    const { i, kind } = outcome;
    if (kind === 'sent') this.sent(i, outcome.providerId);
    else if (kind === 'failed' && outcome.permanent) {
      if (this.todo.has(i) || this.book.get(i)?.state === 'UNCONFIRMED') this.fail(outcome);
    } else if (this.inHand.has(i) && this.todo.has(i) && !this.answered.has(i)) this.tryAgain(outcome);
  }

  result(): Batch {
    const { batch, fact } = this;
    if (!this.current && this.answered.size === 0) return batch;
    const progress = progressed(batch.progress, batch.todo.length - this.todo.size, fact.now);
    if (this.current && fact.hopeless !== null) this.giveUp(fact.hopeless);
    const hand = this.remainingHand();
    const todo = batch.todo.filter((position) => this.todo.has(position));
    const settledAt = this.answered.size > 0 ? fact.now : batch.settledAt;
    const next = { ...batch, hand, todo, exceptions: this.book.entries(), settledAt, progress };
    if (this.current && hand?.positions.length === 0)
      return atRest(next, fact.now, fact.notBefore ?? fact.now);
    return todo.length === 0 ? atRest(next, fact.now) : next;
  }

  /** The hand without what was answered for; its own piece also returns positions and renews the lease. */
  private remainingHand(): HandRecord | null {
    const { fact, batch } = this;
    if (!batch.hand) return null;
    const positions = without(batch.hand.positions, this.answered);
    if (!this.current) return { ...batch.hand, positions };
    return { ...batch.hand, until: fact.until, positions: without(positions, new Set(fact.returned)) };
  }

  /**
   * Whether it is news that a position was sent. It is not if it was known, or if the same hand has said otherwise; that
   * another hand's provider refused it later does not undo the sending.
   */
  private isNews(i: number): boolean {
    if (this.todo.has(i)) return true;
    const known = this.book.get(i);
    if (known?.state === 'FAILED') return known.answeredBy !== this.fact.fence;
    return known?.state === 'UNCONFIRMED' || known?.state === 'SKIPPED';
  }

  /** The common case leaves no trace but an empty place in todo: the verdict says SENT. */
  private markSent(i: number, providerId: string | null): void {
    this.todo.delete(i);
    this.answered.add(i);
    if (providerId === null && this.book.get(i) === undefined) return;
    const attempts = this.book.attempts(i) + 1;
    this.note({ i, state: 'SENT', attempts, providerId, answeredBy: this.fact.fence, at: this.fact.now });
  }

  private fail(outcome: Outcome): void {
    const { i, reason, permanent, providerCode } = outcome;
    this.todo.delete(i);
    const attempts = this.book.attempts(i) + 1;
    const answeredBy = this.fact.fence;
    this.note({
      i,
      state: 'FAILED',
      reason,
      permanent,
      providerCode,
      attempts,
      answeredBy,
      at: this.fact.now,
    });
  }

  private giveUp(reason: string): void {
    for (const i of this.todo) {
      this.note({ i, state: 'FAILED', reason, permanent: false, at: this.fact.now });
    }
    this.todo.clear();
  }

  private tryAgain(outcome: Outcome): void {
    if (outcome.kind === 'unknown') this.doubt(outcome);
    else if (outcome.kind === 'throttled')
      this.postpone(outcome, 0, outcome.retryAfterMs ?? THROTTLED_PAUSE_MS);
    else {
      const pause = nextPause(this.batch.channel, this.book.attempts(outcome.i) + 1, outcome.retryAfterMs);
      if (pause === null) this.fail(outcome);
      else this.postpone(outcome, 1, pause);
    }
  }

  private postpone({ i, reason, providerCode }: Outcome, attempt: 0 | 1, pauseMs: number): void {
    const { now } = this.fact;
    const attempts = this.book.attempts(i) + attempt;
    const notBefore = new Date(now.getTime() + pauseMs);
    this.note({ i, state: 'QUEUED', reason, providerCode, attempts, notBefore, at: now });
  }

  private doubt({ i, reason, providerCode }: Outcome): void {
    const { now } = this.fact;
    const policy = retryPolicies[this.batch.channel];
    const doubts = this.book.doubts(i) + 1;
    const attempts = this.book.attempts(i) + 1;
    if (policy.inDoubt === 'resend' && doubts <= policy.maxUnknown) {
      const notBefore = new Date(now.getTime() + UNKNOWN_PAUSE_MS);
      this.note({ i, state: 'QUEUED', reason, providerCode, doubts, attempts, notBefore, at: now });
    } else {
      this.todo.delete(i);
      this.note({ i, state: 'UNCONFIRMED', reason, providerCode, doubts, attempts, at: now });
    }
  }

  private note(change: Parameters<ExceptionBook['put']>[0]): void {
    this.answered.add(change.i);
    this.book.put(change);
  }
}

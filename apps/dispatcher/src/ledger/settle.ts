import type { Outcome } from '@carillon/contracts';
import { atRest } from './at-rest';
import type { Batch } from './batch';
import { ExceptionBook } from './exception-book';
import type { Settled } from './facts';
import { without } from './positions';
import { nextPause, retryPolicies } from './retry-policy';

/** A provider that asks for patience without saying for how long gets a minute. */
const THROTTLED_PAUSE_MS = 60_000;
/** A mail whose fate is unknown is repeated after this pause (milliseconds). */
const UNKNOWN_PAUSE_MS = 60_000;

/**
 * Works in a piece of a hand's result. What a provider said for good counts whatever the fence: a late truth is still
 * a truth. What asks for another attempt counts from the current hand only, as somebody else may be at it.
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
  /** Positions of the current hand that have been answered for. */
  private readonly answered = new Set<number>();
  private readonly current: boolean;
  private changed = false;

  constructor(
    private readonly batch: Batch,
    private readonly fact: Settled,
  ) {
    this.book = new ExceptionBook(batch.exceptions);
    this.todo = new Set(batch.todo);
    this.current = batch.hand?.fence === fact.fence;
  }

  sent(i: number, providerId: string | null): void {
    const known = this.book.get(i);
    if (!this.exists(i)) return;
    if (this.todo.has(i) || known?.state === 'UNCONFIRMED') this.markSent(i, providerId);
    else if (known?.sentBy != null && known.sentBy !== this.fact.fence && !known.duplicate) {
      this.note({ ...known, duplicate: true });
    }
    this.answered.add(i);
  }

  outcome(outcome: Outcome): void {
    if (outcome.kind === 'sent') {
      this.sent(outcome.i, outcome.providerId);
    } else if (outcome.kind === 'failed' && outcome.permanent) {
      if (this.todo.has(outcome.i) || this.book.get(outcome.i)?.state === 'UNCONFIRMED') this.fail(outcome);
    } else if (this.current && this.todo.has(outcome.i)) {
      this.tryAgain(outcome);
    }
    this.answered.add(outcome.i);
  }

  result(): Batch {
    const { batch, fact } = this;
    if (!this.current) return this.changed ? this.withoutHandChange() : batch;
    const hand = batch.hand && {
      ...batch.hand,
      until: fact.until,
      positions: without(batch.hand.positions, this.answered),
    };
    const next = { ...batch, hand, todo: this.remaining(), exceptions: this.book.entries() };
    const over = fact.done || next.todo.length === 0;
    return over ? atRest(next, fact.now, fact.notBefore ?? fact.now) : next;
  }

  /** A late truth: positions leave todo and any hand; a batch that has no more to do is at rest. */
  private withoutHandChange(): Batch {
    const { batch, fact } = this;
    const hand = batch.hand && { ...batch.hand, positions: without(batch.hand.positions, this.answered) };
    const next = { ...batch, hand, todo: this.remaining(), exceptions: this.book.entries() };
    return next.todo.length === 0 ? atRest(next, fact.now) : next;
  }

  private remaining(): number[] {
    return this.batch.todo.filter((position) => this.todo.has(position));
  }

  private exists(i: number): boolean {
    return i >= 0 && i < this.batch.size && !this.batch.holes.includes(i);
  }

  /** The common case leaves no trace but an empty place in todo: the verdict says SENT. */
  private markSent(i: number, providerId: string | null): void {
    this.todo.delete(i);
    this.changed = true;
    if (providerId === null && this.book.get(i) === undefined) return;
    const attempts = this.book.attempts(i) + 1;
    this.note({ i, state: 'SENT', attempts, providerId, sentBy: this.fact.fence, at: this.fact.now });
  }

  private fail(outcome: Outcome): void {
    this.todo.delete(outcome.i);
    this.note({
      i: outcome.i,
      state: 'FAILED',
      reason: outcome.reason,
      permanent: outcome.permanent,
      providerCode: outcome.providerCode,
      attempts: this.book.attempts(outcome.i) + 1,
      at: this.fact.now,
    });
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

  private postpone(outcome: Outcome, attempt: 0 | 1, pauseMs: number): void {
    const { now } = this.fact;
    this.note({
      i: outcome.i,
      state: 'QUEUED',
      reason: outcome.reason,
      providerCode: outcome.providerCode,
      attempts: this.book.attempts(outcome.i) + attempt,
      notBefore: new Date(now.getTime() + pauseMs),
      at: now,
    });
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
    this.changed = true;
    this.book.put(change);
  }
}

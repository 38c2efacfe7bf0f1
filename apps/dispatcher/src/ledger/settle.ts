import { type DeliveryReason, type Outcome, failsOver } from '@carillon/contracts';
import { requeue } from './requeue';
import type { Batch, BatchLease, Exception, Failover } from './batch';
import { ExceptionBook } from './exception-book';
import type { Settled } from './facts';
import { startedOver, untriedSender, withRefusal } from './failovers';
import { without } from './positions';
import { progressed } from './progress';
import { feedbackOf } from './report-rules';
import { moved, senderOf } from './senders';
import { doubtRuleFor, nextPause, throttleBackoff, ruleFor } from './retry-policy';

/** The provider's ID of an accepted message, and its segments. */
type SentMessage = Pick<Exception, 'providerId' | 'segments'>;

/** A message without an ID or segments. */
const withoutDetails: SentMessage = { providerId: null, segments: null };

/**
 * Applies a part of a lease's result. A final result counts with any fence, even if it is late. A request for another
 * attempt counts once, and only from the current lease, because another worker may be sending.
 */
export function settle(batch: Batch, fact: Settled): Batch {
  const settlement = new Settlement(batch, fact);
  for (const i of fact.sent) settlement.sent(i, withoutDetails);
  for (const outcome of fact.outcomes) settlement.outcome(outcome);
  return settlement.result();
}

type Refusal = Pick<Outcome, 'i' | 'reason' | 'permanent' | 'providerCode'>;
type Counted = Partial<Pick<Exception, 'attempts' | 'throttles' | 'failingSince'>>;

class Settlement {
  private readonly book: ExceptionBook;
  private readonly todo: Set<number>;
  /** Positions for which this lease can still request another attempt. Empty if it is not the current lease. */
  private readonly inFlight: ReadonlySet<number>;
  /** Positions with a counted result, which no lease contains any longer. */
  private readonly answered = new Set<number>();
  /** Whether details were added to existing exceptions. */
  private isSupplemented = false;
  private readonly current: boolean;
  /** Positions that another sender of the pool gets, and that sender. */
  private readonly moves = new Map<number, string>();

  constructor(
    private readonly batch: Batch,
    private readonly fact: Settled,
  ) {
    this.book = new ExceptionBook(batch.exceptions);
    this.todo = new Set(batch.todo);
    this.current = batch.lease?.fence === fact.fence;
    this.inFlight = new Set(this.current ? batch.lease?.positions : []);
  }

  sent(i: number, message: SentMessage): void {
    const [known, { fence }] = [this.book.get(i), this.fact];
    if (message.providerId !== null && known?.previousIds.includes(message.providerId)) return;
    if (this.todo.has(i) || replacesResult(known, message, fence)) this.markSent(i, message);
    else if (known && isSecond(known, message, fence)) this.markDuplicate(known, message);
    else if (known) this.supplement(known, message);
  }

  outcome(outcome: Outcome): void {
    const { i, kind } = outcome;
    if (kind === 'sent') this.sent(i, outcome);
    else if (this.mayFailOver(outcome) && this.failOver(outcome, kind === 'failed' ? 1 : 0)) return;
    else if (kind === 'failed' && outcome.permanent && !this.mayStartOver(outcome)) {
      if (this.mayFail(i)) this.fail(outcome);
    } else if (this.inFlight.has(i) && this.todo.has(i) && !this.answered.has(i)) this.tryAgain(outcome);
  }

  result(): Batch {
    const { batch, fact } = this;
    if (!this.current && this.answered.size === 0)
      return this.isSupplemented ? { ...batch, exceptions: this.book.entries() } : batch;
    const progress = progressed(batch.progress, batch.todo.length - this.todo.size, fact.now);
    if (this.current && fact.permanentFailure !== null) this.giveUp(fact.permanentFailure);
    const lease = this.remainingLease();
    const todo = batch.todo.filter((position) => this.todo.has(position));
    const settledAt = this.answered.size > 0 ? fact.now : batch.settledAt;
    const settled = { ...batch, lease, todo, exceptions: this.book.entries(), settledAt, progress };
    const next = this.moves.size > 0 ? moved(settled, this.moves) : settled;
    // The recipients of a pool don't wait, because another sender may get them.
    const notBefore = (batch.pool ? null : fact.notBefore) ?? fact.now;
    if (this.current && lease?.positions.length === 0) return requeue(next, fact.now, notBefore);
    return todo.length === 0 ? requeue(next, fact.now) : next;
  }

  /**
   * The lease without the settled positions. A part of the lease's own result also returns positions and renews the
   * lease.
   */
  private remainingLease(): BatchLease | null {
    const { fact, batch } = this;
    if (!batch.lease) return null;
    const positions = without(batch.lease.positions, this.answered);
    if (!this.current) return { ...batch.lease, positions };
    return { ...batch.lease, until: fact.until, positions: without(positions, new Set(fact.returned)) };
  }

  /**
   * A result that the same lease repeats does not count, because a further run may have requested another attempt in
   * the meantime.
   */
  private mayFail(i: number): boolean {
    const known = this.book.get(i);
    if (known?.answeredBy === this.fact.fence) return false;
    return this.todo.has(i) || known?.state === 'UNCONFIRMED';
  }

  /** The common case only removes the position from todo: the batch's result is SENT. */
  private markSent(i: number, { providerId, segments }: SentMessage): void {
    this.todo.delete(i);
    this.answered.add(i);
    if (providerId === null && segments === null && this.book.get(i) === undefined) return;
    const { now, fence: answeredBy } = this.fact;
    const attempts = this.book.attempts(i) + 1;
    // A result of an earlier lease resolves a doubtful send. If the position is in the next lease, it is in doubt
    // because of that lease.
    const isResolved = !this.current && !this.batch.lease?.positions.includes(i);
    const doubtful = Math.max(0, this.book.doubtful(i) - (isResolved ? 1 : 0));
    const named = this.book.renamed(i, providerId);
    this.note({ i, state: 'SENT', attempts, doubtful, segments, ...named, answeredBy, sentAt: now, at: now });
  }

  /**
   * If both messages are only sent, the later message counts, and the other one is in doubt. A message that has arrived
   * stays the delivery's message.
   */
  private markDuplicate(known: Exception, { providerId }: SentMessage): void {
    const isReplaced = known.state === 'SENT' && providerId !== null && known.providerId !== null;
    const other = { ...this.book.renamed(known.i, providerId), doubtful: known.doubtful + 1 };
    this.note({ ...known, ...(isReplaced && other), duplicate: true });
  }

  /** Adds the details that only the worker knows if a provider report arrived first. */
  private supplement(known: Exception, { providerId, segments }: SentMessage): void {
    const added = {
      providerId: known.providerId ?? providerId,
      segments: known.segments ?? segments,
    };
    if (added.providerId === known.providerId && added.segments === known.segments) return;
    this.isSupplemented = true;
    this.book.put({ ...known, ...added });
  }

  private fail(outcome: Outcome): void {
    const { i, reason, permanent, providerCode } = outcome;
    const attempts = this.book.attempts(i) + 1;
    const { fence: answeredBy, now: at } = this.fact;
    const failed = { i, state: 'FAILED' as const, reason, permanent, providerCode, attempts, answeredBy, at };
    this.todo.delete(i);
    this.answered.add(i);
    if (permanent) this.book.put(failed);
    else this.book.giveUp(failed);
  }

  /** Whether the sender certainly refused the message for a reason that another sender may not have. */
  private mayFailOver({ i, kind, reason }: Outcome): boolean {
    const isLeased = this.inFlight.has(i) && this.todo.has(i) && !this.answered.has(i);
    return isLeased && kind !== 'unknown' && failsOver(reason);
  }

  /**
   * Gives a position to a sender of the pool that was not tried in this round. Returns false if there is none, or the
   * sender has to keep the position. The attempt doesn't use up the retry schedule, because the next one follows at once.
   */
  private failOver(refusal: Refusal, attempts: 0 | 1): boolean {
    const failovers = this.refusedBy(refusal);
    const next = failovers && untriedSender(this.batch.pool ?? [], failovers, this.batch.run);
    if (!failovers || next === undefined) return false;
    const { i, reason, providerCode } = refusal;
    const { now: at, fence: answeredBy } = this.fact;
    this.note({
      ...{ i, state: 'QUEUED', reason, providerCode, answeredBy, at, failovers },
      ...{ attempts: this.book.attempts(i) + attempts },
      ...{ attemptsBefore: this.book.attemptsBefore(i) + attempts },
    });
    this.moves.set(i, next);
    return true;
  }

  /** The refusals of a message with this one. Undefined: only its sender may send it. */
  private refusedBy({ i, reason, permanent, providerCode }: Refusal): readonly Failover[] | undefined {
    const { sender, pool, run } = this.batch;
    if (!pool || sender === null || reason === null || this.book.doubtful(i) > 0) return undefined;
    const refusal = { run, sender, reason, permanent, providerCode, at: this.fact.now };
    return withRefusal(this.book.get(i)?.failovers ?? [], refusal);
  }

  /** The next round, after all senders have refused a message. Undefined: no other sender may accept it. */
  private nextRound(refusal: Refusal): { failovers: readonly Failover[]; first: string } | undefined {
    const { sender, pool = [], run } = this.batch;
    const refused = failsOver(refusal.reason) ? this.refusedBy(refusal) : undefined;
    if (!refused) return undefined;
    const failovers = startedOver(refused, run);
    const first = untriedSender(pool, failovers, run);
    return first === undefined || first === sender ? undefined : { failovers, first };
  }

  /** Whether another sender may accept a message that the last sender has refused permanently. */
  private mayStartOver(outcome: Outcome): boolean {
    return this.mayFailOver(outcome) && this.nextRound(outcome) !== undefined;
  }

  /** Gives up the positions of a sender that can never be used again, unless its pool has another sender. */
  private giveUp(reason: DeliveryReason): void {
    for (const i of [...this.todo]) {
      if (senderOf(this.batch, i) !== this.batch.sender || this.moves.has(i)) continue;
      const refusal = { i, reason, permanent: true, providerCode: null };
      if (this.failOver(refusal, 0) || this.startOver(refusal)) continue;
      this.answered.add(i);
      this.todo.delete(i);
      this.book.giveUp({ i, state: 'FAILED', reason, at: this.fact.now });
    }
  }

  /** Keeps a position for senders that have refused it only temporarily. Returns false if there are none. */
  private startOver(refusal: Refusal): boolean {
    const pause = this.nextRound(refusal) ? this.retryPause(refusal, null) : null;
    if (pause === null) return false;
    this.postpone(refusal, pause, this.aging(refusal));
    return true;
  }

  private tryAgain(outcome: Outcome): void {
    if (outcome.kind === 'unknown') this.doubt(outcome);
    else if (outcome.kind === 'throttled') this.wait(outcome);
    else this.failForNow(outcome);
  }

  private failForNow(outcome: Outcome): void {
    const pause = this.retryPause(outcome, outcome.retryAfterMs);
    // After a permanent refusal, another sender of the pool was tried again, so that the failure is not permanent.
    if (pause === null) this.fail({ ...outcome, permanent: false });
    else {
      const attempts = this.book.attempts(outcome.i) + 1;
      this.postpone(outcome, pause, { attempts, ...this.aging(outcome) });
    }
  }

  /** The pause before the next attempt of the retry schedule. Null: there is none, or it would be too late. */
  private retryPause({ i, reason }: Refusal, retryAfterMs: number | null): number | null {
    const rule = ruleFor(this.batch.channel, reason);
    const pause = nextPause(rule, this.book.countedAttempts(i) + 1, retryAfterMs, this.fact.jitter);
    return pause === null || this.isTooLate(i, pause, rule.maxAge) ? null : pause;
  }

  /** Handles throttling, which is not counted as an attempt. */
  private wait(outcome: Outcome): void {
    const { i, reason, retryAfterMs } = outcome;
    const rule = ruleFor(this.batch.channel, reason);
    const times = this.book.get(i)?.throttles ?? 0;
    const pause = throttleBackoff(rule, times, retryAfterMs, this.fact.jitter);
    if (this.isTooLate(i, pause, rule.maxAge)) this.fail(outcome);
    else {
      const throttles = rule.isUntried ? times : times + 1;
      this.postpone(outcome, pause, { throttles, ...this.aging(outcome) });
    }
  }

  private isTooLate(i: number, pauseMs: number, maxAgeMs: number): boolean {
    const { now } = this.fact;
    const since = this.book.get(i)?.failingSince ?? now;
    return now.getTime() + pauseMs - since.getTime() > maxAgeMs;
  }

  /** The time since which a recipient has failed. Failures of the sender don't count. */
  private aging({ i, reason }: Refusal): Pick<Exception, 'failingSince'> {
    const { maxAge } = ruleFor(this.batch.channel, reason);
    return { failingSince: this.book.get(i)?.failingSince ?? (maxAge === Infinity ? null : this.fact.now) };
  }

  /** Tries a recipient again after a pause, by the first sender of the next round if it is in a pool. */
  private postpone(refusal: Refusal, pauseMs: number, counted: Counted): void {
    const { i, reason, providerCode } = refusal;
    const { now } = this.fact;
    const notBefore = new Date(now.getTime() + pauseMs);
    const round = this.nextRound(refusal);
    if (round) this.moves.set(i, round.first);
    const failovers = round?.failovers ?? startedOver(this.book.get(i)?.failovers ?? [], this.batch.run);
    this.note({ i, state: 'QUEUED', reason, providerCode, ...counted, failovers, notBefore, at: now });
  }

  private doubt({ i, reason, providerCode }: Outcome): void {
    const { now } = this.fact;
    const rule = doubtRuleFor(this.batch.channel);
    const doubts = this.book.doubts(i) + 1;
    const attempts = this.book.attempts(i) + 1;
    const doubted = { providerCode, doubts, doubtful: this.book.doubtful(i) + 1, attempts, at: now };
    if (doubts <= rule.maxUnknown) {
      const notBefore = new Date(now.getTime() + Math.round(rule.pause * this.fact.jitter));
      this.note({ i, state: 'QUEUED', reason, ...doubted, notBefore });
    } else {
      this.todo.delete(i);
      this.note({ i, state: 'UNCONFIRMED', reason, ...doubted });
    }
  }

  private note(change: Parameters<ExceptionBook['put']>[0]): void {
    this.answered.add(change.i);
    this.book.put(change);
  }
}

/**
 * Whether a sent message replaces the stored result of a position that isn't queued. It doesn't if the message was
 * known, the same lease has reported another result, or this message has failed in the meantime. A refusal of another
 * message doesn't undo the sending.
 */
function replacesResult(known: Exception | undefined, message: SentMessage, fence: number): boolean {
  if (known && feedbackOf(known) !== null) return false;
  if (known?.state === 'FAILED') return isOther(known, message) ?? known.answeredBy !== fence;
  return known?.state === 'UNCONFIRMED' || known?.state === 'SKIPPED';
}

/** Whether two messages were sent, identified by their IDs, or by their leases if IDs are missing. */
function isSecond(known: Exception, message: SentMessage, fence: number): boolean {
  if (known.duplicate || known.state === 'FAILED') return false;
  return isOther(known, message) ?? (known.answeredBy !== null && known.answeredBy !== fence);
}

/** Returns null if one of the messages has no ID. */
function isOther({ providerId: known }: SentMessage, { providerId }: SentMessage): boolean | null {
  return known === null || providerId === null ? null : known !== providerId;
}

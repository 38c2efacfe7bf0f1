import { requeue } from './requeue';
import type { Batch, Exception } from './batch';
import { ExceptionBook, blank, retire } from './exception-book';
import type { Report, Reported, Returned, ReturnedItem } from './facts';
import { without } from './positions';
import { progressed } from './progress';
import { type CurrentState, countsAfter, effectOf, isOvertaken, relationOf } from './report-rules';
import { statesOf } from './tally';

/**
 * Applies provider reports about accepted messages. Reports arrive in any order, repeatedly, before the settlement of
 * their lease and long after it: see the rules. A recipient that a report resolves gets no further message.
 */
export function reported(batch: Batch, { items, now }: Reported): Batch {
  // A batch that was never leased has no messages.
  if (batch.fence === 0) return batch;
  const reporting = new Reporting(batch, now);
  for (const report of items) reporting.report(report);
  return reporting.result();
}

/**
 * Applies bounces and complaints. They arrive at any time, repeatedly, and also before the settlement of their lease. A
 * delivery that a bounce or complaint resolves is not sent again.
 */
export function returned(batch: Batch, { items, now }: Returned): Batch {
  if (batch.fence === 0) return batch;
  const reporting = new Reporting(batch, now);
  for (const item of items) reporting.return(item);
  return reporting.result();
}

type Times = Pick<Exception, 'sentAt' | 'deliveredAt' | 'readAt'>;

class Reporting {
  private readonly book: ExceptionBook;
  private readonly stateAtFirst: (position: number) => Exception['state'];
  /** The positions that are not resolved, neither earlier nor by the reports applied so far. */
  private readonly open: Set<number>;
  private readonly inFlight: ReadonlySet<number>;
  private isChanged = false;

  constructor(
    private readonly batch: Batch,
    private readonly now: Date,
  ) {
    this.book = new ExceptionBook(batch.exceptions);
    this.stateAtFirst = statesOf(batch);
    this.open = new Set(batch.todo);
    this.inFlight = new Set(batch.lease?.positions);
  }

  report(report: Report): void {
    const { i, providerId, state, at } = report;
    const current = this.currentStateOf(i);
    if (current === null) return;
    const known = this.book.get(i) ?? blank;
    if (isOvertaken(known, state)) return;
    const relation = relationOf(known, current, providerId);
    const doubtful = Math.max(0, known.doubtful - (relation === 'other' ? 1 : 0));
    const effect = effectOf(relation, current, state);
    if (effect === 'take') this.take({ ...report, doubtful }, current);
    else if (effect === 'retire')
      this.supplement(i, current, { previousIds: retire(known.previousIds, providerId), doubtful });
    else if (current === 'READ' && state === 'DELIVERED' && known.deliveredAt === null)
      this.supplement(i, current, { deliveredAt: at });
  }

  return(item: ReturnedItem): void {
    const { i, feedback, isHard, reason, providerCode } = item;
    const current = this.currentStateOf(i);
    const known = this.book.get(i) ?? blank;
    if (current === null || !countsAfter(current, known, item)) return;
    const lease = current === 'LEASED' ? this.batch.lease : null;
    const attempts = lease ? known.attempts + 1 : Math.max(1, known.attempts);
    const state = feedback === 'BOUNCED' ? 'FAILED' : 'DELIVERED';
    const times = this.timesAfter({ ...item, state, providerId: known.providerId }, current);
    // The settlement of the lease can still arrive. It changes nothing for a bounced email.
    const answeredBy = lease?.fence ?? known.answeredBy ?? (feedback === 'BOUNCED' ? this.batch.fence : null);
    this.open.delete(i);
    this.isChanged = true;
    const reported = {
      i,
      state,
      feedback,
      reason,
      providerCode,
      permanent: feedback === 'BOUNCED' && isHard,
    } as const;
    // All copies have the same return path, so none is in doubt any longer.
    this.book.put({ ...reported, ...times, attempts, doubtful: 0, answeredBy, at: this.now });
  }

  result(): Batch {
    const { batch, now } = this;
    if (!this.isChanged) return batch;
    const next = { ...batch, exceptions: this.book.entries() };
    const todo = batch.todo.filter((i) => this.open.has(i));
    const count = batch.todo.length - todo.length;
    if (count === 0) return next;
    const resolved = new Set(batch.todo.filter((i) => !this.open.has(i)));
    const lease = batch.lease && { ...batch.lease, positions: without(batch.lease.positions, resolved) };
    const progress = progressed(batch.progress, count, now);
    const settled = { ...next, todo, lease, progress, settledAt: now };
    return todo.length === 0 || lease?.positions.length === 0 ? requeue(settled, now) : settled;
  }

  /** Returns null if the delivery doesn't exist. */
  private currentStateOf(i: number): CurrentState | null {
    if (i < 0 || i >= this.batch.size) return null;
    if (!this.open.has(i)) return this.book.get(i)?.state ?? this.stateAtFirst(i);
    return this.inFlight.has(i) ? 'LEASED' : this.stateAtFirst(i);
  }

  private take(report: Report & { doubtful: number }, current: CurrentState): void {
    const { i, state, reason, permanent, providerCode, doubtful } = report;
    const lease = current === 'LEASED' ? this.batch.lease : null;
    const attempts = lease ? this.book.attempts(i) + 1 : Math.max(1, this.book.attempts(i));
    const answer = { attempts, doubtful, ...(lease && { answeredBy: lease.fence }) };
    const reported = { i, state, ...this.timesAfter(report, current), ...answer, at: this.now };
    this.open.delete(i);
    this.isChanged = true;
    const named = this.book.renamed(i, report.providerId);
    if (state !== 'FAILED') this.book.put({ ...reported, ...named });
    else if (permanent || doubtful === 0)
      this.book.put({ ...reported, ...named, reason, permanent, providerCode });
    else this.book.giveUp({ ...reported, ...this.unnamed(report), reason, providerCode });
  }

  /** The message has failed, but another message is in doubt. From now on, the delivery refers to that message. */
  private unnamed({ i, providerId }: Report): Pick<Exception, 'providerId' | 'previousIds'> {
    const { previousIds } = this.book.renamed(i, providerId);
    return { providerId: null, previousIds: retire(previousIds, providerId) };
  }

  /**
   * Times of another message are not kept, because each message has its own times. A delivery without an exception has
   * the time of its batch.
   */
  private timesAfter(
    { i, state, providerId, at }: Pick<Report, 'i' | 'state' | 'at'> & { providerId: string | null },
    current: CurrentState,
  ): Times {
    const known = this.book.get(i);
    const isAnother = known?.providerId != null && known.providerId !== providerId;
    const { sentAt, deliveredAt, readAt } = known && !isAnother ? known : blank;
    const settledSentAt = current === 'SENT' && !isAnother ? (known?.at ?? this.batch.settledAt) : null;
    return {
      sentAt: sentAt ?? (state === 'SENT' ? at : settledSentAt),
      deliveredAt: deliveredAt ?? (state === 'DELIVERED' ? at : null),
      readAt: readAt ?? (state === 'READ' ? at : null),
    };
  }

  /** Adds to the exception without changing its state. */
  private supplement(i: number, current: CurrentState, more: Partial<Exception>): void {
    const known = this.book.get(i);
    const state = known?.state ?? (current === 'LEASED' ? 'QUEUED' : current);
    this.isChanged = true;
    this.book.put({ ...known, i, state, at: known?.at ?? this.now, ...more });
  }
}

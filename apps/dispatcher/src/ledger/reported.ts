import { atRest } from './at-rest';
import type { Batch, Exception } from './batch';
import { ExceptionBook, blank, retire } from './exception-book';
import type { Report, Reported } from './facts';
import { without } from './positions';
import { progressed } from './progress';
import { type Standing, effectOf, relationOf } from './report-rules';
import { statesOf } from './tally';

/**
 * Works in what a provider said of messages after it took them. Reports come in any order, several times, before the
 * settlement of their hand and long after it: see the rules. Nobody is sent to any more who was resolved by a report.
 */
export function reported(batch: Batch, { items, now }: Reported): Batch {
  // Of what was in nobody's hand yet there can be no message.
  if (batch.fence === 0) return batch;
  const reporting = new Reporting(batch, now);
  for (const report of items) reporting.hear(report);
  return reporting.result();
}

type Times = Pick<Exception, 'sentAt' | 'deliveredAt' | 'readAt'>;

class Reporting {
  private readonly book: ExceptionBook;
  private readonly stateAtFirst: (position: number) => Exception['state'] | null;
  /** Neither resolved before nor by what was heard until now. */
  private readonly open: Set<number>;
  private readonly inHand: ReadonlySet<number>;
  private isChanged = false;

  constructor(
    private readonly batch: Batch,
    private readonly now: Date,
  ) {
    this.book = new ExceptionBook(batch.exceptions);
    this.stateAtFirst = statesOf(batch);
    this.open = new Set(batch.todo);
    this.inHand = new Set(batch.hand?.positions);
  }

  hear(report: Report): void {
    const { i, providerId, state, at } = report;
    const standing = this.standingOf(i);
    if (standing === null) return;
    const known = this.book.get(i) ?? blank;
    const relation = relationOf(known, standing, providerId);
    const doubtful = Math.max(0, known.doubtful - (relation === 'other' ? 1 : 0));
    const effect = effectOf(relation, standing, state);
    if (effect === 'take') this.take({ ...report, doubtful }, standing);
    else if (effect === 'retire')
      this.supplement(i, standing, { former: retire(known.former, providerId), doubtful });
    else if (standing === 'READ' && state === 'DELIVERED' && known.deliveredAt === null)
      this.supplement(i, standing, { deliveredAt: at });
  }

  result(): Batch {
    const { batch, now } = this;
    if (!this.isChanged) return batch;
    const next = { ...batch, exceptions: this.book.entries() };
    const todo = batch.todo.filter((i) => this.open.has(i));
    const count = batch.todo.length - todo.length;
    if (count === 0) return next;
    const resolved = new Set(batch.todo.filter((i) => !this.open.has(i)));
    const hand = batch.hand && { ...batch.hand, positions: without(batch.hand.positions, resolved) };
    const progress = progressed(batch.progress, count, now);
    const settled = { ...next, todo, hand, progress, settledAt: now };
    return todo.length === 0 || hand?.positions.length === 0 ? atRest(settled, now) : settled;
  }

  /** Null: there is no such delivery. */
  private standingOf(i: number): Standing | null {
    if (i < 0 || i >= this.batch.size) return null;
    if (!this.open.has(i)) return this.book.get(i)?.state ?? this.stateAtFirst(i);
    return this.inHand.has(i) ? 'HELD' : this.stateAtFirst(i);
  }

  private take(report: Report & { doubtful: number }, standing: Standing): void {
    const { i, state, reason, permanent, providerCode, doubtful } = report;
    const hand = standing === 'HELD' ? this.batch.hand : null;
    const attempts = hand ? this.book.attempts(i) + 1 : Math.max(1, this.book.attempts(i));
    const answer = { attempts, doubtful, ...(hand && { answeredBy: hand.fence }) };
    const told = { i, state, ...this.timesAfter(report, standing), ...answer, at: this.now };
    this.open.delete(i);
    this.isChanged = true;
    const named = this.book.renamed(i, report.providerId);
    if (state !== 'FAILED') this.book.put({ ...told, ...named });
    else if (permanent || doubtful === 0)
      this.book.put({ ...told, ...named, reason, permanent, providerCode });
    else this.book.giveUp({ ...told, ...this.unnamed(report), reason, providerCode });
  }

  /** The message has failed, but another is in doubt, which the delivery is about from now on. */
  private unnamed({ i, providerId }: Report): Pick<Exception, 'providerId' | 'former'> {
    const { former } = this.book.renamed(i, providerId);
    return { providerId: null, former: retire(former, providerId) };
  }

  /** Another message has times of its own. Of one that simply went out, the time is known by batch. */
  private timesAfter({ i, state, providerId, at }: Report, standing: Standing): Times {
    const known = this.book.get(i);
    const isAnother = known?.providerId != null && known.providerId !== providerId;
    const { sentAt, deliveredAt, readAt } = known && !isAnother ? known : blank;
    const wentOutAt = standing === 'SENT' && !isAnother ? (known?.at ?? this.batch.settledAt) : null;
    return {
      sentAt: sentAt ?? (state === 'SENT' ? at : wentOutAt),
      deliveredAt: deliveredAt ?? (state === 'DELIVERED' ? at : null),
      readAt: readAt ?? (state === 'READ' ? at : null),
    };
  }

  /** Adds to what is known without changing what the delivery is. */
  private supplement(i: number, standing: Standing, more: Partial<Exception>): void {
    const known = this.book.get(i);
    const state = known?.state ?? (standing === 'HELD' ? 'QUEUED' : standing);
    this.isChanged = true;
    this.book.put({ ...known, i, state, at: known?.at ?? this.now, ...more });
  }
}

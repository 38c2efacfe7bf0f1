import { atRest } from './at-rest';
import type { Batch } from './batch';
import { ExceptionBook } from './exception-book';
import type { Cancelled, Expired, Fact, Granted, Released, Swept } from './facts';
import { without } from './positions';
import { doubtRuleFor } from './retry-policy';
import { reported } from './reported';
import { retried } from './retried';
import { settle } from './settle';

/**
 * What a batch is after a fact: the whole behaviour of the ledger, without a database. A fact that says nothing new
 * gives back the very same object, so that nothing need be written.
 */
export function apply(batch: Batch, fact: Fact): Batch {
  switch (fact.type) {
    case 'released':
      return released(batch, fact);
    case 'release-expired':
      return batch.state === 'RELEASED' ? { ...batch, state: 'READY', releasedUntil: null } : batch;
    case 'granted':
      return granted(batch, fact);
    case 'settled':
      return settle(batch, fact);
    case 'reported':
      return reported(batch, fact);
    case 'swept':
      return swept(batch, fact);
    case 'cancelled':
      return cancelled(batch, fact);
    case 'expired':
      return expired(batch, fact);
    case 'retried':
      return retried(batch, fact);
  }
}

function released(batch: Batch, fact: Released): Batch {
  if (batch.state !== 'READY') return batch;
  return { ...batch, state: 'RELEASED', release: batch.release + 1, releasedUntil: fact.until };
}

function granted(batch: Batch, fact: Granted): Batch {
  if (batch.state !== 'RELEASED') return batch;
  const book = new ExceptionBook(batch.exceptions);
  const withdrawn = fact.withdrawn.filter(({ position }) => batch.todo.includes(position));
  for (const { position, reason } of withdrawn) {
    book.giveUp({ i: position, state: 'SKIPPED', reason, permanent: true, at: fact.now });
  }
  const todo = without(batch.todo, new Set(withdrawn.map(({ position }) => position)));
  const skimmed = { ...batch, todo, exceptions: book.entries(), releasedUntil: null };
  const positions = choose(skimmed, book, fact.now, Math.min(fact.limit, batch.size));
  if (positions.length === 0) return atRest(skimmed, fact.now);
  const { holder, requestId, until, probe, tempo } = fact;
  const fence = batch.fence + 1;
  const hand = { holder, requestId, fence, until, positions, probe, tempo };
  const conversing = fact.conversing?.filter((position) => positions.includes(position)) ?? [];
  return { ...skimmed, state: 'HELD', fence, hand: conversing.length > 0 ? { ...hand, conversing } : hand };
}

/** The positions of a hand: due, and alike in how often they were doubted. */
function choose(batch: Batch, book: ExceptionBook, now: Date, limit: number): number[] {
  const due = batch.todo.filter((position) => (book.get(position)?.notBefore ?? now) <= now);
  const [first] = due;
  if (first === undefined) return [];
  const doubts = book.doubts(first);
  const size = handSize(limit, doubts, doubtRuleFor(batch.channel).maxSwept);
  return due.filter((position) => book.doubts(position) === doubts).slice(0, size);
}

/**
 * Each doubt makes the hand smaller by the same factor, down to one recipient in the last hand that there will be: 200, 34,
 * 6, 1. So somebody who breaks every worker ends up alone, and takes nobody along.
 */
function handSize(limit: number, doubts: number, maxSwept: number): number {
  if (doubts >= maxSwept) return doubts === 0 ? limit : 1;
  return Math.round(limit ** (1 - doubts / maxSwept));
}

/** Nobody knows what became of the hand's positions: the channel's rule says whether they are sent again. */
function swept(batch: Batch, fact: Swept): Batch {
  if (!batch.hand) return batch;
  const rule = doubtRuleFor(batch.channel);
  const book = new ExceptionBook(batch.exceptions);
  const lost = new Set<number>();
  for (const i of batch.hand.positions) {
    const doubts = book.doubts(i) + 1;
    const again = doubts <= rule.maxSwept && !batch.cancelled;
    if (!again) lost.add(i);
    // It may have gone out: who is sent to again shows it by more than one attempt.
    const attempts = book.attempts(i) + 1;
    book.put({
      i,
      state: again ? 'QUEUED' : 'UNCONFIRMED',
      reason: 'WORKER_LOST',
      doubts,
      doubtful: book.doubtful(i) + 1,
      attempts,
      at: fact.now,
    });
  }
  return atRest({ ...batch, todo: without(batch.todo, lost), exceptions: book.entries() }, fact.now);
}

function cancelled(batch: Batch, fact: Cancelled): Batch {
  if (batch.cancelled || batch.state === 'DONE') return batch;
  const marked = { ...batch, cancelled: true };
  return batch.hand ? marked : atRest(marked, fact.now);
}

function expired(batch: Batch, fact: Expired): Batch {
  if (batch.state !== 'READY') return batch;
  const book = new ExceptionBook(batch.exceptions);
  for (const i of batch.todo) book.giveUp({ i, state: 'FAILED', reason: 'EXPIRED', at: fact.now });
  return atRest({ ...batch, todo: [], exceptions: book.entries() }, fact.now);
}

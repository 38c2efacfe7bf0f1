import { requeue } from './requeue';
import type { Batch, Exception } from './batch';
import { ExceptionBook } from './exception-book';
import { hasRefused } from './failovers';
import { fellBack, hasFallback } from './fall-back';
import type {
  Cancelled,
  Declined,
  Erased,
  Expired,
  Fact,
  Granted,
  LeaseExpired,
  Released,
  Rerouted,
  Retried,
} from './facts';
import { without } from './positions';
import { doubtRuleFor } from './retry-policy';
import { reported, returned } from './reported';
import { moved, senderOf } from './senders';
import { settle } from './settle';
import { timed } from './timeline';
import { type Channel, type RetrySelection, type Route, directRoutesOf, hasRules } from '@carillon/contracts';

/**
 * Returns the batch after a fact. This function is the complete behavior of the ledger, without a database. Returns the
 * same object if the fact changes nothing, so that no write is needed.
 */
export function apply(batch: Batch, fact: Fact): Batch {
  const after = changed(batch, fact);
  return 'now' in fact ? timed(batch, after, fact.now) : after;
}

function changed(batch: Batch, fact: Fact): Batch {
  switch (fact.type) {
    case 'released':
      return released(batch, fact);
    case 'release-taken-back':
      return batch.state === 'RELEASED' ? { ...batch, state: 'READY', releasedUntil: null } : batch;
    case 'granted':
      return granted(batch, fact);
    case 'declined':
      return declined(batch, fact);
    case 'erased':
      return erased(batch, fact);
    case 'settled':
      return settle(batch, fact);
    case 'reported':
      return reported(batch, fact);
    case 'returned':
      return returned(batch, fact);
    case 'lease-expired':
      return leaseExpired(batch, fact);
    case 'cancelled':
      return cancelled(batch, fact);
    case 'expired':
      return expired(batch, fact);
    case 'retried':
      return retried(batch, fact);
    case 'rerouted':
      return rerouted(batch, fact);
    case 'fell-back':
      return fellBack(batch, fact);
  }
}

function released(batch: Batch, fact: Released): Batch {
  if (batch.state !== 'READY') return batch;
  return { ...batch, state: 'RELEASED', release: batch.release + 1, releasedUntil: fact.until };
}

function granted(batch: Batch, fact: Granted): Batch {
  if (batch.state !== 'RELEASED') return batch;
  const rest = withoutPostponed(withoutExcluded(batch, fact), fact);
  const positions = choose(rest, fact);
  if (positions.length === 0) return requeue(rest, fact.now);
  const { holder, requestId, until, probe, rate } = fact;
  const fence = batch.fence + 1;
  const lease = { holder, requestId, fence, until, positions, probe, rate };
  const inServiceWindow = fact.inServiceWindow?.filter((position) => positions.includes(position)) ?? [];
  const serviceWindow = inServiceWindow.length > 0 ? { inServiceWindow } : {};
  const daily = fact.rampUp ? { rampUpDate: fact.rampUp.date } : {};
  return { ...rest, state: 'LEASED', fence, lease: { ...lease, ...serviceWindow, ...daily } };
}

/** Ends the lease without adding a doubt. A lease that was not granted yet can no longer be granted. */
function declined(batch: Batch, { requestId, release, now }: Declined): Batch {
  if (batch.lease?.requestId === requestId) return requeue(batch, now);
  if (batch.state !== 'RELEASED' || batch.release !== release) return batch;
  return { ...batch, state: 'READY', releasedUntil: null };
}

/** Skips recipients of the lease as if it were granted now. If no recipients remain, the lease ends. */
function erased(batch: Batch, { requestId, positions, now }: Erased): Batch {
  const { lease } = batch;
  if (lease?.requestId !== requestId) return batch;
  const gone = new Set(positions.filter((position) => lease.positions.includes(position)));
  if (gone.size === 0) return batch;
  const excluded = [...gone].map((position) => ({ position, reason: 'ERASED' as const }));
  const rest = withoutExcluded(batch, { excluded, now });
  const left = without(lease.positions, gone);
  return left.length === 0 ? requeue(rest, now) : { ...rest, lease: { ...lease, positions: left } };
}

/** The positions that a grant would lease, according to the known batch. */
export function positionsToLease(batch: Batch, fact: Granted): number[] {
  return choose(withoutExcluded(batch, fact), fact);
}

/** Skips excluded recipients permanently. */
function withoutExcluded(batch: Batch, { excluded, now }: Pick<Granted, 'excluded' | 'now'>): Batch {
  const skipped = excluded.filter(({ position }) => batch.todo.includes(position));
  if (skipped.length === 0) return { ...batch, releasedUntil: null };
  const book = new ExceptionBook(batch.exceptions);
  for (const { position, reason } of skipped) {
    book.giveUp({ i: position, state: 'SKIPPED', reason, permanent: true, at: now });
  }
  const todo = without(batch.todo, new Set(skipped.map(({ position }) => position)));
  return { ...batch, todo, exceptions: book.entries(), releasedUntil: null };
}

/** Recipients whose group of domains has reached its daily limit wait for the next day. */
function withoutPostponed(batch: Batch, { rampUp, now }: Granted): Batch {
  if (!rampUp || rampUp.postponed.positions.length === 0) return batch;
  const { positions, until: notBefore } = rampUp.postponed;
  const book = new ExceptionBook(batch.exceptions);
  for (const i of positions.filter((position) => batch.todo.includes(position)))
    book.put({ i, state: 'QUEUED', reason: 'RAMP_UP_LIMIT', notBefore, at: now });
  return { ...batch, exceptions: book.entries() };
}

/** The positions of a lease: due, of the batch's current sender, and with the same number of doubts. */
function choose(batch: Batch, { now, limit, rampUp }: Granted): number[] {
  const book = new ExceptionBook(batch.exceptions);
  const due = dueOf(batch, book, batch.sender, now).filter((each) => rampUp?.allowed.has(each) ?? true);
  const [first] = due;
  if (first === undefined) return [];
  const doubts = book.doubts(first);
  const size = leaseSize(Math.min(limit, batch.size), doubts);
  return due.filter((position) => book.doubts(position) === doubts).slice(0, size);
}

/** The due positions of a sender. */
function dueOf(batch: Batch, book: ExceptionBook, sender: string | null, now: Date): number[] {
  const due = batch.todo.filter((position) => (book.get(position)?.notBefore ?? now) <= now);
  if (!batch.senders) return batch.sender === sender ? due : [];
  return due.filter((position) => senderOf(batch, position) === sender);
}

/**
 * A recipient that the sender may have reached stays with it, so that no one gets the message from two senders. A sender
 * gets no recipient that it has refused permanently.
 */
function rerouted(batch: Batch, { now, from, to }: Rerouted): Batch {
  if (batch.state !== 'READY' || batch.sender !== from) return batch;
  const book = new ExceptionBook(batch.exceptions);
  const others = to.filter((sender) => sender !== from && batch.pool?.includes(sender));
  const moves = new Map<number, string>();
  for (const position of batch.todo) {
    if (senderOf(batch, position) !== from || book.doubtful(position) > 0) continue;
    const failovers = book.get(position)?.failovers ?? [];
    const next = others.find((sender) => !hasRefused(sender, failovers, batch.run));
    if (next !== undefined) moves.set(position, next);
  }
  const after = moves.size > 0 ? moved(batch, moves) : batch;
  const sender = others.find((each) => dueOf(after, book, each, now).length > 0);
  return sender === undefined ? batch : { ...after, sender };
}

/** After this many doubts, a recipient is leased alone. */
const ALONE_AFTER = 2;

/**
 * Each doubt divides the lease by the same factor (500, 22, 1), so that a recipient that crashes workers ends up alone.
 */
function leaseSize(limit: number, doubts: number): number {
  return Math.round(limit ** Math.max(0, 1 - doubts / ALONE_AFTER));
}

/** Whether the lease is for one recipient because earlier leases were lost. */
export function isAlone({ lease, exceptions }: Batch): boolean {
  const [first] = lease?.positions ?? [];
  return exceptions.some(({ i, doubts }) => i === first && doubts >= ALONE_AFTER);
}

/** The results of the lease's positions are unknown. The channel's rule decides whether they are sent again. */
function leaseExpired(batch: Batch, fact: LeaseExpired): Batch {
  if (!batch.lease) return batch;
  const rule = doubtRuleFor(batch.channel);
  const book = new ExceptionBook(batch.exceptions);
  const lost = new Set<number>();
  for (const i of batch.lease.positions) {
    const doubts = book.doubts(i) + 1;
    const again = doubts <= rule.maxExpiries && !batch.cancelled;
    if (!again) lost.add(i);
    // The message may have been sent, so this counts as an attempt: more than one attempt shows that a recipient may
    // have received the message twice.
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
  return requeue({ ...batch, todo: without(batch.todo, lost), exceptions: book.entries() }, fact.now);
}

function cancelled(batch: Batch, fact: Cancelled): Batch {
  if (batch.cancelled || batch.state === 'DONE') return batch;
  const marked = { ...batch, cancelled: true };
  return batch.lease ? marked : requeue(marked, fact.now);
}

function expired(batch: Batch, fact: Expired): Batch {
  if (batch.state !== 'READY') return batch;
  const book = new ExceptionBook(batch.exceptions);
  for (const i of batch.todo) book.giveUp({ i, state: 'FAILED', reason: 'EXPIRED', at: fact.now });
  return requeue({ ...batch, todo: [], exceptions: book.entries() }, fact.now);
}

/**
 * Requeues the recipients of a further run. The batch records the run even if it has no recipients, so that a late
 * repetition of the fact changes nothing. Failed recipients without a route stay as they are.
 */
function retried(batch: Batch, { run, selection, route, now }: Retried): Batch {
  if (batch.run >= run || batch.state !== 'DONE') return batch;
  const chosen = route
    ? batch.exceptions.filter((exception) => isRetryable(exception, batch.channel, selection))
    : [];
  if (!route || chosen.length === 0) return { ...batch, run };
  const book = new ExceptionBook(batch.exceptions);
  for (const { i, attempts, reason, providerCode } of chosen) {
    const restarted = {
      attemptsBefore: attempts,
      throttles: 0,
      doubts: 0,
      failingSince: null,
      fallback: null,
    };
    const unsent = { segments: null, sentAt: null, ...book.renamed(i, null) };
    book.put({ i, state: 'QUEUED', reason, providerCode, ...restarted, ...unsent, at: now });
  }
  const todo = chosen.map(({ i }) => i).sort((a, b) => a - b);
  const { pool: _pool, ...again } = { ...batch, run, since: now, todo, exceptions: book.entries() };
  return requeue(routedAgain(again, batch.pool, route), now);
}

/** Gives the recipients of a further run to the senders that it has now. The others keep theirs. */
function routedAgain(batch: Batch, before: Batch['pool'], route: Route): Batch {
  const direct = directRoutesOf(route);
  const ids = direct.map(({ senderId }) => senderId);
  const forAll = route.pool?.members.filter((each) => !hasRules(each)).map(({ senderId }) => senderId) ?? ids;
  const kept = before?.filter((sender) => ids.includes(sender)) ?? [];
  const pool = kept.length > 0 ? kept : forAll.length > 0 ? forAll : ids;
  const [sender = route.senderId] = pool;
  const isSame = sender === batch.sender && !batch.senders;
  const given = isSame ? batch : moved(batch, new Map(batch.todo.map((position) => [position, sender])));
  return { ...given, sender, ...(pool.length > 1 && { pool }) };
}

/**
 * Whether a retry includes the delivery. It doesn't if the person got the message on another channel. Without chosen reasons, it includes temporary failures of the state FAILED,
 * and all deliveries of the state UNCONFIRMED.
 */
export function isRetryable(
  { state, reason, permanent, fallback }: Pick<Exception, 'state' | 'reason' | 'permanent' | 'fallback'>,
  channel: Channel,
  { states, channels, reasons }: RetrySelection,
): boolean {
  if (hasFallback({ fallback })) return false;
  if (state !== 'FAILED' && state !== 'UNCONFIRMED') return false;
  if (!states.includes(state) || channels?.includes(channel) === false) return false;
  if (reasons) return reason !== null && reasons.includes(reason);
  return state === 'UNCONFIRMED' || !permanent;
}

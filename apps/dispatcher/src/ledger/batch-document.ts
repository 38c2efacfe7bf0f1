import { ObjectId } from 'mongodb';
import { mongo } from 'mongoose';
import type { Batch, BatchDocument, Exception, SenderShare, StoredException } from './batch';
import { CHANGED_NOW } from './changed-documents';
import { blank } from './exception-book';
import { positionsToFallBack } from './fall-back';
import { fromRanges, toRanges } from './positions';
import { summarize } from './summary';
import { holds, tally, tallyReturned } from './tally';

/** A stored batch. Positions are stored as ranges, and the derived fields serve only searches and sums. */
export function toDocument(batch: Batch): BatchDocument {
  const { id, campaign, user, todo, lease, exceptions, senders, ...rest } = batch;
  const counts = tally(batch);
  const returned = tallyReturned(batch);
  return {
    _id: id,
    ...rest,
    campaign: new ObjectId(campaign),
    user: new ObjectId(user),
    todo: toRanges(todo),
    lease: lease && { ...lease, positions: toRanges(lease.positions) },
    exceptions: exceptions.map(shortened),
    ...(senders && { senders: withPositions(senders, toRanges) }),
    holds: holds(counts, returned),
    counts,
    summary: summarize(batch, counts, returned),
    ...(batch.settledAt && { changed: CHANGED_NOW }),
    ...(positionsToFallBack(batch).length > 0 && { fallbackDue: true as const }),
  };
}

export function fromDocument(document: BatchDocument): Batch {
  const { holds: _holds, counts: _counts, summary: _summary, ...known } = document;
  const { changed: _changed, fallbackDue: _fallbackDue, ...stored } = known;
  const { _id, campaign, user, todo, lease, exceptions, senders, ...rest } = stored;
  return {
    id: _id,
    ...rest,
    campaign: campaign.toHexString(),
    user: user.toHexString(),
    todo: fromRanges(todo),
    lease: lease && { ...lease, positions: fromRanges(lease.positions) },
    exceptions: exceptions.map((exception) => ({ ...blank, ...exception })),
    ...(senders && { senders: withPositions(senders, fromRanges) }),
  };
}

function withPositions(
  senders: readonly SenderShare[],
  convert: (positions: readonly number[]) => number[],
): SenderShare[] {
  return senders.map(({ sender, positions }) => ({ sender, positions: convert(positions) }));
}

/** Omits the fields that have their default value, because nearly every SMS recipient has an exception. */
function shortened(exception: Exception): StoredException {
  const { i, state, at, ...rest } = exception;
  const changed = Object.entries(rest).filter(([name, value]) => !isBlank(name, value));
  return { i, state, at, ...Object.fromEntries(changed) };
}

function isBlank(name: string, value: unknown): boolean {
  return Array.isArray(value)
    ? value.length === 0
    : value === (blank as Readonly<Record<string, unknown>>)[name];
}

/**
 * The number of batch numbers that are reserved for the batches of one planning step; a page has at most as many
 * batches as recipients.
 */
const BATCHES_PER_STEP = 1024;
/** The number of digits, enough for ten million pages. */
const SEQ_DIGITS = 10;

/** The number of the n-th batch of a planning step, unique and ascending within a campaign. */
export function seqOf(step: number, n: number): number {
  return step * BATCHES_PER_STEP + n;
}

/** IDs sort like their numbers, so that the primary key lists the batches of a campaign in the order of planning. */
export function batchId(campaign: string, seq: number): string {
  return `${campaign}-${String(seq).padStart(SEQ_DIGITS, '0')}`;
}

/** The first and last possible `_id` of a campaign's documents, as text and as bytes. */
export function idRange(campaign: string): { text: [string, string]; bytes: [mongo.Binary, mongo.Binary] } {
  const start = Buffer.from(campaign, 'hex');
  const end = (fill: number): mongo.Binary =>
    new mongo.Binary(Buffer.concat([start, Buffer.alloc(12, fill)]));
  return { text: [`${campaign}-`, `${campaign}.`], bytes: [end(0x00), end(0xff)] };
}

import { randomUUID } from 'node:crypto';
import type { Channel, DeliveryState, Feedback } from '@carillon/contracts';
import { type ChangeStreamDocument, type Db, type MongoClient, type Timestamp, ObjectId } from 'mongodb';
import type { Doubt, EndState, Entry } from './evidence';

/**
 * The fields of a stored batch that the checker reads. Positions are stored as ranges: first, last, first, last, …
 */
export interface StoredBatch {
  _id: string;
  campaign: ObjectId;
  channel: Channel;
  recipientPage: string;
  offset: number;
  size: number;
  rev: number;
  release: number;
  state: string;
  todo: number[];
  cancelled: boolean;
  lease: { fence: number; until: Date; positions: number[]; holder: string } | null;
  outcome: { state: DeliveryState; reason: string | null };
  exceptions: StoredException[];
}

/** Fields without a value are absent. */
interface StoredException {
  i: number;
  state: DeliveryState;
  reason?: string | null;
  feedback?: Feedback | null;
  doubts?: number;
}

interface StoredRecipientPage {
  _id: string;
  recipients: { a: string }[];
}

function positionsIn(ranges: readonly number[]): number[] {
  const positions: number[] = [];
  for (let at = 0; at < ranges.length; at += 2) {
    const [first = 0, last = -1] = ranges.slice(at, at + 2);
    for (let position = first; position <= last; position++) positions.push(position);
  }
  return positions;
}

/** Returns the address at a position of a batch. */
export type AddressOf = (batch: Pick<StoredBatch, 'recipientPage' | 'offset'>, position: number) => string;

/** Reads the recipient pages of a campaign. */
export async function readRecipientPages(dispatcher: Db, campaign: string): Promise<AddressOf> {
  const found = await dispatcher
    .collection<StoredRecipientPage>('recipientPages')
    .find({ _id: { $gte: `${campaign}-`, $lt: `${campaign}.` } })
    .toArray();
  const recipients = new Map(found.map(({ _id, recipients: people }) => [_id, people]));
  return ({ recipientPage, offset }, position) =>
    recipients.get(recipientPage)?.[offset + position]?.a ?? `nobody at ${position}`;
}

export function readBatches(dispatcher: Db, campaign: string): Promise<StoredBatch[]> {
  return dispatcher
    .collection<StoredBatch>('batches')
    .find({ campaign: new ObjectId(campaign) })
    .toArray();
}

/** Recounts every delivery of a campaign from the stored batches. */
export function entriesOf(batches: readonly StoredBatch[], addressOf: AddressOf): Entry[] {
  return batches.flatMap((batch) => {
    const stateOf = statesOf(batch);
    const { _id, channel, size } = batch;
    return Array.from({ length: size }, (_, position) => {
      const address = addressOf(batch, position);
      return { batch: _id, position, channel, address, ...stateOf(position) };
    });
  });
}

type Outcome = Pick<Entry, 'state' | 'reason'>;

function statesOf(batch: StoredBatch): (position: number) => Outcome {
  const todo = new Set(positionsIn(batch.todo));
  const inFlight = new Set(positionsIn(batch.lease?.positions ?? []));
  const exceptions = new Map(batch.exceptions.map((exception) => [exception.i, exception]));
  return (position) => {
    const exception = exceptions.get(position);
    const reason = exception?.reason ?? null;
    if (!todo.has(position)) return exception ? { state: endStateOf(exception), reason } : batch.outcome;
    const open: DeliveryState = batch.cancelled && !inFlight.has(position) ? 'CANCELLED' : 'QUEUED';
    return { state: open, reason };
  };
}

/** A bounce is stored beside a state. A bounce beside any other state is left over from an earlier send. */
function endStateOf({ state, feedback }: StoredException): EndState {
  if (state === 'FAILED' && feedback === 'BOUNCED') return feedback;
  return state === 'DELIVERED' && feedback === 'COMPLAINED' ? feedback : state;
}

/** The writes about a campaign since a given time, which are read afterward from the database's change stream. */
export interface History {
  versions: Version[];
  /** In order, without duplicates. */
  statuses: string[];
}

/** The watched collections, and one collection for marks, in databases with one prefix. */
const marksIn = (prefix: string) => ({ db: `${prefix}_chaos`, coll: 'marks' });
const batchesIn = (prefix: string) => ({ db: `${prefix}_dispatcher`, coll: 'batches' });
const campaignsIn = (prefix: string) => ({ db: `${prefix}_campaign`, coll: 'campaigns' });

/** The current operation time of the database. */
export async function present(client: MongoClient): Promise<Timestamp> {
  const { operationTime } = await client.db('admin').command({ hello: 1 });
  return operationTime as Timestamp;
}

/**
 * Reads the history of a campaign until now: writes a mark first, and reads the change stream until the mark arrives.
 */
export async function readHistory(
  client: MongoClient,
  since: Timestamp,
  campaign: string,
  prefix = 'carillon',
): Promise<History> {
  const mark = randomUUID();
  const history: History = { versions: [], statuses: [] };
  const marks = marksIn(prefix);
  const watched = [marks, batchesIn(prefix), campaignsIn(prefix)];
  const stream = client.watch([{ $match: { ns: { $in: watched } } }], { startAtOperationTime: since });
  await client.db(marks.db).collection<{ _id: string }>(marks.coll).insertOne({ _id: mark });
  try {
    for await (const change of stream) {
      if (isMark(change, mark)) break;
      note(history, change, campaign);
    }
  } finally {
    await stream.close();
  }
  return history;
}

function isMark(change: ChangeStreamDocument, mark: string): boolean {
  return change.operationType === 'insert' && (change.documentKey._id as unknown) === mark;
}

function note(history: History, change: ChangeStreamDocument, campaign: string): void {
  const { operationType } = change;
  if (operationType !== 'insert' && operationType !== 'replace' && operationType !== 'update') return;
  const id = String(change.documentKey._id);
  const document = operationType === 'update' ? change.updateDescription.updatedFields : change.fullDocument;
  if (id === campaign && change.ns.coll === 'campaigns') noteStatus(history, document?.status as unknown);
  if (change.ns.coll === 'batches' && operationType !== 'update' && id.startsWith(`${campaign}-`)) {
    const at = change.wallTime ?? new Date();
    history.versions.push({ batch: change.fullDocument as unknown as StoredBatch, at });
  }
}

function noteStatus({ statuses }: History, status: unknown): void {
  if (typeof status === 'string' && status !== statuses.at(-1)) statuses.push(status);
}

/** One stored version of a batch, and the database time at which it was written. */
export interface Version {
  batch: StoredBatch;
  at: Date;
}

/** The largest difference between the database's clock and a dispatcher's estimate of it (milliseconds). */
const CLOCKS_MS = 250;
/** The reason that the ledger stores for a position if its worker did not report. */
const LOST = 'WORKER_LOST';

/** Finds the sends in doubt in all versions of a campaign's batches, given in the order of writing. */
export function findDoubts(versions: readonly Version[], addressOf: AddressOf): Doubt[] {
  const last = new Map<string, StoredBatch>();
  const doubts: Doubt[] = [];
  for (const { batch, at } of versions) {
    const before = last.get(batch._id);
    if (before?.lease) doubts.push(...between(before, batch, at, addressOf));
    last.set(batch._id, batch);
  }
  return doubts;
}

function between(before: StoredBatch, after: StoredBatch, at: Date, addressOf: AddressOf): Doubt[] {
  const { lease, channel } = before;
  if (!lease) return [];
  const isOver = at.getTime() + CLOCKS_MS >= lease.until.getTime();
  const doubtsBefore = new Map(before.exceptions.map(({ i, doubts = 0 }) => [i, doubts]));
  const inFlight = new Set(positionsIn(lease.positions));
  return after.exceptions
    .filter(({ i, doubts = 0 }) => inFlight.has(i) && doubts > (doubtsBefore.get(i) ?? 0))
    .map(({ i, reason }) => {
      const cause = reason !== LOST ? 'unknown' : isOver ? 'expired' : 'early';
      return { channel, address: addressOf(before, i), cause, reason: reason ?? null, holder: lease.holder };
    });
}

/** Describes each version of a batch: its time, its state, and its lease. */
export function describeHistory(versions: readonly Version[], id: string): string[] {
  return versions
    .filter(({ batch }) => batch._id === id)
    .map(({ batch, at }) =>
      [`${at.toISOString()} ${stateInWords(batch)}`, ...leaseInWords(batch)].join(', '),
    );
}

function stateInWords({ rev, release, state, todo }: StoredBatch): string {
  return `rev ${rev}, release ${release}: ${state}, ${positionsIn(todo).length} left`;
}

function leaseInWords({ lease }: StoredBatch): string[] {
  if (!lease) return [];
  const { fence, holder, until, positions } = lease;
  const count = positionsIn(positions).length;
  return [`${count} leased by ${holder} with fence ${fence} until ${until.toISOString()}`];
}

/** Describes everything that the dispatcher should have released or deleted by the end of a campaign. */
export async function findLeftovers(
  dispatcher: Db,
  campaign: string,
  batches: readonly StoredBatch[],
): Promise<string[]> {
  const open = batches.filter(({ state }) => state !== 'DONE' && state !== 'CANCELLED');
  const dispatch = await dispatcher.collection('dispatches').findOne({ _id: new ObjectId(campaign) });
  const marker = await dispatcher.collection<{ _id: string }>('leaderState').findOne({ _id: 'drainMarker' });
  const planner = dispatch?.planner as { holder: string | null } | null | undefined;
  const pending = (dispatch?.pending ?? []) as unknown[];
  const isUnderWay = dispatch?.state === 'OPEN' || dispatch?.state === 'PAUSED';
  return [
    ...(isUnderWay ? [`the dispatch is ${String(dispatch.state)}`] : []),
    ...open.map(({ _id, state }) => `batch ${_id} is ${state}`),
    ...batches.filter(({ lease }) => lease !== null).map(({ _id }) => `batch ${_id} is leased`),
    ...(planner?.holder != null ? [`${planner.holder} still plans`] : []),
    ...(pending.length > 0 ? [`${pending.length} events of the dispatch are not published`] : []),
    ...(marker ? ['a drain marker is left'] : []),
  ];
}

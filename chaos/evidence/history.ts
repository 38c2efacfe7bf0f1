import { randomUUID } from 'node:crypto';
import type { ChangeStreamDocument, MongoClient, Timestamp } from 'mongodb';
import type { Version } from './find-doubts';
import type { StoredBatch } from './stored-batch';

/** What was written about a campaign since a moment: the database keeps it, so nobody need have watched. */
export interface History {
  versions: Version[];
  /** In order, each when it changed. */
  statuses: string[];
}

/** Where it is looked for, and where the present leaves a mark, in databases of one prefix. */
const marksIn = (prefix: string) => ({ db: `${prefix}_chaos`, coll: 'marks' });
const batchesIn = (prefix: string) => ({ db: `${prefix}_dispatcher`, coll: 'batches' });
const campaignsIn = (prefix: string) => ({ db: `${prefix}_campaign`, coll: 'campaigns' });

/** The present moment in the database's own history. */
export async function present(client: MongoClient): Promise<Timestamp> {
  const { operationTime } = await client.db('admin').command({ hello: 1 });
  return operationTime as Timestamp;
}

/** Reads the history of a campaign from a moment until now. */
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

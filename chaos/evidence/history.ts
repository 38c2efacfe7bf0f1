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

const MARKS = { db: 'chaos', coll: 'marks' };
const BATCHES = { db: 'carillon_dispatcher', coll: 'batches' };
const CAMPAIGNS = { db: 'carillon_campaign', coll: 'campaigns' };

/** The present moment in the database's own history. */
export async function present(client: MongoClient): Promise<Timestamp> {
  const { operationTime } = await client.db('admin').command({ hello: 1 });
  return operationTime as Timestamp;
}

/** Reads the history of a campaign from a moment until now. */
export async function readHistory(client: MongoClient, since: Timestamp, campaign: string): Promise<History> {
  const mark = randomUUID();
  const history: History = { versions: [], statuses: [] };
  const stream = client.watch([{ $match: { ns: { $in: [MARKS, BATCHES, CAMPAIGNS] } } }], {
    startAtOperationTime: since,
  });
  await client.db(MARKS.db).collection<{ _id: string }>(MARKS.coll).insertOne({ _id: mark });
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
  if (id === campaign && change.ns.coll === CAMPAIGNS.coll) noteStatus(history, document?.status as unknown);
  if (change.ns.coll === BATCHES.coll && operationType !== 'update' && id.startsWith(`${campaign}-`)) {
    const at = change.wallTime ?? new Date();
    history.versions.push({ batch: change.fullDocument as unknown as StoredBatch, at });
  }
}

function noteStatus({ statuses }: History, status: unknown): void {
  if (typeof status === 'string' && status !== statuses.at(-1)) statuses.push(status);
}

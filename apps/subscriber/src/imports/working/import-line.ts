import { Injectable } from '@nestjs/common';
import { type Collection, type Filter, ObjectId } from 'mongodb';
import { Database } from '@carillon/platform';
import type { ImportDocument, Progress } from '../import-document';

/** Of files that wait; named, as all others are kept for ever. */
const BY_TURN = { userTurnAt: 1, turnAt: 1 } as const;
/** How long a batch may take before its file is somebody else's to work on (milliseconds). */
const LEASE_MS = 10_000;
/** Nothing is written by who may have lost the file since, on the way to the database or in a halt (milliseconds). */
const SAFE_MS = (LEASE_MS * 2) / 3;
/** How long a file is put off over which something failed, the more often the longer (milliseconds). */
const PUT_OFF_MS = 1_000;

/** A file that is this process's to work on, and how far it has come. */
export interface Claimed extends Progress {
  id: string;
  userId: string;
  keyId: string;
  groupId: string;
  uploadId: string;
  kind: ImportDocument['kind'];
  format: ImportDocument['format'];
  onExisting: ImportDocument['onExisting'];
  /** Whose it is: saved only while it is still so. */
  fence: number;
  failures: number;
  /** When that was asked for, by this process's monotonic clock. */
  askedAt: number;
}

/** Whether it is certain that nobody else works on the file. */
export function isSurelyHeld({ askedAt }: Claimed): boolean {
  return performance.now() - askedAt < SAFE_MS;
}

/**
 * The files that wait to be worked through, and whose turn it is: that of the user who had none for longest, and of that
 * user's the file that had none. All times are the database's, so that no process's own clock matters.
 */
@Injectable()
export class ImportLine {
  private readonly imports: Collection<ImportDocument>;

  constructor(database: Database) {
    this.imports = database.collection<ImportDocument>('imports', [
      { key: BY_TURN, partialFilterExpression: { state: 'RUNNING' } },
    ]);
  }

  /** Null: there is nothing to do, or others do it. */
  async claim(): Promise<Claimed | null> {
    const askedAt = performance.now();
    const turn = { userTurnAt: '$$NOW', turnAt: '$$NOW', leaseUntil: later(LEASE_MS) };
    const claimed = await this.imports.findOneAndUpdate(
      { state: 'RUNNING', $expr: { $lt: ['$leaseUntil', '$$NOW'] } },
      [{ $set: { ...turn, fence: { $add: ['$fence', 1] } } }],
      { sort: BY_TURN, hint: BY_TURN, returnDocument: 'after' },
    );
    if (!claimed) return null;
    // The user's other files wait as this one does. Only the order is at stake.
    await this.imports.updateMany({ userId: claimed.userId, state: 'RUNNING' }, [
      { $set: { userTurnAt: '$$NOW' } },
    ]);
    return toClaimed(claimed, askedAt);
  }

  /** Saves how far it has come, and keeps the file. Null: it is somebody else's by now. */
  async advance(claimed: Claimed, progress: Omit<Progress, 'batchAt'>): Promise<Claimed | null> {
    const askedAt = performance.now();
    const saved = { ...literal(progress), failures: 0, batchAt: '$$NOW', leaseUntil: later(LEASE_MS) };
    const advanced = await this.imports.findOneAndUpdate(held(claimed), [{ $set: saved }], {
      returnDocument: 'after',
    });
    return advanced && toClaimed(advanced, askedAt);
  }

  /** The file is worked through. */
  async finish(claimed: Claimed, progress: Omit<Progress, 'batchAt'>): Promise<void> {
    const done = { ...literal(progress), state: 'DONE', finishedAt: '$$NOW', slot: '$$REMOVE' };
    await this.imports.updateOne(held(claimed), [{ $set: done }]);
  }

  /** Nothing can come of the rest, for a reason that its user is told. */
  async fail(claimed: Claimed, reason: string): Promise<void> {
    const failure = { $literal: { line: claimed.position.line, reason } };
    const failed = { state: 'FAILED', failure, finishedAt: '$$NOW', slot: '$$REMOVE' };
    await this.imports.updateOne(held(claimed), [{ $set: failed }]);
  }

  /** Leaves it to whoever's turn comes next. */
  async release(claimed: Claimed): Promise<void> {
    await this.imports.updateOne(held(claimed), { $set: { leaseUntil: new Date(0) } });
  }

  /** Leaves it alone for a while, since something failed that may not the next time. */
  async putOff(claimed: Claimed): Promise<void> {
    const leaseUntil = later(PUT_OFF_MS * 2 ** claimed.failures);
    await this.imports.updateOne(held(claimed), [{ $set: { leaseUntil, failures: claimed.failures + 1 } }]);
  }
}

function held({ id, fence }: Claimed): Filter<ImportDocument> {
  return { _id: new ObjectId(id), state: 'RUNNING', fence };
}

function later(ms: number): object {
  return { $add: ['$$NOW', ms] };
}

/** What comes from files must not be taken for expressions: a column may be called `$fence`. */
function literal({ position, columns, counts }: Omit<Progress, 'batchAt'>): object {
  return { position: { $literal: position }, columns: { $literal: columns }, counts: { $literal: counts } };
}

function toClaimed(document: ImportDocument, askedAt: number): Claimed {
  const { _id, userId, groupId, keyId, uploadId, kind, format, onExisting } = document;
  const { fence, failures, position, columns, counts, batchAt } = document;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    groupId: groupId.toHexString(),
    keyId,
    uploadId,
    kind,
    format,
    onExisting,
    fence,
    failures,
    position,
    columns,
    counts,
    batchAt,
    askedAt,
  };
}

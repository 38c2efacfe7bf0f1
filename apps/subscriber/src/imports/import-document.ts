import type { Binary, ObjectId } from 'mongodb';
import type { FileFormat, Import, ImportCounts, ImportKind, ImportState } from '@carillon/contracts';
import type { Position } from './reading/file-record';

/** How far a file has been worked through, saved with every batch. */
export interface Progress {
  position: Position;
  /** The header row of a CSV file; null: not read yet, or none to come. */
  columns: string[] | null;
  counts: ImportCounts;
  /** When the batch that comes next was begun for the first time (database time); part of what it creates. */
  batchAt: Date;
}

/**
 * A file about members of a group. Until it is finished it has a slot, which numbers the files that a user may have under
 * way so that a unique index bounds them.
 */
export interface ImportDocument extends Progress {
  _id: ObjectId;
  userId: ObjectId;
  keyId: string;
  groupId: ObjectId;
  kind: ImportKind;
  format: FileFormat;
  onExisting: 'skip' | 'update';
  state: ImportState;
  slot?: number;
  /** The try to bring it here whose pieces count. */
  uploadId: string;
  /** When a piece came last (database time). */
  heardAt: Date;
  /** When all of it was here (database time). */
  receivedAt: Date | null;
  /** Pieces of it are stored. */
  hasPieces: boolean;
  /** Until when it is somebody's to work on, or is put off (database time); `fence` counts whose. */
  leaseUntil: Date;
  fence: number;
  failures: number;
  /** When its user, and it, had a turn last. */
  userTurnAt: Date;
  turnAt: Date;
  createdAt: Date;
  finishedAt: Date | null;
  /** Why it FAILED, and at which line. */
  failure: Failure | null;
}

export interface Failure {
  line: number;
  reason: string;
}

/** A piece of a file as it came. */
export interface PieceDocument {
  importId: ObjectId;
  uploadId: string;
  seq: number;
  /** Bytes of the file before it and behind it. */
  from: number;
  to: number;
  bytes: Binary;
  at: Date;
}

export const noCounts: ImportCounts = {
  lines: 0,
  rejected: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  suppressed: 0,
  removed: 0,
  missing: 0,
};

export function toImport(document: ImportDocument): Import {
  const { _id, userId, groupId, kind, state, format, counts, createdAt, finishedAt } = document;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    groupId: groupId.toHexString(),
    kind,
    state,
    format,
    counts,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

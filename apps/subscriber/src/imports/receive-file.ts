import { AppError, type Import, type Payload } from '@carillon/contracts';
import { BackgroundTask, Clock, Logger } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { Groups } from '../membership';
import { type Upload, toImport } from './import-document';
import { Imports } from './imports';
import { Pieces } from './pieces';
import { StoredFiles } from './stored-files';
import { Uploads } from './uploads';
import { WorkImports } from './work-imports';

/** The reason of a FAILED upload that exceeded the quota. */
const FULL = 'quota_exceeded: importBytes';

/** Receives files in pieces. An upload is one attempt to send a file. */
@Injectable()
export class ReceiveFile {
  constructor(
    private readonly imports: Imports,
    private readonly uploads: Uploads,
    private readonly storedFiles: StoredFiles,
    private readonly pieces: Pieces,
    private readonly groups: Groups,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
    private readonly workImports: WorkImports,
  ) {}

  /**
   * Opens an upload before any of the file is read. It replaces an earlier unfinished upload with this ID. A file that
   * has arrived completely is returned unchanged. Errors: group_not_found, limit_reached.
   */
  async begin(begin: Payload<'import.begin'>): Promise<Import> {
    const { userId, id, uploadId, groupId } = begin;
    const existing = await this.imports.find(userId, id);
    if (existing?.receivedAt || existing?.uploadId === uploadId) return toImport(existing);
    if (!(await this.groups.get(userId, groupId))) throw new AppError('group_not_found');
    if (!existing) return this.uploads.open(begin);
    await this.discard({ userId, id, uploadId: existing.uploadId });
    // The earlier upload may have ended in the meantime: read it again.
    return this.begin(begin);
  }

  /** Stores a piece of a file. Errors: request_timeout; quota_exceeded, which ends the upload. */
  async append(piece: Payload<'import.append'>): Promise<void> {
    const bytes = piece.from + piece.bytes.length;
    if (!(await this.uploads.noteArrival(piece, bytes))) throw await this.whyEnded(piece);
    await this.requireRoom(piece);
    await this.pieces.add(piece, this.clock.now());
  }

  /**
   * Ends an upload: the file waits for its turn. A repeated call returns the state of the import. Errors:
   * request_timeout.
   */
  async end(end: Payload<'import.end'>): Promise<Import> {
    const existing = await this.imports.find(end.userId, end.id);
    if (existing?.uploadId !== end.uploadId) throw abandoned();
    if (existing.receivedAt) return toImport(existing);
    if (existing.state !== 'RECEIVING') throw abandoned();
    if ((await this.pieces.count(end)) !== end.pieces) throw new Error('Parts of an upload are missing');
    const complete = await this.uploads.complete(end, existing, end.delimiter);
    if (!complete) throw abandoned();
    this.workImports.nudge();
    return complete;
  }

  /** Removes an unfinished upload and its parts. An upload that has ended in the meantime stays. */
  async discard(upload: Upload): Promise<void> {
    if (await this.uploads.discard(upload)) await this.pieces.forget(upload);
  }

  private async requireRoom(piece: Payload<'import.append'>): Promise<void> {
    const { userId } = piece;
    const limit = await this.quotas.limitOf(userId, 'importBytes');
    if (limit === Infinity) return;
    const used = await this.storedFiles.bytes(userId);
    if (used <= limit) return;
    await this.uploads.giveUp(piece, FULL);
    throw this.quotas.refuse('importBytes', limit, used);
  }

  /** Parts after a rejected part get the same error, because the gateway can receive the errors in any order. */
  private async whyEnded(piece: Payload<'import.append'>): Promise<AppError> {
    const ended = await this.imports.find(piece.userId, piece.id);
    return ended?.failure?.reason === FULL ? new AppError('quota_exceeded') : abandoned();
  }
}

/** The upload was silent for too long, or another one replaced it. */
function abandoned(): AppError {
  return new AppError('request_timeout', 'The upload was abandoned');
}

/** How long an upload can be silent. A running gateway aborts it earlier, and reports it (milliseconds). */
const SILENT_MS = 60_000;
const TIDY_MS = 5_000;

/** Ends uploads of crashed gateways, and removes the pieces of finished files, in the background. */
@Injectable()
export class TidyUploads extends BackgroundTask {
  constructor(
    private readonly uploads: Uploads,
    private readonly storedFiles: StoredFiles,
    private readonly pieces: Pieces,
    log: Logger,
  ) {
    super({ name: 'removing abandoned uploads', everyMs: TIDY_MS, log });
  }

  /** Returns whether it found work. */
  async round(): Promise<boolean> {
    const silent = await this.uploads.silentFor(SILENT_MS);
    for (const upload of silent) await this.uploads.giveUp(upload);
    const finished = await this.storedFiles.finished();
    for (const upload of finished) {
      await this.pieces.forget(upload);
      await this.storedFiles.noteForgotten(upload);
    }
    return silent.length + finished.length > 0;
  }
}

import {
  AppError,
  type Import,
  type Payload,
  type Reply,
  type WebhookEvent,
  importKinds,
  pageOf,
} from '@carillon/contracts';
import type { PhoneCountry } from '@carillon/address';
import type { Delimiter } from '@carillon/input';
import { isDuplicateKey, notesAnd, owned } from '@carillon/mongo';
import { Clock, Metrics, seldom } from '@carillon/platform';
import { WebhookInterests } from '@carillon/webhooks';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import {
  BY_SILENCE,
  BY_SIZE,
  BY_STATE,
  BY_TURN,
  type Claimed,
  type Failure,
  IN_ORDER,
  type ImportDocument,
  ImportRecord,
  type Progress,
  fileNote,
  noCounts,
  toClaimed,
  toImport,
} from './import-document';

/** One attempt to send a file. */
export type Upload = Pick<Payload<'import.begin'>, 'userId' | 'id' | 'uploadId'>;

/** Files or uploads handled in one round. */
const SOME = 100;
/** The limit of counted files in metrics. */
const MOST_COUNTED = 10_000;
/** The turn of a file that has not had one, or the lease of a file without a worker. */
const LONG_AGO = new Date(0);
/** How long a batch may take before another worker may take over its file (milliseconds). */
const LEASE_MS = 10_000;
/**
 * A worker writes only in this part of the lease. The rest covers transfer to the database and stalls (milliseconds).
 */
const SAFE_MS = (LEASE_MS * 2) / 3;
/** The pause of a file after its first failure; it doubles with each further failure (milliseconds). */
const PUT_OFF_MS = 1_000;

/** A file before its first piece. */
const untouched = {
  state: 'RECEIVING',
  receivedAt: null,
  hasPieces: true,
  position: { offset: 0, line: 1 },
  columns: null,
  counts: noCounts,
  leaseUntil: LONG_AGO,
  fence: 0,
  failures: 0,
  userTurnAt: LONG_AGO,
  turnAt: LONG_AGO,
  finishedAt: null,
  failure: null,
} satisfies Partial<ImportDocument>;

/** Whether it is certain that no other worker holds the file. */
export function isSurelyHeld({ requestedAt }: Claimed): boolean {
  return performance.now() - requestedAt < SAFE_MS;
}

/** Imports and removals, from their first piece on. The database's clock decides leases and turns. */
@Injectable()
export class Imports {
  private readonly ended;

  constructor(
    @InjectModel(ImportRecord.name) private readonly imports: Model<ImportDocument>,
    private readonly clock: Clock,
    private readonly interests: WebhookInterests,
    metrics: Metrics,
  ) {
    this.ended = metrics.counter('carillon_imports_ended_total', 'Files that were worked through', ['state']);
    const unfinished = seldom(() => this.unfinished());
    metrics.readings('carillon_imports', 'Files that are being uploaded or processed', ['state'], unfinished);
  }

  /** Errors: import_not_found, removal_not_found. */
  async get(which: Payload<'import.get'>): Promise<Import> {
    return toImport(await this.existing(which));
  }

  /** Why it FAILED; null if it did not. Errors: as `get`. */
  async failureOf(which: Payload<'import.get'>): Promise<Failure | null> {
    return (await this.existing(which)).failure;
  }

  /** Oldest first, continuing after an ID. */
  async page({ userId, kind, after, limit }: Payload<'import.list'>): Promise<Reply<'import.list'>> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    const documents = await this.imports
      .find({ userId: new ObjectId(userId), kind, ...following })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toImport), limit);
  }

  async find(userId: string, id: string): Promise<ImportDocument | null> {
    return this.imports.findOne(owned(userId, id)).lean();
  }

  /** The user's next file, of either kind, from this ID on, among those that were started since then. Null: none. */
  async from(userId: string, id: string | null, since: Date): Promise<ImportDocument | null> {
    const first = ObjectId.createFromTime(Math.floor(since.getTime() / 1_000));
    return this.imports
      .findOne({
        userId: new ObjectId(userId),
        kind: { $in: [...importKinds] },
        _id: { $gte: id === null ? first : new ObjectId(id) },
      })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .lean();
  }

  /** The files of the user that are being received, and whose upload started before this time; ten at most. */
  async receiving(userId: string, before: Date): Promise<Upload[]> {
    const unfinished = { userId: new ObjectId(userId), slot: { $exists: true }, state: 'RECEIVING' as const };
    return (await this.imports.find({ ...unfinished, createdAt: { $lt: before } }).lean()).map(toUpload);
  }

  /** Removes a file that is no longer processed. */
  async remove(userId: string, id: string): Promise<void> {
    await this.imports.deleteOne(owned(userId, id));
  }

  /** The occupied slots. */
  async slotsOf(userId: string): Promise<number[]> {
    const taken = await this.imports
      .find({ userId: new ObjectId(userId), slot: { $exists: true } }, { _id: 0, slot: 1 })
      .lean<{ slot: number }[]>();
    return taken.map(({ slot }) => slot);
  }

  /** Null: the slot or the ID is taken. */
  async open(begin: Payload<'import.begin'>, slot: number, now: Date): Promise<Import | null> {
    const { id, userId, groupId, keyId, kind, format, onExisting, uploadId, defaultCountry } = begin;
    const document = {
      ...owned(userId, id),
      groupId: new ObjectId(groupId),
      ...{ keyId, kind, format, onExisting, uploadId, slot },
      ...(defaultCountry !== undefined && { defaultCountry: defaultCountry as PhoneCountry }),
      ...{ lastPieceAt: now, batchAt: now, createdAt: now },
      ...untouched,
    };
    try {
      await this.imports.insertOne(document);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
    return toImport(document);
  }

  /**
   * Deletes an unfinished upload. Returns false if the file has arrived completely, or the upload is deleted already.
   */
  async discard(upload: Upload): Promise<boolean> {
    const { deletedCount } = await this.imports.deleteOne({ ...of(upload), receivedAt: null });
    return deletedCount === 1;
  }

  /** Records up to which byte the file has arrived. Returns false if the upload has ended. */
  async noteArrival(upload: Upload, bytes: number): Promise<boolean> {
    const updated = await this.imports.updateOne(arriving(upload), {
      $currentDate: { lastPieceAt: true },
      $max: { bytes },
    });
    return updated.matchedCount === 1;
  }

  /** The stored bytes of all files of a user, who can have at most ten unfinished files. */
  async storedBytes(userId: string): Promise<number> {
    const stored = await this.imports
      .find({ userId: new ObjectId(userId), hasPieces: true }, { _id: 0, bytes: 1 })
      .hint(BY_SIZE)
      .lean<{ bytes?: number }[]>();
    return stored.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  }

  /** Makes a file ready for processing. Returns null if the upload has ended. */
  async complete(
    upload: Upload,
    document: ImportDocument,
    delimiter: Delimiter | undefined,
  ): Promise<Import | null> {
    const file = toClaimed(document, 0);
    const note = fileNote(file, 'started', this.clock.now(), {
      format: file.format,
      onExisting: file.onExisting,
    });
    const completed = await this.imports.findOneAndUpdate(
      arriving(upload),
      {
        $set: { state: 'RUNNING', ...(delimiter !== undefined && { delimiter }) },
        $push: { notes: note },
        $currentDate: { receivedAt: true, batchAt: true, userTurnAt: true, turnAt: true },
      },
      { returnDocument: 'after', lean: true },
    );
    return completed && toImport(completed);
  }

  /** Uploads that have been silent for this long (milliseconds). */
  async silentFor(ms: number): Promise<Upload[]> {
    const isSilent = { $lt: ['$lastPieceAt', { $subtract: ['$$NOW', ms] }] };
    const silent = this.imports.find({ state: 'RECEIVING', $expr: isSilent }).hint(BY_SILENCE);
    return (await silent.limit(SOME).lean()).map(toUpload);
  }

  /** Files that are DONE or FAILED and still have pieces. */
  async finished(): Promise<Upload[]> {
    const isOver = { $in: ['DONE' as const, 'FAILED' as const] };
    const finished = this.imports.find({ hasPieces: true, state: isOver }).hint(BY_STATE);
    return (await finished.limit(SOME).lean()).map(toUpload);
  }

  /** Records that the pieces are deleted. */
  async noteForgotten(upload: Upload): Promise<void> {
    await this.imports.updateOne(of(upload), { $set: { hasPieces: false } });
  }

  /** Ends an upload that is still being received, as FAILED. */
  async giveUp(upload: Upload, reason = 'incomplete'): Promise<void> {
    await this.imports.updateOne(arriving(upload), {
      $set: { state: 'FAILED', failure: { line: 1, reason } },
      $currentDate: { finishedAt: true },
      $unset: { slot: '' },
    });
  }

  /**
   * Leases the next file: of the user whose last turn is longest ago, the file whose last turn is longest ago. Returns
   * null if no file is ready, or other workers hold the files.
   */
  async claim(): Promise<Claimed | null> {
    const requestedAt = performance.now();
    const turn = { userTurnAt: '$$NOW', turnAt: '$$NOW', leaseUntil: later(LEASE_MS) };
    const claimed = await this.imports.findOneAndUpdate(
      { state: 'RUNNING', $expr: { $lt: ['$leaseUntil', '$$NOW'] } },
      [{ $set: { ...turn, fence: { $add: ['$fence', 1] } } }],
      { sort: BY_TURN, hint: BY_TURN, returnDocument: 'after', lean: true },
    );
    if (!claimed) return null;
    // A turn counts for all files of the user. A crash before this write affects only the order.
    await this.imports.updateMany({ userId: claimed.userId, state: 'RUNNING' }, [
      { $set: { userTurnAt: '$$NOW' } },
    ]);
    return toClaimed(claimed, requestedAt);
  }

  /** Saves the progress and renews the lease. Returns null if another worker holds the file. */
  async advance(claimed: Claimed, progress: Progress): Promise<Claimed | null> {
    const requestedAt = performance.now();
    const saved = { ...literal(progress), failures: 0, batchAt: '$$NOW', leaseUntil: later(LEASE_MS) };
    const advanced = await this.imports.findOneAndUpdate(held(claimed), [{ $set: saved }], {
      returnDocument: 'after',
      lean: true,
    });
    return advanced && toClaimed(advanced, requestedAt);
  }

  /** Ends a file that is completely processed. */
  finish(claimed: Claimed, progress: Progress): Promise<void> {
    return this.end(claimed, { ...literal(progress), state: 'DONE' }, { state: 'DONE', ...progress.counts });
  }

  /** Ends a file that cannot be imported; its user sees the reason. */
  fail(claimed: Claimed, reason: string): Promise<void> {
    const failure = { $literal: { line: claimed.position.line, reason } };
    return this.end(claimed, { state: 'FAILED', failure }, { state: 'FAILED', ...claimed.counts });
  }

  /** Ends a file that is processed up to an invalid line. Its user sees the reason. */
  stop(claimed: Claimed, progress: Progress, failure: Failure): Promise<void> {
    const ended = { ...literal(progress), state: 'FAILED', failure: { $literal: failure } };
    return this.end(claimed, ended, { state: 'FAILED', ...progress.counts });
  }

  /** Ends the lease, so that any worker may take the file. */
  async release(claimed: Claimed): Promise<void> {
    await this.imports.updateOne(held(claimed), { $set: { leaseUntil: LONG_AGO } });
  }

  /** Pauses the file after a failure that may be temporary. */
  async putOff(claimed: Claimed): Promise<void> {
    const leaseUntil = later(PUT_OFF_MS * 2 ** claimed.failures);
    await this.imports.updateOne(held(claimed), [{ $set: { leaseUntil, failures: claimed.failures + 1 } }]);
  }

  private async existing({ userId, id, kind }: Payload<'import.get'>): Promise<ImportDocument> {
    const document = await this.imports.findOne({ ...owned(userId, id), kind }).lean();
    if (!document) throw new AppError(kind === 'ADD' ? 'import_not_found' : 'removal_not_found');
    return document;
  }

  private async end(claimed: Claimed, ended: object, facts: Record<string, string | number>): Promise<void> {
    const now = this.clock.now();
    const notes = notesAnd(fileNote(claimed, 'ended', now, facts));
    const isWanted = await this.interests.wants(claimed.userId, 'import.finished');
    const pendingWebhookEvents = isWanted && {
      pendingWebhookEvents: { $literal: [finished(claimed, now, facts)] },
    };
    const set = { ...ended, ...pendingWebhookEvents, notes, finishedAt: '$$NOW', slot: '$$REMOVE' };
    const { modifiedCount } = await this.imports.updateOne(held(claimed), [{ $set: set }]);
    if (modifiedCount === 1) this.ended.inc({ state: String(facts.state) });
  }

  private async unfinished() {
    const limit = MOST_COUNTED;
    const [receiving, running] = await Promise.all([
      this.imports.countDocuments({ state: 'RECEIVING' }, { limit, hint: BY_SILENCE }),
      this.imports.countDocuments({ state: 'RUNNING' }, { limit, hint: BY_TURN }),
    ]);
    return [
      { labels: { state: 'RECEIVING' }, value: receiving },
      { labels: { state: 'RUNNING' }, value: running },
    ];
  }
}

/** The webhook notification about a file that was processed, or can't be. */
function finished(
  { id, groupId, kind }: Claimed,
  now: Date,
  { state, ...counts }: Record<string, string | number>,
): WebhookEvent {
  const at = now.toISOString();
  const item = { importId: id, groupId, kind, state, counts, at };
  return { id: `${id}-finished`, type: 'import.finished', at, campaignId: null, items: [item] };
}

function of({ userId, id, uploadId }: Upload) {
  return { ...owned(userId, id), uploadId };
}

function arriving(upload: Upload) {
  return { ...of(upload), state: 'RECEIVING' } as const;
}

function held({ id, fence }: Claimed): QueryFilter<ImportDocument> {
  return { _id: new ObjectId(id), state: 'RUNNING', fence };
}

function later(ms: number): object {
  return { $add: ['$$NOW', ms] };
}

/** Values from files must not be read as expressions: a column may be called `$fence`. */
function literal({ position, columns, counts }: Progress): object {
  return { position: { $literal: position }, columns: { $literal: columns }, counts: { $literal: counts } };
}

function toUpload({ _id, userId, uploadId }: ImportDocument): Upload {
  return { id: _id.toHexString(), userId: userId.toHexString(), uploadId };
}

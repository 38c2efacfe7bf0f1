import type { PhoneCountry } from '@carillon/address';
import { AppError, type Import, type Payload } from '@carillon/contracts';
import type { Delimiter } from '@carillon/input';
import { isDuplicateKey, owned } from '@carillon/mongo';
import { Clock, freeSlot } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  BY_SILENCE,
  type ImportDocument,
  ImportRecord,
  LONG_AGO,
  type Upload,
  fileNote,
  noCounts,
  ofUpload,
  toClaimed,
  toImport,
  toUpload,
} from './import-document';

/** The limit of one user's unfinished files. */
const UNFINISHED_PER_USER = 10;
/** An attempt fails only if another process takes the slot in the meantime. */
const TRIES = 100;
/** Uploads that are ended in one round. */
const SOME = 100;

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

/** Files from the beginning of an upload until it ends. The database's clock measures silence. */
@Injectable()
export class Uploads {
  constructor(
    @InjectModel(ImportRecord.name) private readonly imports: Model<ImportDocument>,
    private readonly clock: Clock,
  ) {}

  /** Opens an upload if the user has few unfinished files. Errors: limit_reached. */
  async open(begin: Payload<'import.begin'>): Promise<Import> {
    const now = this.clock.now();
    for (let tries = 0; tries < TRIES; tries++) {
      const slot = freeSlot(await this.slotsOf(begin.userId), UNFINISHED_PER_USER);
      if (slot === undefined) {
        const detail = `At most ${UNFINISHED_PER_USER} imports and removals can be unfinished at the same time`;
        throw new AppError('limit_reached', detail);
      }
      const opened = await this.openIn(slot, begin, now);
      if (opened) return opened;
    }
    throw new AppError('service_unavailable', 'Too many imports are being started at the same time');
  }

  /** Records up to which byte the file has arrived. Returns false if the upload has ended. */
  async noteArrival(upload: Upload, bytes: number): Promise<boolean> {
    const updated = await this.imports.updateOne(arriving(upload), {
      $currentDate: { lastPieceAt: true },
      $max: { bytes },
    });
    return updated.matchedCount === 1;
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
      ...(file.dryRun && { dryRun: true }),
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

  /**
   * Deletes an unfinished upload. Returns false if the file has arrived completely, or the upload is deleted already.
   */
  async discard(upload: Upload): Promise<boolean> {
    const { deletedCount } = await this.imports.deleteOne({ ...ofUpload(upload), receivedAt: null });
    return deletedCount === 1;
  }

  /** Ends an upload that is still being received, as FAILED. */
  async giveUp(upload: Upload, reason = 'incomplete'): Promise<void> {
    await this.imports.updateOne(arriving(upload), {
      $set: { state: 'FAILED', failure: { line: 1, reason } },
      $currentDate: { finishedAt: true },
      $unset: { slot: '' },
    });
  }

  /** The files of the user that are being received, and whose upload started before this time; ten at most. */
  async receiving(userId: string, before: Date): Promise<Upload[]> {
    const unfinished = { userId: new ObjectId(userId), slot: { $exists: true }, state: 'RECEIVING' as const };
    return (await this.imports.find({ ...unfinished, createdAt: { $lt: before } }).lean()).map(toUpload);
  }

  /** Uploads that have been silent for this long (milliseconds). */
  async silentFor(ms: number): Promise<Upload[]> {
    const isSilent = { $lt: ['$lastPieceAt', { $subtract: ['$$NOW', ms] }] };
    const silent = this.imports.find({ state: 'RECEIVING', $expr: isSilent }).hint(BY_SILENCE);
    return (await silent.limit(SOME).lean()).map(toUpload);
  }

  /** The occupied slots. */
  private async slotsOf(userId: string): Promise<number[]> {
    const taken = await this.imports
      .find({ userId: new ObjectId(userId), slot: { $exists: true } }, { _id: 0, slot: 1 })
      .lean<{ slot: number }[]>();
    return taken.map(({ slot }) => slot);
  }

  /** Null: the slot or the ID is taken. */
  private async openIn(slot: number, begin: Payload<'import.begin'>, now: Date): Promise<Import | null> {
    const {
      id,
      userId,
      groupId,
      keyId,
      kind,
      format,
      onExisting,
      uploadId,
      defaultCountry,
      fills,
      columns,
      dryRun,
    } = begin;
    const document = {
      ...owned(userId, id),
      groupId: new ObjectId(groupId),
      ...{ keyId, kind, format, onExisting, uploadId, slot },
      ...(fills && { fills }),
      ...(columns && { columnOptions: columns }),
      ...(dryRun && { dryRun }),
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
}

function arriving(upload: Upload) {
  return { ...ofUpload(upload), state: 'RECEIVING' } as const;
}

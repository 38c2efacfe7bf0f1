import { Injectable } from '@nestjs/common';
import { type Collection, ObjectId } from 'mongodb';
import { type Import, type Payload } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { type ImportDocument, noCounts, toImport } from '../import-document';

/** One try to bring a file here. */
export type Upload = Pick<Payload<'import.append'>, 'userId' | 'id' | 'uploadId'>;

/** Of files that arrive, and of files that are stored. They are named, as all others are kept for ever. */
const BY_SILENCE = { heardAt: 1 } as const;
const BY_STATE = { state: 1 } as const;
/** As many as are looked at in a round. */
const SOME = 100;
/** Never had a turn, or is nobody's. */
const LONG_AGO = new Date(0);

/** A file of which nothing has come, and that nobody has worked on. */
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

/** Files that are still arriving. Times are the database's. */
@Injectable()
export class Uploads {
  private readonly imports: Collection<ImportDocument>;

  constructor(database: Database) {
    this.imports = database.collection<ImportDocument>('imports', [
      { key: { userId: 1, slot: 1 }, unique: true, partialFilterExpression: { slot: { $exists: true } } },
      { key: BY_SILENCE, partialFilterExpression: { state: 'RECEIVING' } },
      { key: BY_STATE, partialFilterExpression: { hasPieces: true } },
    ]);
  }

  async find(userId: string, id: string): Promise<ImportDocument | null> {
    return this.imports.findOne({ _id: new ObjectId(id), userId: new ObjectId(userId) });
  }

  /** The slots that are taken. */
  async slotsOf(userId: string): Promise<number[]> {
    const taken = await this.imports
      .find({ userId: new ObjectId(userId), slot: { $exists: true } })
      .project<{ slot: number }>({ _id: 0, slot: 1 })
      .toArray();
    return taken.map(({ slot }) => slot);
  }

  /** Null: the slot or the id is taken. */
  async open(begin: Payload<'import.begin'>, slot: number, now: Date): Promise<Import | null> {
    const { id, userId, groupId, keyId, kind, format, onExisting, uploadId } = begin;
    const document: ImportDocument = {
      _id: new ObjectId(id),
      userId: new ObjectId(userId),
      keyId,
      groupId: new ObjectId(groupId),
      kind,
      format,
      onExisting,
      slot,
      uploadId,
      heardAt: now,
      batchAt: now,
      createdAt: now,
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

  /** A try that came to no end makes room for another one. False: all of it is here, or it made room before. */
  async discard(upload: Upload): Promise<boolean> {
    const { deletedCount } = await this.imports.deleteOne({ ...of(upload), receivedAt: null });
    return deletedCount === 1;
  }

  /** Something came. False: this try is over. */
  async hear(upload: Upload): Promise<boolean> {
    const { matchedCount } = await this.imports.updateOne(arriving(upload), {
      $currentDate: { heardAt: true },
    });
    return matchedCount === 1;
  }

  /** All came: it may be worked on. Null: this try is over. */
  async complete(upload: Upload): Promise<Import | null> {
    const completed = await this.imports.findOneAndUpdate(
      arriving(upload),
      {
        $set: { state: 'RUNNING' },
        $currentDate: { receivedAt: true, batchAt: true, userTurnAt: true, turnAt: true },
      },
      { returnDocument: 'after' },
    );
    return completed && toImport(completed);
  }

  /** Tries of which nothing was heard for so long (milliseconds). */
  async silentFor(ms: number): Promise<Upload[]> {
    const silent = await this.imports
      .find({ state: 'RECEIVING', $expr: { $lt: ['$heardAt', { $subtract: ['$$NOW', ms] }] } })
      .hint(BY_SILENCE)
      .limit(SOME)
      .toArray();
    return silent.map(toUpload);
  }

  /** Files that are worked through, or never will be, and are still stored. */
  async finished(): Promise<Upload[]> {
    const finished = await this.imports
      .find({ hasPieces: true, state: { $in: ['DONE', 'FAILED'] } })
      .hint(BY_STATE)
      .limit(SOME)
      .toArray();
    return finished.map(toUpload);
  }

  /** The file itself is stored no more. */
  async noteForgotten(upload: Upload): Promise<void> {
    await this.imports.updateOne(of(upload), { $set: { hasPieces: false } });
  }

  /** Nothing more comes. False: this try was over before. */
  async fail(upload: Upload): Promise<boolean> {
    const { modifiedCount } = await this.imports.updateOne(arriving(upload), {
      $set: { state: 'FAILED', failure: { line: 1, reason: 'incomplete' } },
      $currentDate: { finishedAt: true },
      $unset: { slot: '' },
    });
    return modifiedCount === 1;
  }
}

function of({ userId, id, uploadId }: Upload) {
  return { _id: new ObjectId(id), userId: new ObjectId(userId), uploadId };
}

function arriving(upload: Upload) {
  return { ...of(upload), state: 'RECEIVING' } as const;
}

function toUpload({ _id, userId, uploadId }: ImportDocument): Upload {
  return { id: _id.toHexString(), userId: userId.toHexString(), uploadId };
}

import { Injectable } from '@nestjs/common';
import { Binary, type Collection, ObjectId } from 'mongodb';
import type { Payload } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import type { PieceDocument } from '../import-document';

const DAY_SECONDS = 24 * 3600;
/** Pieces go with the end of the work on their file. This is for one that came when its upload had been given up. */
const KEPT_SECONDS = 30 * DAY_SECONDS;
const IN_ORDER = { importId: 1, uploadId: 1, seq: 1 } as const;

/** Whose pieces they are. */
export interface Upload {
  id: string;
  uploadId: string;
}

/** Files as they came, in pieces. */
@Injectable()
export class Pieces {
  private readonly pieces: Collection<PieceDocument>;

  constructor(database: Database) {
    this.pieces = database.collection<PieceDocument>('importPieces', [
      { key: IN_ORDER, unique: true },
      { key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS },
    ]);
  }

  /** The same piece again changes nothing. */
  async add({ id, uploadId, seq, from, bytes }: Payload<'import.append'>, at: Date): Promise<void> {
    const content = Buffer.from(bytes, 'base64');
    const to = from + content.length;
    const piece = { importId: new ObjectId(id), uploadId, seq, from, to, bytes: new Binary(content), at };
    try {
      await this.pieces.insertOne(piece);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  count(upload: Upload): Promise<number> {
    return this.pieces.countDocuments(of(upload));
  }

  /** The file from a byte on. */
  async *from(upload: Upload, offset: number): AsyncGenerator<Buffer> {
    const found = this.pieces
      .find({ ...of(upload), to: { $gt: offset } })
      .sort({ seq: 1 })
      .hint(IN_ORDER)
      .batchSize(1);
    let at = offset;
    for await (const { from, to, bytes } of found) {
      if (from > at) throw new Error('A piece of the file is missing');
      yield Buffer.from(bytes.buffer).subarray(at - from);
      at = to;
    }
  }

  async forget(upload: Upload): Promise<void> {
    await this.pieces.deleteMany(of(upload));
  }
}

function of({ id, uploadId }: Upload): { importId: ObjectId; uploadId: string } {
  return { importId: new ObjectId(id), uploadId };
}

import type { Payload } from '@carillon/contracts';
import { collection, isDuplicateKey, type Plain, readLimitMs } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types, mongo } from 'mongoose';
import type { Upload } from './import-document';

const DAY_SECONDS = 24 * 3600;
/**
 * Pieces are deleted when their file is finished. This limit applies to a piece that arrives after its upload was
 * abandoned.
 */
const KEPT_SECONDS = 30 * DAY_SECONDS;
const IN_ORDER = { importId: 1, uploadId: 1, seq: 1 } as const;

/** A piece of a file, as received. */
@Schema(collection('importPieces'))
export class PieceRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) importId!: ObjectId;
  @Prop({ type: String }) uploadId!: string;
  @Prop({ type: Number }) seq!: number;
  /** Bytes of the file before it. */
  @Prop({ type: Number }) from!: number;
  /** Bytes of the file up to its end. */
  @Prop({ type: Number }) to!: number;
  @Prop({ type: Buffer }) bytes!: mongo.Binary;
  @Prop({ type: Date }) at!: Date;
}

export const PieceSchema = SchemaFactory.createForClass(PieceRecord)
  .index(IN_ORDER, { unique: true })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

type Whose = Omit<Upload, 'userId'>;

/** The pieces of uploaded files. */
@Injectable()
export class Pieces {
  constructor(@InjectModel(PieceRecord.name) private readonly pieces: Model<Plain<PieceRecord>>) {}

  /** Stores a piece; repeated, it changes nothing. */
  async add({ id, uploadId, seq, from, bytes }: Payload<'import.append'>, at: Date): Promise<void> {
    const piece = { ...of({ id, uploadId }), seq, from, to: from + bytes.length };
    try {
      // Bypasses the model, which would create a document with a copy of the bytes.
      await this.pieces.collection.insertOne({ ...piece, bytes: new mongo.Binary(bytes), at });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  count(upload: Whose): Promise<number> {
    return this.pieces.countDocuments(of(upload)).exec();
  }

  /** The bytes of the file from an offset on. */
  async *from(upload: Whose, offset: number): AsyncGenerator<Buffer> {
    // Uses the driver's cursor, because Mongoose's cursor stays open on the server if the reader stops before the end.
    const found = this.pieces.collection
      .find<Plain<PieceRecord>>({ ...of(upload), to: { $gt: offset } })
      .maxTimeMS(readLimitMs())
      .sort({ seq: 1 })
      .hint(IN_ORDER)
      .batchSize(1);
    let at = offset;
    for await (const { from, to, bytes } of found) {
      if (from > at) throw new Error('A part of the file is missing');
      yield Buffer.from(bytes.buffer).subarray(at - from);
      at = to;
    }
  }

  /**
   * Overwrites some bytes of the file with asterisks. Line breaks stay, within quotes if the record contains any, so
   * that the following lines keep their position and number, and a record stays one record.
   */
  async blank(upload: Whose, start: number, end: number): Promise<void> {
    const found = await this.pieces
      .find({ ...of(upload), to: { $gt: start }, from: { $lt: end } })
      .sort({ seq: 1 })
      .hint(IN_ORDER)
      .lean();
    const whole = Buffer.concat(found.map(({ bytes }) => bytes.buffer));
    const base = found[0]?.from ?? 0;
    overwrite(whole.subarray(start - base, end - base));
    for (const { _id, from, to, bytes: read } of found) {
      const bytes = new mongo.Binary(whole.subarray(from - base, to - base));
      const { matchedCount } = await this.pieces.collection.updateOne(
        { _id, bytes: read },
        { $set: { bytes } },
      );
      // In the meantime, another person was erased in this part, or the part was removed. Reads it again.
      if (matchedCount === 0) return this.blank(upload, start, end);
    }
  }

  /** Removes the pieces of all uploads of a file. */
  async forgetAll(importId: string): Promise<void> {
    await this.pieces.deleteMany({ importId: new ObjectId(importId) });
  }

  async forget(upload: Whose): Promise<void> {
    await this.pieces.deleteMany(of(upload));
  }
}

function of({ id, uploadId }: Whose): { importId: ObjectId; uploadId: string } {
  return { importId: new ObjectId(id), uploadId };
}

const [LF, CR, ASTERISK, QUOTE] = [0x0a, 0x0d, 0x2a, 0x22];

function overwrite(bytes: Buffer): void {
  const isText = (byte: number): boolean => byte !== LF && byte !== CR;
  const first = bytes.findIndex(isText);
  const last = bytes.findLastIndex(isText);
  const inner = bytes.subarray(first, last + 1);
  const isBroken = !inner.every(isText);
  inner.forEach((byte, index) => {
    if (isText(byte)) inner[index] = ASTERISK;
  });
  if (isBroken) inner[0] = inner[inner.length - 1] = QUOTE;
}

import type { Payload } from '@carillon/contracts';
import { type Plain, collection, isDuplicateKey } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types, mongo } from 'mongoose';
import type { Upload } from './imports';

const DAY_SECONDS = 24 * 3600;
/** Pieces are deleted when their file is finished. This limit is for a piece that arrives after its upload was given up. */
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
    const content = Buffer.from(bytes, 'base64');
    const place = { ...of({ id, uploadId }), seq, from, to: from + content.length };
    try {
      // Not by the model: it would make a document with a copy of the bytes.
      await this.pieces.collection.insertOne({ ...place, bytes: new mongo.Binary(content), at });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  count(upload: Whose): Promise<number> {
    return this.pieces.countDocuments(of(upload)).exec();
  }

  /** The bytes of the file from an offset on. */
  async *from(upload: Whose, offset: number): AsyncGenerator<Buffer> {
    // The driver's cursor: Mongoose's stays open on the server when the reader stops before the end.
    const found = this.pieces.collection
      .find<Plain<PieceRecord>>({ ...of(upload), to: { $gt: offset } })
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

  async forget(upload: Whose): Promise<void> {
    await this.pieces.deleteMany(of(upload));
  }
}

function of({ id, uploadId }: Whose): { importId: ObjectId; uploadId: string } {
  return { importId: new ObjectId(id), uploadId };
}

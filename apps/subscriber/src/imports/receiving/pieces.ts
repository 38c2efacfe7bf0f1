import type { Payload } from '@carillon/contracts';
import { type Plain, collection, isDuplicateKey } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types, mongo } from 'mongoose';
import type { Upload } from '../imports';

const DAY_SECONDS = 24 * 3600;
/** Pieces go with the end of the work on their file. This is for one that came when its upload had been given up. */
const KEPT_SECONDS = 30 * DAY_SECONDS;
const IN_ORDER = { importId: 1, uploadId: 1, seq: 1 } as const;

/** A piece of a file as it came. */
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

/** Whose pieces they are. */
type Whose = Omit<Upload, 'userId'>;

/** Files as they came, in pieces. */
@Injectable()
export class Pieces {
  constructor(@InjectModel(PieceRecord.name) private readonly pieces: Model<Plain<PieceRecord>>) {}

  /** The same piece again changes nothing. */
  async add({ id, uploadId, seq, from, bytes }: Payload<'import.append'>, at: Date): Promise<void> {
    const content = Buffer.from(bytes, 'base64');
    const place = { ...of({ id, uploadId }), seq, from, to: from + content.length };
    try {
      // By the collection: the model would make a document of it, with a copy of the bytes.
      await this.pieces.collection.insertOne({ ...place, bytes: new mongo.Binary(content), at });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  count(upload: Whose): Promise<number> {
    return this.pieces.countDocuments(of(upload)).exec();
  }

  /** The file from a byte on. */
  async *from(upload: Whose, offset: number): AsyncGenerator<Buffer> {
    // By the collection: Mongoose's own cursor stays open on the server when whoever reads stops before the end.
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

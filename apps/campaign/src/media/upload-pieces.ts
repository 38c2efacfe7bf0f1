import type { Payload } from '@carillon/contracts';
import { type Plain, collection, isDuplicateKey } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types, mongo } from 'mongoose';

/** The database removes the pieces of uploads that never ended after this time (seconds). */
const KEPT_S = 3_600;

/** A piece of a file that is being uploaded. */
@Schema(collection('mediaPieces'))
export class MediaPieceRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) uploadId!: string;
  @Prop({ type: Number }) seq!: number;
  @Prop({ type: Buffer }) bytes!: mongo.Binary;
  @Prop({ type: Date }) at!: Date;
}

export const MediaPieceSchema = SchemaFactory.createForClass(MediaPieceRecord)
  .index({ userId: 1, uploadId: 1, seq: 1 }, { unique: true })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_S });

/** The pieces of uploads that have not ended. */
@Injectable()
export class UploadPieces {
  constructor(@InjectModel(MediaPieceRecord.name) private readonly pieces: Model<Plain<MediaPieceRecord>>) {}

  /** Stores a piece. A repeat changes nothing. */
  async add({ userId, uploadId, seq, bytes }: Payload<'media.append'>, at: Date): Promise<void> {
    try {
      // Bypasses the model, which would create a document with a copy of the bytes.
      await this.pieces.collection.insertOne({
        ...of(userId, uploadId),
        ...{ seq, bytes: new mongo.Binary(bytes), at },
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** The file as uploaded. Null: pieces are missing. */
  async join(userId: string, uploadId: string, count: number): Promise<Buffer | null> {
    const found = await this.pieces.find(of(userId, uploadId)).sort({ seq: 1 }).lean<MediaPieceRecord[]>();
    if (found.length !== count) return null;
    return Buffer.concat(found.map(({ bytes }) => bytes.buffer));
  }

  async forget(userId: string, uploadId: string): Promise<void> {
    await this.pieces.deleteMany(of(userId, uploadId));
  }

  async forgetUser(userId: string): Promise<void> {
    await this.pieces.deleteMany({ userId: new ObjectId(userId) });
  }
}

function of(userId: string, uploadId: string): { userId: ObjectId; uploadId: string } {
  return { userId: new ObjectId(userId), uploadId };
}

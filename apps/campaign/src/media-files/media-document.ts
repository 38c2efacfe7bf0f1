import type { AuditNote, Media, MediaKind } from '@carillon/contracts';
import { NOTES_INDEX, type Plain, collection } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';

/**
 * STORING: the bytes are being written, and no one sees the file. STORED: the file is visible. REMOVED: no one sees the
 * file, and its bytes are removed next. The document exists before the bytes and until they are removed, so that no
 * crash leaves bytes without a document.
 */
export type MediaState = 'STORING' | 'STORED' | 'REMOVED';

@Schema(collection('media'))
export class MediaRecord {
  /** Also the key of the bytes. */
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) state!: MediaState;
  /** The time of the last change of the state, on the database's clock. */
  @Prop({ type: Date }) stateAt!: Date;
  /** Of the uploaded bytes. Only a STORED file has it. */
  @Prop({ type: String }) hash?: string;
  @Prop({ type: String }) token!: string;
  @Prop({ type: String }) kind!: MediaKind;
  @Prop({ type: String }) name!: string;
  /** The searchable name. */
  @Prop({ type: String }) foldedName!: string;
  @Prop({ type: String }) alt!: string;
  @Prop({ type: String }) type!: string;
  @Prop({ type: Number }) bytes!: number;
  @Prop({ type: Number }) width!: number | null;
  @Prop({ type: Number }) height!: number | null;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  /** The message that deleted it, so that its redelivery is recognized. */
  @Prop({ type: String }) deletedBy?: string;
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
}

export type MediaDocument = Plain<MediaRecord>;

/** Contains all filter fields of lists, so that only matching documents are read. */
export const LISTED = 'listed';
export const BY_STATE = 'byState';
export const SAME_BYTES = 'sameBytes';
const unfinished: MediaState[] = ['STORING', 'REMOVED'];

export const MediaSchema = SchemaFactory.createForClass(MediaRecord)
  .index({ userId: 1, state: 1, _id: -1, kind: 1, foldedName: 1, bytes: 1 }, { name: LISTED })
  .index(
    { userId: 1, hash: 1 },
    { name: SAME_BYTES, unique: true, partialFilterExpression: { hash: { $exists: true } } },
  )
  .index({ token: 1 }, { unique: true })
  .index(
    { state: 1, stateAt: 1 },
    { name: BY_STATE, partialFilterExpression: { state: { $in: unfinished } } },
  )
  .index(...NOTES_INDEX);

export function toMedia(document: MediaDocument): Media {
  const { _id, userId, token, kind, name, alt, type, bytes, width, height } = document;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    ...{ token, kind, name, alt, type, bytes, width, height },
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

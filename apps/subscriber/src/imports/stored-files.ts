import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  BY_SIZE,
  BY_STATE,
  type ImportDocument,
  ImportRecord,
  type Upload,
  ofUpload,
  toUpload,
} from './import-document';

/** Files that are handled in one round. */
const SOME = 100;

/** Files whose pieces are stored. */
@Injectable()
export class StoredFiles {
  constructor(@InjectModel(ImportRecord.name) private readonly imports: Model<ImportDocument>) {}

  /** The stored bytes of all files of a user, who can have at most ten unfinished files. */
  async bytes(userId: string): Promise<number> {
    const stored = await this.imports
      .find({ userId: new ObjectId(userId), hasPieces: true }, { _id: 0, bytes: 1 })
      .hint(BY_SIZE)
      .lean<{ bytes?: number }[]>();
    return stored.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  }

  /** Files that are DONE or FAILED and still have pieces. */
  async finished(): Promise<Upload[]> {
    const isOver = { $in: ['DONE' as const, 'FAILED' as const] };
    const finished = this.imports.find({ hasPieces: true, state: isOver }).hint(BY_STATE);
    return (await finished.limit(SOME).lean()).map(toUpload);
  }

  /** Records that the pieces are deleted. */
  async noteForgotten(upload: Upload): Promise<void> {
    await this.imports.updateOne(ofUpload(upload), { $set: { hasPieces: false } });
  }
}

import { type AuditNote, type Media, type Payload, type Reply, isId, pageOf } from '@carillon/contracts';
import { folded } from '@carillon/input';
import { type Plain, isDuplicateKey, owned } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { nameSearch } from '../name-search';
import {
  BY_STATE,
  LISTED,
  type MediaDocument,
  MediaRecord,
  type MediaState,
  SAME_BYTES,
  toMedia,
} from './media-document';

/** A file whose bytes are stored next. */
type NewMedia = Omit<Media, 'createdAt' | 'updatedAt'>;

type ListQuery = Omit<Payload<'media.list'>, 'userId'>;

const stored = { state: 'STORED' as const };

/** The files of users. Only STORED files are visible, except to `MediaCleanup`. */
@Injectable()
export class MediaFiles {
  constructor(@InjectModel(MediaRecord.name) private readonly media: Model<MediaDocument>) {}

  async get(userId: string, id: string): Promise<Media | null> {
    return shown(await this.media.findOne({ ...owned(userId, id), ...stored }).lean());
  }

  async withToken(token: string): Promise<Media | null> {
    return shown(await this.media.findOne({ token, ...stored }).lean());
  }

  async withHash(userId: string, hash: string): Promise<Media | null> {
    return shown(
      await this.media
        .findOne({ userId: new ObjectId(userId), hash })
        .hint(SAME_BYTES)
        .lean(),
    );
  }

  /** Those of these files that exist, by ID. */
  async withIds(userId: string, ids: string[]): Promise<Map<string, Media>> {
    const _id = { $in: ids.filter(isId).map((id) => new ObjectId(id)) };
    const found = await this.media.find({ _id, userId: new ObjectId(userId), ...stored }).lean();
    return new Map(found.map(toMedia).map((file) => [file.id, file]));
  }

  /** Newest first. */
  async page(userId: string, { kind, search, after, limit }: ListQuery): Promise<Reply<'media.list'>> {
    const found = await this.media
      .find({
        ...{ userId: new ObjectId(userId), ...stored },
        ...(after !== null && { _id: { $lt: new ObjectId(after) } }),
        ...(kind !== undefined && { kind }),
        ...(search !== undefined && { foldedName: nameSearch(search).pattern }),
      })
      .hint(LISTED)
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean();
    return pageOf(found.map(toMedia), limit);
  }

  /** Announces a file whose bytes are stored next. */
  async begin({ id, userId, ...file }: NewMedia, now: Date): Promise<void> {
    const document: MediaDocument = {
      ...owned(userId, id),
      ...file,
      ...{ foldedName: folded(file.name), createdAt: now, updatedAt: now },
      ...{ state: 'STORING', stateAt: now },
    };
    await this.media.insertOne(document);
  }

  /**
   * Makes a file visible. Null: another file of the user has the same bytes, or the cleanup took this file for
   * abandoned.
   */
  async finish(userId: string, id: string, hash: string, note: AuditNote): Promise<Media | null> {
    try {
      const finished = await this.media
        .findOneAndUpdate(
          { ...owned(userId, id), state: 'STORING' },
          { $set: { ...stored, hash, notes: [note] }, $currentDate: { stateAt: true } },
          { returnDocument: 'after' },
        )
        .lean();
      return shown(finished);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  /** Gives up a file that was not finished. */
  async giveUp(userId: string, id: string): Promise<void> {
    await this.media.updateOne({ ...owned(userId, id), state: 'STORING' }, removed);
  }

  /** Changes a file. Null: the file does not exist. */
  async change(
    { userId, id }: Media,
    change: Partial<Pick<Media, 'name' | 'alt'>>,
    note: AuditNote,
    now: Date,
  ): Promise<Media | null> {
    const changed = await this.media
      .findOneAndUpdate(
        { ...owned(userId, id), ...stored },
        {
          $set: {
            ...change,
            ...(change.name !== undefined && { foldedName: folded(change.name) }),
            updatedAt: now,
          },
          $push: { notes: note },
        },
        { returnDocument: 'after' },
      )
      .lean();
    return shown(changed);
  }

  /** Returns whether this call deleted the file. */
  async delete(userId: string, id: string, by: string, note: AuditNote): Promise<boolean> {
    const { modifiedCount } = await this.media.updateOne(
      { ...owned(userId, id), ...stored },
      { ...removed, $set: { ...removed.$set, deletedBy: by }, $push: { notes: note } },
    );
    return modifiedCount > 0;
  }

  async wasDeletedBy(userId: string, id: string, messageId: string): Promise<boolean> {
    return (await this.media.exists({ ...owned(userId, id), deletedBy: messageId })) !== null;
  }

  /** Hides all files of a user, and returns whether the user has no documents left. */
  async removeAll(userId: string): Promise<boolean> {
    const all = { userId: new ObjectId(userId) };
    await this.media.updateMany({ ...all, state: { $ne: 'REMOVED' } }, removed);
    return (await this.media.exists(all)) === null;
  }

  async count(userId: string): Promise<number> {
    return this.media.countDocuments({ userId: new ObjectId(userId), ...stored }).hint(LISTED);
  }

  async bytes(userId: string): Promise<number> {
    const [sum] = await this.media
      .aggregate<{ bytes: number }>([
        { $match: { userId: new ObjectId(userId), ...stored } },
        { $group: { _id: null, bytes: { $sum: '$bytes' } } },
      ])
      .hint(LISTED);
    return sum?.bytes ?? 0;
  }

  /** Marks files as REMOVED that have been STORING for this long (milliseconds). */
  async giveUpOlderThan(ms: number): Promise<number> {
    const { modifiedCount } = await this.media
      .updateMany({ state: 'STORING', $expr: olderThan(ms) }, removed)
      .hint(BY_STATE);
    return modifiedCount;
  }

  /** REMOVED files whose audit entries are published, in the state for this long (milliseconds). */
  async removable(ms: number, most: number): Promise<string[]> {
    const found = await this.media
      .find({ state: 'REMOVED', $expr: olderThan(ms), 'notes.0': { $exists: false } }, { _id: 1 })
      .hint(BY_STATE)
      .sort({ stateAt: 1 })
      .limit(most)
      .lean<Pick<MediaDocument, '_id'>[]>();
    return found.map(({ _id }) => _id.toHexString());
  }

  /** Removes the document, after the bytes. */
  async forget(id: string): Promise<void> {
    await this.media.deleteOne({ _id: new ObjectId(id), state: 'REMOVED' });
  }
}

const removed = {
  $set: { state: 'REMOVED' as MediaState },
  $unset: { hash: '' },
  $currentDate: { stateAt: true },
} as const;

function olderThan(ms: number) {
  return { $lt: ['$stateAt', { $subtract: ['$$NOW', ms] }] };
}

function shown(document: Plain<MediaRecord> | null): Media | null {
  return document && toMedia(document);
}

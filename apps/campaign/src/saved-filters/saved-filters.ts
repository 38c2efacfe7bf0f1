import {
  AppError,
  type AuditNote,
  type Payload,
  type Reply,
  type SavedCampaignFilter,
  type SavedFilter,
  pageOf,
  tagKey,
} from '@carillon/contracts';
import { NOTES_INDEX, type Plain, collection, isDuplicateKey, owned } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';

/** What the user writes. */
export type FilterDraft = Pick<SavedFilter, 'name' | 'filter'>;

/**
 * A saved filter has a `nameKey`, so that a unique index keeps names apart. A deleted filter has no name and no filter. It
 * stays for a while, so that repeats of its creation and its deletion are recognized.
 */
@Schema(collection('savedFilters'))
export class SavedFilterRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) name?: string;
  @Prop({ type: String }) nameKey?: string;
  @Prop({ type: Object }) filter?: SavedCampaignFilter;
  /** Increases with each change. */
  @Prop({ type: Number }) version!: number;
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  @Prop({ type: Date }) deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognized. */
  @Prop({ type: String }) deletedBy?: string;
}

type SavedFilterDocument = Plain<SavedFilterRecord>;

const IN_ORDER = { userId: 1, _id: 1 } as const;
const BY_NAME = 'byName';
const live = { nameKey: { $exists: true } };

const DELETED_KEPT_S = 30 * 24 * 3_600;

export const SavedFilterSchema = SchemaFactory.createForClass(SavedFilterRecord)
  .index(IN_ORDER)
  .index({ userId: 1, nameKey: 1 }, { name: BY_NAME, unique: true, partialFilterExpression: live })
  .index(...NOTES_INDEX)
  .index(
    { deletedAt: 1 },
    { expireAfterSeconds: DELETED_KEPT_S, partialFilterExpression: { deletedAt: { $exists: true } } },
  );

/** A saved filter as it was read. */
export interface StoredFilter {
  saved: SavedFilter;
  version: number;
}

/** The saved filters of users. Deleted ones are visible only to `wasDeletedBy`. */
@Injectable()
export class SavedFilters {
  constructor(@InjectModel(SavedFilterRecord.name) private readonly filters: Model<SavedFilterDocument>) {}

  /** @throws AppError saved_filter_not_found */
  async get(userId: string, id: string): Promise<StoredFilter> {
    const found = await this.find(userId, id);
    if (!found) throw new AppError('saved_filter_not_found');
    return found;
  }

  async find(userId: string, id: string): Promise<StoredFilter | null> {
    const document = await this.filters.findOne({ ...owned(userId, id), ...live }).lean();
    const saved = shown(document);
    return document && saved && { saved, version: document.version };
  }

  /** Oldest first, continuing after a filter's ID. */
  async page({ userId, after, limit }: Payload<'saved-filter.list'>): Promise<Reply<'saved-filter.list'>> {
    const found = await this.filters
      .find({
        ...{ userId: new ObjectId(userId), ...live },
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .hint(IN_ORDER)
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean();
    return pageOf(
      found.flatMap((document) => shown(document) ?? []),
      limit,
    );
  }

  /** Null: the ID is taken. @throws AppError saved_filter_name_taken */
  async add(
    userId: string,
    id: string,
    draft: FilterDraft,
    { at, note }: { at: Date; note: AuditNote },
  ): Promise<SavedFilter | null> {
    const document: SavedFilterDocument = {
      ...{ ...owned(userId, id), ...stored(draft), version: 1, notes: [note], createdAt: at, updatedAt: at },
    };
    try {
      await this.filters.insertOne(document);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // A repeat violates both indexes, and the database names only one of them.
      if ((await this.filters.exists(owned(userId, id))) || !isDuplicateKey(error, BY_NAME)) return null;
      throw nameTaken(draft.name);
    }
    return shown(document);
  }

  /** Null: the filter has another version now. @throws AppError saved_filter_name_taken */
  async replace(
    { saved: { userId, id }, version }: StoredFilter,
    draft: FilterDraft,
    { at, note }: { at: Date; note: AuditNote },
  ): Promise<SavedFilter | null> {
    try {
      const replaced = await this.filters
        .findOneAndUpdate(
          { ...owned(userId, id), ...live, version },
          { $set: { ...stored(draft), version: version + 1, updatedAt: at }, $push: { notes: note } },
          { returnDocument: 'after' },
        )
        .lean();
      return shown(replaced);
    } catch (error) {
      throw isDuplicateKey(error, BY_NAME) ? nameTaken(draft.name) : error;
    }
  }

  /** Returns whether this call deleted the filter. */
  async delete(
    userId: string,
    id: string,
    { messageId, at, note }: { messageId: string; at: Date; note: AuditNote },
  ): Promise<boolean> {
    const { modifiedCount } = await this.filters.updateOne(
      { ...owned(userId, id), ...live },
      {
        $set: { deletedAt: at, deletedBy: messageId },
        $unset: { name: '', nameKey: '', filter: '' },
        $push: { notes: note },
      },
    );
    return modifiedCount > 0;
  }

  async wasDeletedBy(userId: string, id: string, messageId: string): Promise<boolean> {
    return (await this.filters.exists({ ...owned(userId, id), deletedBy: messageId })) !== null;
  }

  async count(userId: string): Promise<number> {
    return this.filters.countDocuments({ userId: new ObjectId(userId), ...live }).hint(BY_NAME);
  }

  async removeAll(userId: string): Promise<void> {
    await this.filters.deleteMany({ userId: new ObjectId(userId) });
  }
}

/** Like tags, names that differ only in case and white space are the same name. */
function stored({ name, filter }: FilterDraft) {
  return { name, nameKey: tagKey(name), filter };
}

function nameTaken(name: string): AppError {
  return new AppError('saved_filter_name_taken', `Another saved filter is named ${name}`);
}

/** Null: the filter is deleted. */
function shown(document: SavedFilterDocument | null): SavedFilter | null {
  if (document?.name === undefined || !document.filter) return null;
  const { _id, userId, name, filter, createdAt, updatedAt } = document;
  return {
    ...{ id: _id.toHexString(), userId: userId.toHexString(), name, filter },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

import { AppError, type Group, pageOf, type Payload } from '@carillon/contracts';
import { collection, isDuplicateKey, owned, type Plain } from '@carillon/mongo';
import { Batcher } from '@carillon/platform';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { Injectable } from '@nestjs/common';

/**
 * A group has a slug and a slot. Slots number the groups of a user, so that a unique index limits their number. A
 * deleted group has neither, and waits until its members are removed.
 */
@Schema(collection('groups'))
export class GroupRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) name!: string;
  @Prop({ type: String }) slug?: string;
  @Prop({ type: Number }) slot?: number;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  @Prop({ type: Date }) deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognized. */
  @Prop({ type: String }) deletedBy?: string;
}

type GroupDocument = Plain<GroupRecord>;
type LiveGroupDocument = GroupDocument & { slug: string; slot: number };

/** The index hint for lists. Without it, the planner could choose an index that scans every user's groups. */
const IN_ORDER = { userId: 1, _id: 1 } as const;

const BY_SLOT = { userId: 1, slot: 1 } as const;
const where = (field: 'slug' | 'slot' | 'deletedAt') => ({
  partialFilterExpression: { [field]: { $exists: true } },
});

export const GroupSchema = SchemaFactory.createForClass(GroupRecord)
  .index({ userId: 1, slug: 1 }, { unique: true, ...where('slug') })
  .index(BY_SLOT, { unique: true, ...where('slot') })
  .index(IN_ORDER)
  .index({ deletedAt: 1 }, where('deletedAt'));

function toGroup({ _id, userId, name, slug, createdAt, updatedAt }: LiveGroupDocument): Group {
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    name,
    slug,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export interface NewGroup {
  id: string;
  userId: string;
  name: string;
  slug: string;
  slot: number;
}

function deleting({ by, at }: { by: string; at: Date }) {
  return { $set: { deletedAt: at, deletedBy: by }, $unset: { slug: '', slot: '' } };
}

/** A slug is unique among the groups of a user. */
type Slug = Pick<Group, 'userId' | 'slug'>;

interface GroupIds {
  userId: string;
  ids: readonly string[];
}

const keyOf = ({ userId, slug }: Slug): string => `${userId} ${slug}`;

const live = { deletedAt: { $exists: false } };
const deleted = { deletedAt: { $exists: true } };

/** The groups of users. Deleted groups are visible only to `wasDeletedBy`, `deleted`, `idsEvenDeleted` and `forget`. */
@Injectable()
export class Groups {
  /** Looks up slugs for concurrent requests together. */
  private readonly slugs = new Batcher<Slug, Group | null>({
    atOnce: 2,
    most: 100,
    run: (slugs) => this.withSlugs(slugs),
  });

  /** Looks up IDs for concurrent requests together. */
  private readonly lookUps = new Batcher<GroupIds, Set<string>>({
    atOnce: 2,
    most: 100,
    run: (lookUps) => this.existingOf(lookUps),
  });

  constructor(@InjectModel(GroupRecord.name) private readonly groups: Model<GroupDocument>) {}

  /** Returns null if the slug, the slot, or the ID is taken. */
  async add({ id, userId, ...group }: NewGroup, now: Date): Promise<Group | null> {
    const document = { ...owned(userId, id), ...group, createdAt: now, updatedAt: now };
    try {
      await this.groups.insertOne(document);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
    return toGroup(document);
  }

  /** All groups of a user, with their slots. */
  async ofUser(userId: string): Promise<{ group: Group; slot: number }[]> {
    const documents = await this.find({ userId: new ObjectId(userId) });
    return documents.map((document) => ({ group: toGroup(document), slot: document.slot }));
  }

  async get(userId: string, id: string): Promise<Group | null> {
    return this.findOne(owned(userId, id));
  }

  withSlug(userId: string, slug: string): Promise<Group | null> {
    return this.slugs.add({ userId, slug });
  }

  /** The given IDs that are groups of the user. */
  existing(userId: string, ids: readonly string[]): Promise<Set<string>> {
    return this.lookUps.add({ userId, ids });
  }

  /** The IDs of all groups of a user, who can have at most a thousand. */
  ids(userId: string): Promise<string[]> {
    return this.idsOf({ userId: new ObjectId(userId) });
  }

  /** The IDs of all groups of a user, including those whose members are being removed. */
  async idsEvenDeleted(userId: string): Promise<string[]> {
    const found = await this.groups
      .find({ userId: new ObjectId(userId) }, { _id: 1 })
      .hint(IN_ORDER)
      .lean();
    return found.map(({ _id }) => _id.toHexString());
  }

  /** The names of these groups, by ID. */
  async names(userId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const found = await this.find({ userId: new ObjectId(userId), _id });
    return new Map(found.map(({ _id, name }) => [_id.toHexString(), name]));
  }

  /** Oldest first, continuing after a group's ID. */
  async page(
    userId: string,
    after: string | null,
    limit: number,
  ): Promise<{ items: Group[]; next: string | null }> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    const documents = await this.find({ userId: new ObjectId(userId), ...following })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1);
    return pageOf(documents.map(toGroup), limit);
  }

  /** Changes the given fields. Errors: group_not_found, slug_taken. */
  async change({ userId, id, name, slug }: Payload<'group.update'>, now: Date): Promise<Group> {
    const changes = { ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
    try {
      const document = await this.groups
        .findOneAndUpdate(
          { ...owned(userId, id), ...live },
          { $set: { ...changes, updatedAt: now } },
          { returnDocument: 'after' },
        )
        .lean<LiveGroupDocument>();
      if (!document) throw new AppError('group_not_found');
      return toGroup(document);
    } catch (error) {
      if (isDuplicateKey(error)) throw new AppError('slug_taken');
      throw error;
    }
  }

  /** Makes a group invisible and its slug available, in one write. Does nothing if the group doesn't exist. */
  async delete(userId: string, id: string, deletion: { by: string; at: Date }): Promise<void> {
    await this.groups.updateOne({ ...owned(userId, id), ...live }, deleting(deletion));
  }

  /**
   * Does the same for all groups of an erased user. Returns the number of remaining groups, including those that were
   * deleted earlier.
   */
  async deleteAll(userId: string, deletion: { by: string; at: Date }): Promise<number> {
    const all = { userId: new ObjectId(userId) };
    await this.groups.updateMany({ ...all, ...live }, deleting(deletion));
    return this.groups.countDocuments(all).hint(IN_ORDER).exec();
  }

  async wasDeletedBy(userId: string, id: string, messageId: string): Promise<boolean> {
    return (await this.groups.exists({ ...owned(userId, id), deletedBy: messageId })) !== null;
  }

  async deleted(): Promise<{ id: string; userId: string; name: string; deletedAt: Date }[]> {
    const documents = await this.groups
      .find(deleted, { userId: 1, name: 1, deletedAt: 1 })
      .lean<Required<GroupDocument>[]>();
    return documents.map(({ _id, userId, name, deletedAt }) => ({
      id: _id.toHexString(),
      userId: userId.toHexString(),
      name,
      deletedAt,
    }));
  }

  /** The number of groups that a user has. */
  count(userId: string): Promise<number> {
    const isLive = { userId: new ObjectId(userId), slot: { $exists: true } };
    return this.groups.countDocuments(isLive).hint(BY_SLOT).exec();
  }

  async forget(id: string): Promise<void> {
    await this.groups.deleteOne({ _id: new ObjectId(id), ...deleted });
  }

  private async withSlugs(slugs: readonly Slug[]): Promise<(Group | null)[]> {
    const ofUsers = new Map<string, Set<string>>();
    for (const { userId, slug } of slugs) ofUsers.set(userId, (ofUsers.get(userId) ?? new Set()).add(slug));
    const $or = [...ofUsers].map(([userId, ofUser]) => ({
      userId: new ObjectId(userId),
      slug: { $in: [...ofUser] },
    }));
    const found = (await this.find({ $or })).map(toGroup);
    const groups = new Map(found.map((group) => [keyOf(group), group]));
    return slugs.map((slug) => groups.get(keyOf(slug)) ?? null);
  }

  private async existingOf(lookUps: readonly GroupIds[]): Promise<Set<string>[]> {
    const $or = lookUps.map(({ userId, ids }) => ({
      userId: new ObjectId(userId),
      _id: { $in: ids.map((id) => new ObjectId(id)) },
    }));
    const found = await this.find({ $or }).select({ userId: 1 });
    const owners = new Map(found.map(({ _id, userId }) => [_id.toHexString(), userId.toHexString()]));
    return lookUps.map(({ userId, ids }) => new Set(ids.filter((id) => owners.get(id) === userId)));
  }

  private async findOne(filter: QueryFilter<GroupDocument>): Promise<Group | null> {
    const document = await this.groups.findOne({ ...filter, ...live }).lean<LiveGroupDocument>();
    return document && toGroup(document);
  }

  private async idsOf(filter: QueryFilter<GroupDocument>): Promise<string[]> {
    const documents = await this.find(filter).select({ _id: 1 });
    return documents.map(({ _id }) => _id.toHexString());
  }

  private find(filter: QueryFilter<GroupDocument>) {
    return this.groups.find({ ...filter, ...live }).lean<LiveGroupDocument[]>();
  }
}

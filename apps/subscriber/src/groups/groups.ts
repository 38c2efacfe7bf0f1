import { Injectable } from '@nestjs/common';
import { type Collection, type Filter, type FindCursor, ObjectId } from 'mongodb';
import { AppError, type Group, type Payload, pageOf } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { type GroupDocument, type LiveGroupDocument, live, owned, toGroup } from './group-document';

export interface NewGroup {
  id: string;
  userId: string;
  name: string;
  slug: string;
  slot: number;
}
export type GroupChanges = Partial<Pick<Group, 'name' | 'slug'>>;

/** The index that lists follow; left to choose, the planner may read past every other user's groups. */
const IN_ORDER = { userId: 1, _id: 1 } as const;

/** The audiences of users. */
@Injectable()
export class Groups {
  private readonly groups: Collection<GroupDocument>;

  constructor(database: Database) {
    this.groups = database.collection<GroupDocument>('groups', [
      { key: { userId: 1, slug: 1 }, unique: true, partialFilterExpression: { slug: { $exists: true } } },
      { key: { userId: 1, slot: 1 }, unique: true, partialFilterExpression: { slot: { $exists: true } } },
      { key: IN_ORDER },
    ]);
  }

  /** Null: the slug, the slot or the id is taken. */
  async add({ id, userId, name, slug, slot }: NewGroup, now: Date): Promise<Group | null> {
    const document: LiveGroupDocument = {
      _id: new ObjectId(id),
      userId: new ObjectId(userId),
      name,
      slug,
      slot,
      createdAt: now,
      updatedAt: now,
    };
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
    const documents = await this.find({ userId: new ObjectId(userId) }).toArray();
    return documents.map((document) => ({ group: toGroup(document), slot: document.slot }));
  }

  async get(userId: string, id: string): Promise<Group | null> {
    const document = await this.groups.findOne<LiveGroupDocument>({ ...owned(userId, id), ...live });
    return document && toGroup(document);
  }

  async withSlug(userId: string, slug: string): Promise<Group | null> {
    const document = await this.groups.findOne<LiveGroupDocument>({
      userId: new ObjectId(userId),
      slug,
      ...live,
    });
    return document && toGroup(document);
  }

  /** Which of these are groups of the user. */
  async existing(userId: string, ids: readonly string[]): Promise<Set<string>> {
    const among = { userId: new ObjectId(userId), _id: { $in: ids.map((id) => new ObjectId(id)) } };
    const documents = await this.find(among).project<{ _id: ObjectId }>({ _id: 1 }).toArray();
    return new Set(documents.map(({ _id }) => _id.toHexString()));
  }

  /** All of a user's, of which there are not many. */
  async ids(userId: string): Promise<string[]> {
    const documents = await this.find({ userId: new ObjectId(userId) })
      .project<{ _id: ObjectId }>({ _id: 1 })
      .toArray();
    return documents.map(({ _id }) => _id.toHexString());
  }

  /** Oldest first, continuing after a group's id. */
  async page(
    userId: string,
    after: string | null,
    limit: number,
  ): Promise<{ items: Group[]; next: string | null }> {
    const documents = await this.find({
      userId: new ObjectId(userId),
      ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
    })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .toArray();
    return pageOf(documents.map(toGroup), limit);
  }

  /** Null: there is no such group. Errors: slug_taken. */
  async change(
    { userId, id }: Payload<'group.update'>,
    changes: GroupChanges,
    now: Date,
  ): Promise<Group | null> {
    try {
      const document = await this.groups.findOneAndUpdate(
        { ...owned(userId, id), ...live },
        { $set: { ...changes, updatedAt: now } },
        { returnDocument: 'after' },
      );
      return document && toGroup(document as LiveGroupDocument);
    } catch (error) {
      if (isDuplicateKey(error)) throw new AppError('slug_taken');
      throw error;
    }
  }

  private find(filter: Filter<GroupDocument>): FindCursor<LiveGroupDocument> {
    return this.groups.find<LiveGroupDocument>({ ...filter, ...live });
  }
}

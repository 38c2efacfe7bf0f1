import { Injectable } from '@nestjs/common';
import { type Collection, ObjectId } from 'mongodb';
import { Clock, Database } from '@carillon/platform';
import { type GroupDocument, live, owned } from './group-document';

/** Groups that nobody sees any more and that still have members to be removed. */
@Injectable()
export class DeletedGroups {
  private readonly groups: Collection<GroupDocument>;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    this.groups = database.collection<GroupDocument>('groups', [
      { key: { deletedAt: 1 }, partialFilterExpression: { deletedAt: { $exists: true } } },
    ]);
  }

  /** Makes the group invisible and its slug free, in one write. A group that is not there, or not any more, stays as it is. */
  async add(userId: string, id: string, messageId: string): Promise<void> {
    await this.groups.updateOne(
      { ...owned(userId, id), ...live },
      { $set: { deletedAt: this.clock.now(), deletedBy: messageId }, $unset: { slug: '', slot: '' } },
    );
  }

  async wasDeletedBy(userId: string, id: string, messageId: string): Promise<boolean> {
    return (
      (await this.groups.countDocuments({ ...owned(userId, id), deletedBy: messageId }, { limit: 1 })) > 0
    );
  }

  async all(): Promise<{ id: string; deletedAt: Date }[]> {
    const documents = await this.groups
      .find({ deletedAt: { $exists: true } })
      .project<{ _id: ObjectId; deletedAt: Date }>({ deletedAt: 1 })
      .toArray();
    return documents.map(({ _id, deletedAt }) => ({ id: _id.toHexString(), deletedAt }));
  }

  async forget(id: string): Promise<void> {
    await this.groups.deleteOne({ _id: new ObjectId(id), deletedAt: { $exists: true } });
  }
}

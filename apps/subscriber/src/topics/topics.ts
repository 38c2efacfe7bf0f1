import { type AuditNote, type Topic, pageOf } from '@carillon/contracts';
import { NOTES_INDEX, type Plain, collection, isDuplicateKey, owned } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';

/**
 * A topic has a slot. Slots number the topics of a user, so that a unique index limits their number. A deleted topic has
 * no slot. It stays because links in emails name it for years.
 */
@Schema(collection('topics'))
export class TopicRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) name!: string;
  @Prop({ type: String }) description!: string;
  @Prop({ type: Number }) slot?: number;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  /** The message that deleted it, so that its redelivery is recognized. */
  @Prop({ type: String }) deletedBy?: string;
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
}

type TopicDocument = Plain<TopicRecord>;

const IN_ORDER = { userId: 1, _id: 1 } as const;

export const TopicSchema = SchemaFactory.createForClass(TopicRecord)
  .index(IN_ORDER)
  .index({ userId: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: { $exists: true } } })
  .index(...NOTES_INDEX);

const live = { slot: { $exists: true } };

/** The texts of a topic, which people see. */
export type TopicTexts = Pick<Topic, 'name' | 'description'>;

interface NewTopic extends TopicTexts {
  id: string;
  userId: string;
  slot: number;
}

/** The topics of users. Deleted topics are visible only to `wasDeletedBy`. */
@Injectable()
export class Topics {
  constructor(@InjectModel(TopicRecord.name) private readonly topics: Model<TopicDocument>) {}

  /** Returns null if the slot or the ID is taken. */
  async add({ id, userId, ...topic }: NewTopic, note: AuditNote, now: Date): Promise<Topic | null> {
    const document = { ...owned(userId, id), ...topic, createdAt: now, updatedAt: now, notes: [note] };
    try {
      await this.topics.insertOne(document);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
    return toTopic(document);
  }

  async get(userId: string, id: string): Promise<Topic | null> {
    const found = await this.topics.findOne({ ...owned(userId, id), ...live }).lean<TopicDocument>();
    return found && toTopic(found);
  }

  /** All topics of a user, oldest first, with their slots. */
  async ofUser(userId: string): Promise<{ topic: Topic; slot: number }[]> {
    const found = await this.topics
      .find({ userId: new ObjectId(userId), ...live })
      .hint(IN_ORDER)
      .sort({ _id: 1 })
      .lean<TopicDocument[]>();
    return found.flatMap((document) =>
      document.slot === undefined ? [] : [{ topic: toTopic(document), slot: document.slot }],
    );
  }

  /** Oldest first, continuing after a topic's ID. */
  async page(
    userId: string,
    after: string | null,
    limit: number,
  ): Promise<{ items: Topic[]; next: string | null }> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    const found = await this.topics
      .find({ userId: new ObjectId(userId), ...following, ...live })
      .hint(IN_ORDER)
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean<TopicDocument[]>();
    return pageOf(found.map(toTopic), limit);
  }

  /** Changes the texts of a topic that still has the texts `before`. Returns null if it has others, or is deleted. */
  async change(before: Topic, after: TopicTexts, note: AuditNote, now: Date): Promise<Topic | null> {
    const { userId, id, name, description } = before;
    const changed = await this.topics
      .findOneAndUpdate(
        { ...owned(userId, id), ...live, name, description },
        { $set: { ...after, updatedAt: now }, $push: { notes: note } },
        { returnDocument: 'after' },
      )
      .lean<TopicDocument>();
    return changed && toTopic(changed);
  }

  /** Does nothing if the topic doesn't exist. */
  async delete(userId: string, id: string, by: string, note: AuditNote): Promise<void> {
    await this.topics.updateOne(
      { ...owned(userId, id), ...live },
      { $set: { deletedBy: by }, $unset: { slot: '' }, $push: { notes: note } },
    );
  }

  async wasDeletedBy(userId: string, id: string, messageId: string): Promise<boolean> {
    return (await this.topics.exists({ ...owned(userId, id), deletedBy: messageId })) !== null;
  }

  async removeAll(userId: string): Promise<void> {
    await this.topics.deleteMany({ userId: new ObjectId(userId) });
  }
}

function toTopic({ _id, userId, name, description, createdAt, updatedAt }: TopicDocument): Topic {
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    name,
    description,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

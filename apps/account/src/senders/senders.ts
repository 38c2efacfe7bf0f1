import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';
import {
  AppError,
  type By,
  type Channel,
  type Sender,
  type SenderCheck,
  type SenderStanding,
  type Payload,
  type RampUp,
  type Reply,
  type SenderProvider,
  pageOf,
  type DeliveryReason,
} from '@carillon/contracts';
import { type Plain, collection, owned, readLimitMs } from '@carillon/mongo';

/** Also the index hint for lists. Without it, the planner could choose an index that scans every user's senders. */
const BY_NAME = { userId: 1, channel: 1, name: 1 } as const;

/** A change of settings that is not yet published to the dispatchers. */
export interface PendingEdit {
  id: string;
  at: Date;
  /** With the names that the API uses: `settings.host`. */
  fields: string[];
  by: By;
}

@Schema(collection('senders'))
export class SenderRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) provider!: SenderProvider;
  @Prop({ type: String }) name!: string;
  @Prop({ type: Boolean }) isDefault!: boolean;
  /**
   * For a default sender: the number of senders that were added after it. Such a write conflicts with a concurrent
   * deletion.
   */
  @Prop({ type: Number }) siblings?: number;
  @Prop({ type: Object }) settings!: Sender['settings'];
  /** Vault ciphertext, unchanged. */
  @Prop({ type: Object }) sealed!: Record<string, string>;
  @Prop({ type: Object }) secrets!: Sender['secrets'];
  @Prop({ type: Number }) ratePerSecond!: number | null;
  /** Absent: not paused. */
  @Prop({ type: Boolean }) isPaused?: true;
  /** Absent: no daily limits. */
  @Prop({ type: Object }) rampUp?: RampUp;
  @Prop({ type: String }) status!: Sender['status'];
  @Prop({ type: String }) statusReason!: DeliveryReason | null;
  @Prop({ type: Date }) checkedAt!: Date | null;
  /** Absent: the provider has not reported it. */
  @Prop({ type: Object }) standing?: SenderStanding;
  /** Counts the edits. */
  @Prop({ type: Number }) rev!: number;
  /** The outbox. Absent if the sender was never edited. */
  @Prop({ type: [Object], default: undefined }) pending?: PendingEdit[];
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
}

/** A sender with the edits to publish. */
export type EditedSender = Edited & { edits: PendingEdit[] };

const unrated: Omit<SenderStanding, 'at'> = {
  number: null,
  quality: null,
  messagingLimit: null,
  restriction: null,
  restrictedUntil: null,
};

const isPending = { 'pending.id': { $exists: true } };

export const SenderSchema = SchemaFactory.createForClass(SenderRecord)
  .index(BY_NAME, { unique: true })
  .index(
    { userId: 1, channel: 1 },
    { name: 'defaultOfChannel', unique: true, partialFilterExpression: { isDefault: true } },
  )
  .index({ 'pending.id': 1 }, { partialFilterExpression: isPending });

type SenderDocument = Plain<SenderRecord>;

/** A sender with the fields that users do not see. */
export interface StoredSender extends Sender {
  sealed: Record<string, string>;
  rev: number;
}

/** A sender with edits. */
type Edited = Pick<StoredSender, 'userId' | 'channel'> & { senderId: string };

type NewSender = Omit<Payload<'sender.create'>, 'by' | 'isOnly'>;

/** The accounts of users at providers. A channel with senders has one default. */
@Injectable()
export class Senders {
  constructor(@InjectModel(SenderRecord.name) private readonly senders: Model<SenderDocument>) {}

  /**
   * Adds a sender. The first sender of a channel is its default. Throws a duplicate key error if the ID is taken, or if
   * the name is taken on this channel. Returns null if `isOnly` is set and the channel already has a sender.
   */
  async add(
    sender: NewSender,
    isOnly: boolean,
    now: Date,
    session: ClientSession,
  ): Promise<StoredSender | null> {
    const { id, userId, ...facts } = sender;
    const { userId: owner, _id } = owned(userId, id);
    const ofChannel = { userId: owner, channel: facts.channel, isDefault: true };
    const { matchedCount } = await this.senders.updateOne(ofChannel, { $inc: { siblings: 1 } }, { session });
    if (isOnly && matchedCount > 0) return null;
    const document: SenderDocument = {
      ...facts,
      _id,
      userId: owner,
      isDefault: matchedCount === 0,
      status: 'UNTESTED',
      statusReason: null,
      checkedAt: null,
      rev: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.senders.insertOne(document, { session });
    return toStored(document);
  }

  async count(userId: string, session: ClientSession): Promise<number> {
    return this.senders.countDocuments({ userId: new ObjectId(userId) }, { session });
  }

  async hasName(userId: string, channel: Channel, name: string): Promise<boolean> {
    return (await this.senders.exists({ userId: new ObjectId(userId), channel, name })) !== null;
  }

  async hasAny(userId: string, channel: Channel, session: ClientSession): Promise<boolean> {
    const found = await this.senders.exists({ userId: new ObjectId(userId), channel }).session(session);
    return found !== null;
  }

  /**
   * Makes a sender the default of its channel. Returns the sender before and after the change, or null if it doesn't
   * exist.
   */
  async makeDefault(
    userId: string,
    id: string,
    now: Date,
    session: ClientSession,
  ): Promise<{ before: StoredSender; after: StoredSender } | null> {
    const before = await this.senders.findOne(owned(userId, id), null, { session }).lean();
    if (!before) return null;
    if (before.isDefault) return { before: toStored(before), after: toStored(before) };
    const { userId: owner, channel } = before;
    await this.senders.updateMany(
      { userId: owner, channel, isDefault: true },
      { $set: { isDefault: false, updatedAt: now } },
      { session },
    );
    const after = await this.senders.findOneAndUpdate(
      owned(userId, id),
      { $set: { isDefault: true, updatedAt: now } },
      { returnDocument: 'after', lean: true, session },
    );
    return after && { before: toStored(before), after: toStored(after) };
  }

  async find(userId: string, id: string): Promise<StoredSender | null> {
    const document = await this.senders.findOne(owned(userId, id)).lean();
    return document && toStored(document);
  }

  /** The default sender of a channel. Null: the channel has no sender. */
  async findDefault(userId: string, channel: Channel): Promise<StoredSender | null> {
    const found = await this.senders
      .findOne({ userId: new ObjectId(userId), channel, isDefault: true })
      .lean();
    return found && toStored(found);
  }

  /** @throws AppError sender_not_found */
  async get(userId: string, id: string): Promise<StoredSender> {
    const stored = await this.find(userId, id);
    if (!stored) throw new AppError('sender_not_found');
    return stored;
  }

  /** The senders of all users. */
  async *all(): AsyncGenerator<StoredSender> {
    const found = this.senders.collection.find<SenderDocument>({}).maxTimeMS(readLimitMs());
    for await (const document of found) yield toStored(document);
  }

  /** Those among these senders that exist, of any user. */
  async some(ids: readonly string[]): Promise<StoredSender[]> {
    const documents = await this.senders.find({ _id: { $in: ids.map((id) => new ObjectId(id)) } }).lean();
    return documents.map(toStored);
  }

  /** The IDs of the senders of all users. */
  async *everybodys(): AsyncGenerator<string> {
    const found = this.senders.collection
      .find<Pick<SenderDocument, '_id'>>({}, { projection: { _id: 1 } })
      .maxTimeMS(readLimitMs());
    for await (const { _id } of found) yield _id.toHexString();
  }

  /**
   * Replaces the sealed secrets with the same secrets sealed with another key. Returns false if the sender was edited
   * in the meantime.
   */
  async replaceSealed({ userId, id, rev }: StoredSender, sealed: Record<string, string>): Promise<boolean> {
    const { matchedCount } = await this.senders.updateOne(
      { ...owned(userId, id), rev },
      { $set: { sealed }, $inc: { rev: 1 } },
    );
    return matchedCount === 1;
  }

  /** The given IDs that belong to a user's sender. */
  async existing(ids: readonly string[]): Promise<string[]> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const found = await this.senders.find({ _id }, { _id: 1 }).lean();
    return found.map(({ _id: id }) => id.toHexString());
  }

  /** The sender for a callback, whose user is not yet known. Null if the sender does not exist. */
  async findForAnybody(id: string): Promise<StoredSender | null> {
    const document = await this.senders.findById(new ObjectId(id)).lean();
    return document && toStored(document);
  }

  /** The pools of a user that contain a sender. */
  async poolsWith(userId: string, id: string): Promise<StoredSender[]> {
    const pools = { provider: 'POOL' as const, 'settings.members.senderId': id };
    const documents = await this.senders.find({ userId: new ObjectId(userId), ...pools }).lean();
    return documents.map(toStored);
  }

  async ofUser(userId: string): Promise<StoredSender[]> {
    const documents = await this.senders.find({ userId: new ObjectId(userId) }).lean();
    return documents.map(toStored);
  }

  /** Oldest first, continuing after the given sender ID. */
  async page({
    userId,
    channel,
    isDefault,
    after,
    limit,
  }: Payload<'sender.list'>): Promise<Reply<'sender.list'>> {
    const documents = await this.senders
      .find({
        userId: new ObjectId(userId),
        ...(channel !== null && { channel }),
        ...(isDefault && { isDefault }),
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .sort({ _id: 1 })
      .hint(BY_NAME)
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toStored).map(shown), limit);
  }

  /**
   * Saves an edit, together with its entry in the outbox. Returns null if the sender was edited or removed in the
   * meantime.
   */
  async save(
    edited: StoredSender,
    pending: PendingEdit | null,
    now: Date,
    session: ClientSession,
  ): Promise<StoredSender | null> {
    const { name, settings, sealed, secrets, ratePerSecond, status, statusReason, checkedAt } = edited;
    const { rampUp, standing } = edited;
    const paused = edited.isPaused === true;
    const removed = {
      ...(!paused && { isPaused: 1 }),
      ...(!rampUp && { rampUp: 1 }),
      ...(!standing && { standing: 1 }),
    } as const;
    const document = await this.senders.findOneAndUpdate(
      { ...owned(edited.userId, edited.id), rev: edited.rev },
      {
        $set: {
          name,
          settings,
          sealed,
          secrets,
          ratePerSecond,
          status,
          statusReason,
          checkedAt: checkedAt === null ? null : new Date(checkedAt),
          updatedAt: now,
          ...(paused && { isPaused: true }),
          ...(rampUp && { rampUp }),
        },
        ...(Object.keys(removed).length > 0 && { $unset: removed }),
        $inc: { rev: 1 },
        ...(pending && { $push: { pending } }),
      },
      { returnDocument: 'after', lean: true, session },
    );
    return document && toStored(document);
  }

  /** The edits to publish, by sender. */
  async pending(limit: number): Promise<EditedSender[]> {
    const fields = { userId: 1, channel: 1, pending: 1 };
    const found = await this.senders.find(isPending, fields).limit(limit).lean();
    return found.map(({ _id, userId, channel, pending = [] }) => {
      const whose = { senderId: _id.toHexString(), userId: userId.toHexString() };
      return { ...whose, channel, edits: pending };
    });
  }

  /** The time of the oldest edit to publish, or null if none is pending. */
  async oldestPending(): Promise<Date | null> {
    const [oldest] = await this.senders
      .find(isPending, { pending: 1 })
      .sort({ 'pending.id': 1 })
      .limit(1)
      .lean();
    return oldest?.pending?.[0]?.at ?? null;
  }

  async clearPending(id: string, edits: readonly string[]): Promise<void> {
    await this.senders.updateOne({ _id: new ObjectId(id) }, { $pull: { pending: { id: { $in: edits } } } });
  }

  /** Stores a provider's response about this revision. It does not apply to an edited sender. */
  async noteCheck({ userId, id, rev }: StoredSender, check: SenderCheck): Promise<void> {
    const { matchedCount } = await this.senders.updateOne(
      { ...owned(userId, id), rev },
      {
        $set: {
          status: check.ok ? 'OK' : 'FAILING',
          statusReason: check.reason,
          checkedAt: new Date(check.checkedAt),
        },
      },
    );
    const { standing: change, checkedAt: at } = check;
    if (change && matchedCount === 1) await this.noteStanding({ senderId: id, change, at });
  }

  /**
   * Stores what a provider says about a sender at a time, unless something newer is stored. `ofNumber`: it applies only
   * to the sender with this number.
   */
  async noteStanding({ senderId, ofNumber, change, at }: Payload<'sender.standing-reported'>): Promise<void> {
    await this.senders.collection.updateOne(
      {
        _id: new ObjectId(senderId),
        ...(ofNumber !== undefined && { 'standing.number': ofNumber }),
        $or: [{ standing: { $exists: false } }, { 'standing.at': { $lte: at } }],
      },
      [{ $set: { standing: { $mergeObjects: [unrated, '$standing', { $literal: { ...change, at } }] } } }],
    );
  }

  async removeAll(userId: string): Promise<void> {
    await this.senders.deleteMany({ userId: new ObjectId(userId) });
  }

  /** Removes a sender and returns it. Returns null if this user has no such sender. */
  async remove(userId: string, id: string, session: ClientSession): Promise<StoredSender | null> {
    const removed = await this.senders.findOneAndDelete(owned(userId, id), { session, lean: true });
    return removed && toStored(removed);
  }
}

function toStored({
  _id,
  userId,
  pending: _pending,
  siblings: _siblings,
  checkedAt,
  createdAt,
  updatedAt,
  ...facts
}: SenderDocument): StoredSender {
  return {
    ...facts,
    id: _id.toHexString(),
    userId: userId.toHexString(),
    checkedAt: checkedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The sender as shown to users. */
export function shown({ sealed: _sealed, rev: _rev, ...sender }: StoredSender): Sender {
  return sender;
}

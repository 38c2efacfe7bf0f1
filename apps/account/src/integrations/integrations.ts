import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';
import {
  AppError,
  type By,
  type Channel,
  type Integration,
  type IntegrationCheck,
  type Payload,
  type Reply,
  pageOf,
} from '@carillon/contracts';
import { type Plain, collection, owned, readLimitMs } from '@carillon/mongo';

/** Lists also hint at this index. Otherwise, the planner could choose an index that scans every user's integrations. */
const BY_CHANNEL = { userId: 1, channel: 1 } as const;

/** A change of settings, until it is published to the dispatchers. */
export interface PendingEdit {
  id: string;
  at: Date;
  /** As the API names them: `settings.host`. */
  fields: string[];
  by: By;
}

@Schema(collection('integrations'))
export class IntegrationRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) name!: string;
  @Prop({ type: Object }) settings!: Integration['settings'];
  /** Vault ciphertext as it came. */
  @Prop({ type: Object }) sealed!: Record<string, string>;
  @Prop({ type: Object }) secrets!: Integration['secrets'];
  @Prop({ type: Number }) ratePerSecond!: number | null;
  @Prop({ type: String }) status!: Integration['status'];
  @Prop({ type: String }) statusReason!: string | null;
  @Prop({ type: Date }) checkedAt!: Date | null;
  /** Counts the edits. */
  @Prop({ type: Number }) rev!: number;
  /** The outbox; absent: never edited. */
  @Prop({ type: [Object], default: undefined }) pending?: PendingEdit[];
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
}

const isPending = { 'pending.id': { $exists: true } };

export const IntegrationSchema = SchemaFactory.createForClass(IntegrationRecord)
  .index(BY_CHANNEL, { unique: true })
  .index({ 'pending.id': 1 }, { partialFilterExpression: isPending });

type IntegrationDocument = Plain<IntegrationRecord>;

/** An integration with the fields that users do not see. */
export interface StoredIntegration extends Integration {
  sealed: Record<string, string>;
  rev: number;
}

/** An integration with edits that are not published yet. */
export interface EditedIntegration extends Pick<StoredIntegration, 'userId' | 'channel'> {
  integrationId: string;
  edits: PendingEdit[];
}

type NewIntegration = Omit<Payload<'integration.create'>, 'by'>;

/** The credentials of users, at most one set per user and channel. */
@Injectable()
export class Integrations {
  constructor(
    @InjectModel(IntegrationRecord.name) private readonly integrations: Model<IntegrationDocument>,
  ) {}

  /** Throws a duplicate key error if the ID is taken, or the user already has an integration for the channel. */
  async add(integration: NewIntegration, now: Date, session: ClientSession): Promise<StoredIntegration> {
    const { id, userId, ...facts } = integration;
    const document: IntegrationDocument = {
      ...facts,
      ...owned(userId, id),
      status: 'UNTESTED',
      statusReason: null,
      checkedAt: null,
      rev: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.integrations.insertOne(document, { session });
    return toStored(document);
  }

  async find(userId: string, id: string): Promise<StoredIntegration | null> {
    const document = await this.integrations.findOne(owned(userId, id)).lean();
    return document && toStored(document);
  }

  /** @throws AppError integration_not_found */
  async get(userId: string, id: string): Promise<StoredIntegration> {
    const stored = await this.find(userId, id);
    if (!stored) throw new AppError('integration_not_found');
    return stored;
  }

  /** The ids of the integrations of all users. */
  async *everybodys(): AsyncGenerator<string> {
    const found = this.integrations.collection
      .find<Pick<IntegrationDocument, '_id'>>({}, { projection: { _id: 1 } })
      .maxTimeMS(readLimitMs());
    for await (const { _id } of found) yield _id.toHexString();
  }

  /**
   * Replaces the encrypted secrets with re-encrypted ones. Returns false if the integration was edited in the meantime.
   */
  async replaceSealed(
    { userId, id, rev }: StoredIntegration,
    sealed: Record<string, string>,
  ): Promise<boolean> {
    const { matchedCount } = await this.integrations.updateOne(
      { ...owned(userId, id), rev },
      { $set: { sealed }, $inc: { rev: 1 } },
    );
    return matchedCount === 1;
  }

  /** The ids among these that are integrations of any user. */
  async existing(ids: readonly string[]): Promise<string[]> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const found = await this.integrations.find({ _id }, { _id: 1 }).lean();
    return found.map(({ _id: id }) => id.toHexString());
  }

  /** For a callback, whose user isn't known yet. Null: not found. */
  async findForAnybody(id: string): Promise<StoredIntegration | null> {
    const document = await this.integrations.findById(new ObjectId(id)).lean();
    return document && toStored(document);
  }

  async ofUser(userId: string): Promise<StoredIntegration[]> {
    const documents = await this.integrations.find({ userId: new ObjectId(userId) }).lean();
    return documents.map(toStored);
  }

  /** Oldest first, continuing after an integration's id. */
  async page({
    userId,
    channel,
    after,
    limit,
  }: Payload<'integration.list'>): Promise<Reply<'integration.list'>> {
    const documents = await this.integrations
      .find({
        userId: new ObjectId(userId),
        ...(channel !== null && { channel }),
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .sort({ _id: 1 })
      .hint(BY_CHANNEL)
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toStored).map(shown), limit);
  }

  /**
   * Saves an edit, together with what is to be published about it. Returns null if the integration was edited or removed
   * meanwhile.
   */
  async save(
    edited: StoredIntegration,
    pending: PendingEdit | null,
    now: Date,
    session: ClientSession,
  ): Promise<StoredIntegration | null> {
    const { name, settings, sealed, secrets, ratePerSecond, status, statusReason, checkedAt } = edited;
    const document = await this.integrations.findOneAndUpdate(
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
        },
        $inc: { rev: 1 },
        ...(pending && { $push: { pending } }),
      },
      { returnDocument: 'after', lean: true, session },
    );
    return document && toStored(document);
  }

  /** Edits that are not published, by integration. */
  async pending(limit: number): Promise<EditedIntegration[]> {
    const fields = { userId: 1, channel: 1, pending: 1 };
    const found = await this.integrations.find(isPending, fields).limit(limit).lean();
    return found.map(({ _id, userId, channel, pending = [] }) => {
      const whose = { integrationId: _id.toHexString(), userId: userId.toHexString() };
      return { ...whose, channel, edits: pending };
    });
  }

  /** The time of the oldest of these edits; null: none. */
  async oldestPending(): Promise<Date | null> {
    const [oldest] = await this.integrations
      .find(isPending, { pending: 1 })
      .sort({ 'pending.id': 1 })
      .limit(1)
      .lean();
    return oldest?.pending?.[0]?.at ?? null;
  }

  async clearPending(id: string, edits: readonly string[]): Promise<void> {
    await this.integrations.updateOne(
      { _id: new ObjectId(id) },
      { $pull: { pending: { id: { $in: [...edits] } } } },
    );
  }

  /** Stores a provider's answer about this revision; it does not apply to an edited one. */
  async noteCheck({ userId, id, rev }: StoredIntegration, check: IntegrationCheck): Promise<void> {
    await this.integrations.updateOne(
      { ...owned(userId, id), rev },
      {
        $set: {
          status: check.ok ? 'OK' : 'FAILING',
          statusReason: check.reason,
          checkedAt: new Date(check.checkedAt),
        },
      },
    );
  }

  /** Removes an integration and returns it. Returns null if the user has no such integration. */
  async removeAll(userId: string): Promise<void> {
    await this.integrations.deleteMany({ userId: new ObjectId(userId) });
  }

  async remove(userId: string, id: string, session: ClientSession): Promise<StoredIntegration | null> {
    const removed = await this.integrations.findOneAndDelete(owned(userId, id), { session, lean: true });
    return removed && toStored(removed);
  }
}

function toStored({
  _id,
  userId,
  pending: _pending,
  checkedAt,
  createdAt,
  updatedAt,
  ...facts
}: IntegrationDocument): StoredIntegration {
  return {
    ...facts,
    id: _id.toHexString(),
    userId: userId.toHexString(),
    checkedAt: checkedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The integration as users see it. */
export function shown({ sealed: _sealed, rev: _rev, ...integration }: StoredIntegration): Integration {
  return integration;
}

import { Injectable } from '@nestjs/common';
import { type ClientSession, type Collection, ObjectId, type WithId } from 'mongodb';
import { type Integration, type IntegrationCheck, type Payload, pageOf } from '@carillon/contracts';
import { Database } from '@carillon/platform';

type Facts = Omit<Integration, 'id' | 'userId' | 'checkedAt' | 'createdAt' | 'updatedAt'>;
/** `sealed` is vault ciphertext as it came; `rev` counts the edits. */
interface IntegrationDocument extends Facts {
  _id: ObjectId;
  userId: ObjectId;
  sealed: Record<string, string>;
  rev: number;
  checkedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** An integration with what must not be shown. */
export interface StoredIntegration extends Integration {
  sealed: Record<string, string>;
  rev: number;
}

export type NewIntegration = Omit<Payload<'integration.create'>, 'by'>;

/** Lists follow it, too; left to choose, the planner may read past every other user's integrations. */
const BY_CHANNEL = { userId: 1, channel: 1 } as const;

/** Users' own credentials, at most one set per user and channel. */
@Injectable()
export class Integrations {
  private readonly integrations: Collection<IntegrationDocument>;

  constructor(database: Database) {
    this.integrations = database.collection<IntegrationDocument>('integrations', [
      { key: BY_CHANNEL, unique: true },
    ]);
  }

  /** Throws a duplicate key if the id is taken, or the user has an integration for the channel. */
  async add(integration: NewIntegration, now: Date, session: ClientSession): Promise<StoredIntegration> {
    const { id, userId, channel, name, settings, sealed, secrets, ratePerSecond } = integration;
    const document: WithId<IntegrationDocument> = {
      _id: new ObjectId(id),
      userId: new ObjectId(userId),
      channel,
      name,
      settings,
      sealed,
      secrets,
      ratePerSecond,
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
    const document = await this.integrations.findOne(owned(userId, id));
    return document && toStored(document);
  }

  /** Whoever it belongs to. */
  async findAnyones(id: string): Promise<StoredIntegration | null> {
    const document = await this.integrations.findOne({ _id: new ObjectId(id) });
    return document && toStored(document);
  }

  async ofUser(userId: string): Promise<StoredIntegration[]> {
    const documents = await this.integrations.find({ userId: new ObjectId(userId) }).toArray();
    return documents.map(toStored);
  }

  /** Oldest first, continuing after an integration's id. */
  async page({
    userId,
    channel,
    after,
    limit,
  }: Payload<'integration.list'>): Promise<{ items: StoredIntegration[]; next: string | null }> {
    const documents = await this.integrations
      .find({
        userId: new ObjectId(userId),
        ...(channel !== null && { channel }),
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .sort({ _id: 1 })
      .hint(BY_CHANNEL)
      .limit(limit + 1)
      .toArray();
    return pageOf(documents.map(toStored), limit);
  }

  /** Saves an edit of what was read before. Null: somebody else edited or removed it meanwhile. */
  async save(
    edited: StoredIntegration,
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
      },
      { returnDocument: 'after', session },
    );
    return document && toStored(document);
  }

  /** Notes what a provider said about this revision; of an edited one it says nothing any more. */
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

  /** What was there. Null: this user has no such integration. */
  async remove(userId: string, id: string, session: ClientSession): Promise<StoredIntegration | null> {
    const removed = await this.integrations.findOneAndDelete(owned(userId, id), { session });
    return removed && toStored(removed);
  }
}

function owned(userId: string, id: string): { _id: ObjectId; userId: ObjectId } {
  return { _id: new ObjectId(id), userId: new ObjectId(userId) };
}

function toStored({
  _id,
  userId,
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

/** The integration without what must not be shown. */
export function shown({ sealed: _sealed, rev: _rev, ...integration }: StoredIntegration): Integration {
  return integration;
}

import { AppError, type Campaign, type CampaignStatus, isId, type Payload } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Collection, type IndexDescription, ObjectId } from 'mongodb';
import {
  type CampaignDocument,
  type Outbox,
  type OutboxEvent,
  type Start,
  type StoredCampaign,
  newDocument,
  started,
  toOutbox,
  toStored,
} from './campaign-document';

const underWay: CampaignStatus[] = ['SCHEDULED', 'SENDING', 'PAUSED'];
const visible = { deletedAt: { $exists: false } };
const waiting = { 'pending.id': { $exists: true } };

const indexes: IndexDescription[] = [
  { name: 'newest', key: { userId: 1, _id: -1 } },
  { name: 'target', key: { groups: 1 }, partialFilterExpression: { status: { $in: underWay } } },
  { name: 'pending', key: { relayHeldUntil: 1 }, partialFilterExpression: waiting },
  { name: 'deleted', key: { deletedAt: 1 }, partialFilterExpression: { deletedAt: { $exists: true } } },
];

/** How long a relay has the events of a campaign to itself; another takes over when it crashed. */
const RELAY_HOLD_MS = 5_000;
/** A few large bodies must not fill the memory before the page is cut. */
const FETCH_AT_ONCE = 32;

/** The collection of campaigns: what is deleted is invisible, save to the outbox. */
@Injectable()
export class Campaigns {
  private readonly collection: Collection<CampaignDocument>;

  constructor(database: Database) {
    this.collection = database.collection<CampaignDocument>('campaigns', indexes);
  }

  async find(id: string, userId: string): Promise<StoredCampaign | null> {
    const document = await this.collection.findOne({ ...owned(id, userId), ...visible });
    return document && toStored(document);
  }

  /** For repeats of the command that created it. */
  async findEvenDeleted(id: string, userId: string): Promise<StoredCampaign | null> {
    const document = await this.collection.findOne(owned(id, userId));
    return document && toStored(document);
  }

  /** Stores a new campaign; if the same command has stored it already, answers what is there. */
  async insert(content: Payload<'campaign.create'>, at: Date, start: Start | null): Promise<StoredCampaign> {
    const draft = newDocument(content, at);
    const document = start ? { ...draft, ...started(draft.rev, start) } : draft;
    try {
      await this.collection.insertOne(document);
      return toStored(document);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const existing = await this.findEvenDeleted(content.id, content.userId);
      if (existing) return existing;
      throw new AppError('internal', `The id ${content.id} is in use`, [], {}, { cause: error });
    }
  }

  /** Null: the campaign is not as it was at `rev` any more. */
  async startSending(id: string, rev: number, start: Start): Promise<StoredCampaign | null> {
    const document = await this.collection.findOneAndUpdate(
      { _id: new ObjectId(id), rev, status: 'DRAFT', ...visible },
      { $set: started(rev + 1, start) },
      { returnDocument: 'after' },
    );
    return document && toStored(document);
  }

  /** `after`: the id of the campaign that the one before this page ended with. */
  async *newestFirst(userId: string, after: string | null, limit: number): AsyncGenerator<Campaign> {
    const found = this.collection
      .find({
        userId: new ObjectId(userId),
        ...(after === null ? {} : { _id: { $lt: cursor(after) } }),
        ...visible,
      })
      .sort({ _id: -1 })
      .limit(limit)
      .batchSize(FETCH_AT_ONCE);
    for await (const document of found) yield toStored(document).campaign;
  }

  async existsUnderWay(userId: string, groupId: string): Promise<boolean> {
    const found = await this.collection.findOne(
      { groups: new ObjectId(groupId), userId: new ObjectId(userId), status: { $in: underWay }, ...visible },
      { projection: { _id: 1 } },
    );
    return found !== null;
  }

  async complete(id: string, run: number, finishedAt: Date): Promise<void> {
    await this.collection.updateOne(
      { _id: new ObjectId(id), run, status: { $in: ['SENDING', 'PAUSED'] }, ...visible },
      { $set: { status: 'SENT', finishedAt }, $inc: { rev: 1 } },
    );
  }

  /**
   * The event that tells of it, if ever one told of the campaign, replaces those that still wait: an order that is
   * overtaken must not go out. What is not there, or not any more, stays as it is.
   */
  async markDeleted(id: string, userId: string, deletion: { by: string; at: Date }): Promise<void> {
    const rev = { $add: ['$rev', 1] };
    const event = { id: new ObjectId(), type: 'campaign.deleted', rev };
    await this.collection.updateOne({ ...owned(id, userId), ...visible }, [
      {
        $set: {
          deletedAt: deletion.at,
          deletedBy: { $literal: deletion.by },
          rev,
          pending: { $cond: [{ $gt: ['$run', 0] }, [event], []] },
        },
      },
    ]);
  }

  /** Which of these the message deleted. */
  async deletedBy(messageId: string, ids: readonly string[], userId: string): Promise<Set<string>> {
    const found = await this.collection
      .find({
        _id: { $in: ids.map((id) => new ObjectId(id)) },
        userId: new ObjectId(userId),
        deletedBy: messageId,
      })
      .project<{ _id: ObjectId }>({ _id: 1 })
      .toArray();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }

  /** Takes the events of one campaign in hand, new ones first, then those that another relay has not brought to an end. */
  async claimOutbox(): Promise<Outbox | null> {
    const document = await this.collection.findOneAndUpdate(
      { ...waiting, $expr: { $lt: ['$relayHeldUntil', '$$NOW'] } },
      [{ $set: { relayHeldUntil: { $add: ['$$NOW', RELAY_HOLD_MS] } } }],
      { sort: { relayHeldUntil: 1 }, returnDocument: 'after' },
    );
    return document && toOutbox(document);
  }

  /** Strikes out what was announced, by event, and lets go of the rest. */
  async clearOutbox(campaignId: string, announced: OutboxEvent[]): Promise<void> {
    const ids = announced.map((event) => new ObjectId(event.id));
    await this.collection.updateOne(
      { _id: new ObjectId(campaignId) },
      { $pull: { pending: { id: { $in: ids } } }, $set: { relayHeldUntil: null } },
    );
  }

  /** Removes what was deleted before then and has nothing left to announce. */
  async purgeDeleted(before: Date): Promise<void> {
    await this.collection.deleteMany({ deletedAt: { $lt: before }, pending: { $size: 0 } });
  }
}

const owned = (id: string, userId: string) => ({ _id: new ObjectId(id), userId: new ObjectId(userId) });

function cursor(after: string): ObjectId {
  if (!isId(after)) throw new AppError('validation_failed', 'The page does not begin after a campaign');
  return new ObjectId(after);
}

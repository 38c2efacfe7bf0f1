import {
  AppError,
  type Campaign,
  type CampaignStatus,
  isId,
  type Payload,
  type Plan,
  type RetrySelection,
} from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type Collection, type IndexDescription, ObjectId } from 'mongodb';
import {
  type CampaignDocument,
  type StartOrder,
  type StoredCampaign,
  edited,
  newDocument,
  scheduled,
  started,
  toStored,
} from './campaign-document';
import type { CampaignContent } from './content';
import { REMEMBERED_REQUESTS, type StatusChange, nextRev, overtakenBy, stepsAnd } from './status-change';

const underWay: CampaignStatus[] = ['SCHEDULED', 'SENDING', 'PAUSED'];
export const visible = { deletedAt: { $exists: false } };

const indexes: IndexDescription[] = [
  { name: 'newest', key: { userId: 1, _id: -1 } },
  { name: 'target', key: { groups: 1 }, partialFilterExpression: { status: { $in: underWay } } },
];

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

  /**
   * Stores a new campaign, on its way already if there is an `order`; if the same command has stored it already, answers
   * what is there.
   */
  async insert(
    content: Payload<'campaign.create'>,
    at: Date,
    start: { order: StartOrder; plan: Plan } | null,
  ): Promise<StoredCampaign> {
    const draft = newDocument(content, at);
    const document = start ? { ...draft, ...publishing(draft.rev, start.order, start.plan) } : draft;
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
  publish(id: string, rev: number, order: StartOrder, plan: Plan): Promise<StoredCampaign | null> {
    return this.changeDraft(id, rev, publishing(rev + 1, order, plan));
  }

  /** `by`: the message that asks for it. Null: the campaign is not as it was at `rev` any more. */
  edit(id: string, rev: number, content: CampaignContent, edit: { by: string; at: Date }) {
    return this.changeDraft(id, rev, edited(rev + 1, content, edit));
  }

  /** Null: it is not there, in none of the statuses that the change may be made from, or the request has made it before. */
  async change(
    { id, userId, requestId }: Payload<'campaign.pause'>,
    { from, set }: StatusChange,
  ): Promise<StoredCampaign | null> {
    const document = await this.collection.findOneAndUpdate(
      { ...owned(id, userId), status: { $in: from }, steps: { $ne: requestId }, ...visible },
      [{ $set: { ...set, rev: nextRev, steps: stepsAnd(requestId) } }],
      { returnDocument: 'after' },
    );
    return document && toStored(document);
  }

  /** One run more of a campaign that was SENT. Null: it is not as it was at `rev` any more. */
  async retry(
    id: string,
    { rev, run }: { rev: number; run: number },
    { requestId, selection }: { requestId: string; selection: RetrySelection },
  ): Promise<StoredCampaign | null> {
    const next = { rev: rev + 1, run: run + 1 };
    const document = await this.collection.findOneAndUpdate(
      { _id: new ObjectId(id), rev, status: 'SENT', ...visible },
      {
        $set: { ...next, status: 'SENDING', finishedAt: null },
        $push: {
          pending: { id: new ObjectId(), type: 'campaign.retried', ...next, selection },
          retries: { $each: [requestId], $slice: -REMEMBERED_REQUESTS },
        },
      },
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
    await this.collection.updateOne({ ...owned(id, userId), ...visible }, [
      {
        $set: {
          deletedAt: deletion.at,
          deletedBy: { $literal: deletion.by },
          rev: nextRev,
          pending: overtakenBy('campaign.deleted'),
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

  private async changeDraft(id: string, rev: number, set: Partial<CampaignDocument>) {
    const document = await this.collection.findOneAndUpdate(
      { _id: new ObjectId(id), rev, status: 'DRAFT', ...visible },
      { $set: set },
      { returnDocument: 'after' },
    );
    return document && toStored(document);
  }
}

const publishing = (rev: number, order: StartOrder, plan: Plan) =>
  order.scheduledAt === null ? started(rev, order, plan) : scheduled(rev, order);

const owned = (id: string, userId: string) => ({ _id: new ObjectId(id), userId: new ObjectId(userId) });

function cursor(after: string): ObjectId {
  if (!isId(after)) throw new AppError('validation_failed', 'The page does not begin after a campaign');
  return new ObjectId(after);
}

import {
  AppError,
  type Campaign,
  isId,
  type Payload,
  type Plan,
  type RetrySelection,
} from '@carillon/contracts';
import { isDuplicateKey, owned } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  type CampaignDocument,
  CampaignRecord,
  type StartOrder,
  type StoredCampaign,
  edited,
  newDocument,
  scheduled,
  started,
  starting,
  toStored,
  underWay,
} from './campaign-document';
import { type Outbox, type OutboxEvent, toOutbox } from '../outbox/outbox-event';
import type { CampaignDraft } from './draft';
import { REMEMBERED_REQUESTS, type StatusChange, nextRev, overtakenBy, stepsAnd } from './status-change';

const visible = { deletedAt: { $exists: false } };

/** How long a copy has a campaign to itself that it is about to start (milliseconds). */
const START_HOLD_MS = 15_000;
/** When a campaign is tried again that could not be started for want of another service (milliseconds). */
const PUT_OFF_MS = 2_000;
/** How long a relay has the events of a campaign to itself; another takes over when it crashed (milliseconds). */
const RELAY_HOLD_MS = 5_000;
/** A few large bodies must not fill the memory before the page is cut. */
const FETCH_AT_ONCE = 32;

/** A scheduled campaign whose time has come, as it was at `rev`. */
export interface DueCampaign {
  id: string;
  userId: string;
  groups: string[];
  rev: number;
  tooLate: boolean;
}

/** Why a scheduled campaign was not started. */
export type GivenUpFor = 'TOO_LATE' | 'ACCOUNT_SUSPENDED' | 'GROUPS_MISSING';

/**
 * The collection of campaigns: drafts, their lifecycle, those that wait for their time, and what they have to announce.
 * What is deleted is invisible, save to the outbox. What is due, and what is too late, is said by the database's clock.
 */
@Injectable()
export class Campaigns {
  constructor(@InjectModel(CampaignRecord.name) private readonly campaigns: Model<CampaignDocument>) {}

  async find(id: string, userId: string): Promise<StoredCampaign | null> {
    const document = await this.campaigns.findOne({ ...owned(userId, id), ...visible }).lean();
    return document && toStored(document);
  }

  /** @throws AppError campaign_not_found, also for somebody else's campaign */
  async get(id: string, userId: string): Promise<StoredCampaign> {
    const stored = await this.find(id, userId);
    if (!stored) throw new AppError('campaign_not_found');
    return stored;
  }

  /** For repeats of the command that created it. */
  async findEvenDeleted(id: string, userId: string): Promise<StoredCampaign | null> {
    const document = await this.campaigns.findOne(owned(userId, id)).lean();
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
      await this.campaigns.insertOne(document);
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
  edit(id: string, rev: number, content: CampaignDraft, edit: { by: string; at: Date }) {
    return this.changeDraft(id, rev, edited(rev + 1, content, edit));
  }

  /** Null: it is not there, in none of the statuses that the change may be made from, or the request has made it before. */
  async change(
    { id, userId, requestId }: Payload<'campaign.pause'>,
    { from, set }: StatusChange,
  ): Promise<StoredCampaign | null> {
    const document = await this.campaigns.findOneAndUpdate(
      { ...owned(userId, id), status: { $in: from }, steps: { $ne: requestId }, ...visible },
      [{ $set: { ...set, rev: nextRev, steps: stepsAnd(requestId) } }],
      { returnDocument: 'after', lean: true },
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
    const document = await this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), rev, status: 'SENT', ...visible },
      {
        $set: { ...next, status: 'SENDING', finishedAt: null },
        $push: {
          pending: { id: new ObjectId(), type: 'campaign.retried', ...next, selection },
          retries: { $each: [requestId], $slice: -REMEMBERED_REQUESTS },
        },
      },
      { returnDocument: 'after', lean: true },
    );
    return document && toStored(document);
  }

  /** `after`: the id of the campaign that the one before this page ended with. */
  async *newestFirst(userId: string, after: string | null, limit: number): AsyncGenerator<Campaign> {
    const following = after === null ? {} : { _id: { $lt: cursor(after) } };
    // The driver's cursor: Mongoose's stays open when a loop over it is left early, as it is where mails are long.
    const found = this.campaigns.collection
      .find<CampaignDocument>({ userId: new ObjectId(userId), ...following, ...visible })
      .sort({ _id: -1 })
      .limit(limit)
      .batchSize(FETCH_AT_ONCE);
    for await (const document of found) yield toStored(document).campaign;
  }

  async existsUnderWay(userId: string, groupId: string): Promise<boolean> {
    const target = { groups: new ObjectId(groupId), userId: new ObjectId(userId) };
    return (await this.campaigns.exists({ ...target, status: { $in: underWay }, ...visible })) !== null;
  }

  async complete(id: string, run: number, finishedAt: Date): Promise<void> {
    await this.campaigns.updateOne(
      { _id: new ObjectId(id), run, status: { $in: ['SENDING', 'PAUSED'] }, ...visible },
      { $set: { status: 'SENT', finishedAt }, $inc: { rev: 1 } },
    );
  }

  /**
   * The event that tells of it, if ever one told of the campaign, replaces those that still wait: an order that is
   * overtaken must not go out. What is not there, or not any more, stays as it is.
   */
  async markDeleted(id: string, userId: string, deletion: { by: string; at: Date }): Promise<void> {
    await this.campaigns.updateOne({ ...owned(userId, id), ...visible }, [
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
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const found = await this.campaigns
      .find({ _id, userId: new ObjectId(userId), deletedBy: messageId }, { _id: 1 })
      .lean();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }

  /** Claims a scheduled campaign that has waited longest past its time; another copy takes over when this one crashed. */
  async claimDue(): Promise<DueCampaign | null> {
    const document = await this.campaigns.findOneAndUpdate(
      { status: 'SCHEDULED', ...visible, $expr: { $lte: ['$dueAt', '$$NOW'] } },
      [{ $set: { dueAt: later(START_HOLD_MS) } }],
      { sort: { dueAt: 1 }, returnDocument: 'after', lean: true },
    );
    return document && toDue(document);
  }

  /** Starts it as publishing does, unless it is too late by now or not as it was any more. */
  async startDue(due: DueCampaign, plan: Plan): Promise<boolean> {
    const notTooLate = { $gte: [{ $add: ['$scheduledAt', { $multiply: ['$maxLateness', 1000] }] }, '$$NOW'] };
    const { modifiedCount } = await this.campaigns.updateOne({ ...scheduledAsIn(due), $expr: notTooLate }, [
      { $set: { ...starting(due.rev + 1, plan), dueAt: null, updatedAt: '$$NOW', publishedAt: '$$NOW' } },
    ]);
    return modifiedCount === 1;
  }

  /** Ends it without having started it, unless it is not as it was any more. Nobody was told of it, so nobody has to be told now. */
  async giveUpDue(due: DueCampaign, statusReason: GivenUpFor): Promise<boolean> {
    const { modifiedCount } = await this.campaigns.updateOne(scheduledAsIn(due), [
      { $set: { status: 'CANCELLED', statusReason, finishedAt: '$$NOW', dueAt: null, rev: nextRev } },
    ]);
    return modifiedCount === 1;
  }

  /** Lets go of it for a moment: another service that starting needs is away. */
  async putOffDue(due: DueCampaign): Promise<void> {
    await this.campaigns.updateOne(scheduledAsIn(due), [{ $set: { dueAt: later(PUT_OFF_MS) } }]);
  }

  /**
   * Claims the events of one campaign, a deleted one's too: new ones first, then those that another relay has not
   * brought to an end.
   */
  async claimOutbox(): Promise<Outbox | null> {
    const document = await this.campaigns.findOneAndUpdate(
      { 'pending.id': { $exists: true }, $expr: { $lt: ['$relayHeldUntil', '$$NOW'] } },
      [{ $set: { relayHeldUntil: later(RELAY_HOLD_MS) } }],
      { sort: { relayHeldUntil: 1 }, returnDocument: 'after', lean: true },
    );
    return document && toOutbox(document);
  }

  /** Strikes out what was announced, by event, and lets go of the rest. */
  async clearOutbox(campaignId: string, announced: OutboxEvent[]): Promise<void> {
    const ids = announced.map((event) => new ObjectId(event.id));
    await this.campaigns.updateOne(
      { _id: new ObjectId(campaignId) },
      { $pull: { pending: { id: { $in: ids } } }, $set: { relayHeldUntil: null } },
    );
  }

  /** Removes what was deleted before then and has nothing left to announce. */
  async purgeDeleted(before: Date): Promise<void> {
    await this.campaigns.deleteMany({ deletedAt: { $lt: before }, pending: { $size: 0 } });
  }

  private async changeDraft(id: string, rev: number, set: Partial<CampaignDocument>) {
    const document = await this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), rev, status: 'DRAFT', ...visible },
      { $set: set },
      { returnDocument: 'after', lean: true },
    );
    return document && toStored(document);
  }
}

const publishing = (rev: number, order: StartOrder, plan: Plan) =>
  order.scheduledAt === null ? started(rev, order, plan) : scheduled(rev, order);

const later = (milliseconds: number) => ({ $add: ['$$NOW', milliseconds] });

function cursor(after: string): ObjectId {
  if (!isId(after)) throw new AppError('validation_failed', 'The page does not begin after a campaign');
  return new ObjectId(after);
}

const scheduledAsIn = ({ id, rev }: DueCampaign) => ({
  _id: new ObjectId(id),
  rev,
  status: 'SCHEDULED' as const,
  ...visible,
});

function toDue({ _id, userId, groups, rev, scheduledAt, maxLateness, dueAt }: CampaignDocument): DueCampaign {
  const claimedAt = Number(dueAt) - START_HOLD_MS;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    groups: groups.map((group) => group.toHexString()),
    rev,
    tooLate: claimedAt > Number(scheduledAt) + Number(maxLateness) * 1000,
  };
}

import {
  AppError,
  type AuditNote,
  type EndCounts,
  type Media,
  type Payload,
  type RetrySelection,
  type CampaignContent,
  type CampaignOutline,
  emptyContent,
  isId,
  type StatusReason,
  type WebhookEvent,
  tagKey,
} from '@carillon/contracts';
import { storedTrace } from '@carillon/messaging';
import { insertMissing, owned, readLimitMs } from '@carillon/mongo';
import { Batcher } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import {
  visible,
  type CampaignDocument,
  CampaignRecord,
  DELETED_OF_USER,
  BY_APPROVAL,
  BY_GRAM,
  BY_MEDIA,
  BY_TAG,
  LOOKED_THROUGH,
  LOOKED_THROUGH_DATED,
  NEWEST,
  REMEMBERED_REQUESTS,
  type DraftEdit,
  type NewCampaign,
  type Publishing,
  type StatusChange,
  type StoredCampaign,
  edited,
  newDocument,
  nextRev,
  followedBy,
  overtakenBy,
  type StoredOutline,
  outlined,
  scheduled,
  started,
  stepsAnd,
  toOutline,
  toStored,
  underWay,
} from './campaign-document';
import type { StoredApproval } from './approval';
import { notesAbout, notesAboutOwn } from './campaign-notes';
import { type StoredNotice, campaignNotice, noticesAnd } from './campaign-notices';
import { CampaignOutbox } from './campaign-outbox';
import type { CampaignDraft } from './draft';
import { nameSearch } from '../name-search';

/** The batch size is small, so that large bodies don't fill the memory before the page is cut. */
const FETCH_AT_ONCE = 32;
/** The number of campaigns that are read to find a name. */
const FEW = 1_000;

/** The fields that a summary does not read, and the values that replace them. */
const withoutEmail = { compiledEmail: 0, liquidEmail: 0, translatedEmails: 0, emailSource: 0 } as const;
const withoutMessages = {
  'content.bodies': 0,
  'content.whatsappTemplate': 0,
  'content.liquid': 0,
  'content.translations': 0,
  ...withoutEmail,
} as const;

/** How a list is read. `gram`: a part of the searched name that few campaigns have. */
interface Looking {
  gram?: string | null;
  isSummary?: boolean;
}

/** What a change of a draft makes others know. The write of the change stores it. */
interface Entries {
  notes: AuditNote[];
  notices?: StoredNotice[] | undefined;
  pendingWebhookEvents?: WebhookEvent[] | undefined;
}

/** The filters of a list. `search`: a part of the name, ignoring case and accents. */
export type CampaignFilter = Pick<
  Payload<'campaign.list'>,
  'status' | 'search' | 'tag' | 'approval' | 'isArchived' | 'since' | 'until'
>;

/**
 * The collection of campaigns: drafts and their lifecycle. Deleted campaigns are visible only to the relay
 * (CampaignOutbox) and to repeats of their commands.
 */
@Injectable()
export class Campaigns {
  /** Stores concurrent campaigns with one write. */
  private readonly newcomers = new Batcher<CampaignDocument, boolean>({
    atOnce: 2,
    most: 20,
    run: async (documents) => {
      const refused = new Set(await insertMissing(this.campaigns, documents));
      return documents.map((_, index) => !refused.has(index));
    },
  });

  constructor(
    @InjectModel(CampaignRecord.name) private readonly campaigns: Model<CampaignDocument>,
    private readonly outbox: CampaignOutbox,
  ) {}

  async find(id: string, userId: string): Promise<StoredCampaign | null> {
    const document = await this.campaigns.findOne({ ...owned(userId, id), ...visible }).lean();
    return document && toStored(document);
  }

  /** @throws AppError campaign_not_found, also for another user's campaign */
  async get(id: string, userId: string): Promise<StoredCampaign> {
    const stored = await this.find(id, userId);
    if (!stored) throw new AppError('campaign_not_found');
    return stored;
  }

  /** @throws AppError campaign_not_found, also for another user's campaign */
  async require(id: string, userId: string): Promise<void> {
    if (!(await this.campaigns.exists({ ...owned(userId, id), ...visible })))
      throw new AppError('campaign_not_found');
  }

  /** The names of a user's campaigns that link to an uploaded file. */
  async namesWithMedia(userId: string, { id, token }: Media, most: number): Promise<string[]> {
    const found = await this.campaigns
      .find({ userId: new ObjectId(userId), media: { $in: [token, id] }, ...visible }, { name: 1 })
      .hint(BY_MEDIA)
      .limit(most)
      .lean<Pick<CampaignDocument, 'name'>[]>();
    return found.map(({ name }) => name);
  }

  /** Finds a campaign for repeats of the command that created it. */
  async findEvenDeleted(id: string, userId: string): Promise<StoredCampaign | null> {
    const document = await this.campaigns.findOne(owned(userId, id)).lean();
    return document && toStored(document);
  }

  /** Stores a new campaign, published if `start` is set. Returns null if the ID is taken. */
  async add(
    content: NewCampaign,
    at: Date,
    start: (Publishing & { notes: AuditNote[] }) | null,
  ): Promise<StoredCampaign | null> {
    const draft = newDocument(content, at);
    const document = start ? { ...draft, ...publishing(draft.rev, start), notes: start.notes } : draft;
    if (!(await this.newcomers.add(document))) return null;
    if (start) this.outbox.giveTurn(content.userId);
    return toStored(document);
  }

  /** Publishes a draft. Returns null if the campaign has changed since `rev`. */
  async publish(
    id: string,
    rev: number,
    { notes, notices, pendingWebhookEvents, ...start }: Publishing & Entries,
  ): Promise<StoredCampaign | null> {
    const published = await this.changeDraft(id, rev, {
      $set: publishing(rev + 1, start),
      $push: pushed({ notes, notices, pendingWebhookEvents }),
    });
    if (published) this.outbox.giveTurn(published.campaign.userId);
    return published;
  }

  /** Saves an edit of a draft. Returns null if the campaign has changed since `rev`. */
  edit(id: string, rev: number, content: CampaignDraft, edit: DraftEdit) {
    const { notes = [], pendingWebhookEvents } = edit;
    return this.changeDraft(id, rev, {
      $set: edited(rev + 1, content, edit),
      ...(notes.length > 0 && { $push: pushed({ notes, pendingWebhookEvents }) }),
    });
  }

  /** Stores the approval of a draft, or the request for it. Returns null if the campaign has changed since. */
  decide({ campaign: { id }, rev }: StoredCampaign, approval: StoredApproval, entries: Entries) {
    return this.changeDraft(id, rev, { $set: { rev: rev + 1, approval }, $push: pushed(entries) });
  }

  /** Returns null if no such campaign has one of the `from` statuses, or the request was already applied. */
  async change(
    { id, userId, requestId }: Payload<'campaign.pause'>,
    { from, set }: StatusChange,
    note: AuditNote,
  ): Promise<StoredCampaign | null> {
    const document = await this.campaigns.findOneAndUpdate(
      { ...owned(userId, id), status: { $in: from }, steps: { $ne: requestId }, ...visible },
      [{ $set: { ...set, rev: nextRev, steps: stepsAnd(requestId), notes: notesAbout(note) } }],
      { returnDocument: 'after', lean: true },
    );
    if (document) this.outbox.changed(userId);
    return document && toStored(document);
  }

  /** Changes the time of a scheduled campaign. Returns null if the campaign has changed since `rev`. */
  async reschedule(
    { id, requestId, scheduledAt, maxLateness }: Payload<'campaign.reschedule'>,
    rev: number,
    note: AuditNote,
  ): Promise<StoredCampaign | null> {
    const at = new Date(scheduledAt);
    const document = await this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), rev, status: 'SCHEDULED', ...visible },
      {
        $set: {
          ...{ rev: rev + 1, scheduledAt: at, dueAt: at },
          ...(maxLateness !== null && { maxLateness }),
        },
        $push: { notes: note, steps: { $each: [requestId], $slice: -REMEMBERED_REQUESTS } },
      },
      { returnDocument: 'after', lean: true },
    );
    return document && toStored(document);
  }

  /** Starts the next run of a campaign that was SENT. Returns null if the campaign has changed since `rev`. */
  async retry(
    id: string,
    { rev, run }: { rev: number; run: number },
    { requestId, selection, note }: { requestId: string; selection: RetrySelection; note: AuditNote },
  ): Promise<StoredCampaign | null> {
    const next = { rev: rev + 1, run: run + 1 };
    const document = await this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), rev, status: 'SENT', ...visible },
      {
        $set: { ...next, status: 'SENDING', isArchived: false, finishedAt: null, waitsSince: new Date() },
        $push: {
          pending: { id: new ObjectId(), type: 'campaign.retried', ...next, selection, ...storedTrace() },
          notes: note,
          retries: { $each: [requestId], $slice: -REMEMBERED_REQUESTS },
        },
      },
      { returnDocument: 'after', lean: true },
    );
    if (document) this.outbox.giveTurn(document.userId.toHexString());
    return document && toStored(document);
  }

  /**
   * `after`: the ID of the last campaign of the previous page; `until`: the ID of the last campaign to read, or null
   * for the last campaign of the list.
   */
  async *newestFirst(
    userId: string,
    { after, until = null }: { after: string | null; until?: string | null },
    limit: number,
    { isSummary = false, ...filter }: CampaignFilter & Looking = {},
  ): AsyncGenerator<StoredCampaign> {
    const ids = isPeriod(filter) ? await this.dated(userId, { after, until }, limit, filter) : null;
    const { where, index } = listQuery(userId, filter);
    // Uses the driver's cursor, because Mongoose's cursor stays open on the server when a loop exits early, for example
    // because of long emails.
    const found = this.campaigns.collection
      .find<CampaignDocument>({ ...where, ...(ids ? { _id: { $in: ids } } : between(after, until)) })
      .project<Omit<CampaignDocument, 'content'> & { content: Partial<CampaignContent> }>(
        isSummary ? withoutMessages : withoutEmail,
      )
      .hint(ids ? NEWEST : index)
      .maxTimeMS(readLimitMs())
      .sort({ _id: -1 })
      .limit(limit)
      .batchSize(FETCH_AT_ONCE);
    for await (const document of found)
      yield toStored({ ...document, content: { ...emptyContent, ...document.content } });
  }

  /**
   * The IDs of a user's campaigns that started in the period, or are scheduled for it and haven't started, newest first.
   * Reads only the index.
   */
  private async dated(
    userId: string,
    { after, until }: { after: string | null; until: string | null },
    limit: number,
    filter: CampaignFilter,
  ): Promise<ObjectId[]> {
    const { since, until: before } = filter;
    const date = {
      ...(since !== undefined && { $gte: new Date(since) }),
      ...(before !== undefined && { $lt: new Date(before) }),
    };
    const found = await this.campaigns
      .aggregate<{ _id: ObjectId }>([
        { $match: { ...conditionsOf(userId, filter), ...between(after, until) } },
        { $sort: { _id: -1 } },
        // Conditions on these fields would read the documents.
        {
          $project: {
            date: { $ifNull: ['$publishedAt', '$scheduledAt'] },
            isDeleted: { $gt: ['$deletedAt', null] },
          },
        },
        { $match: { date, isDeleted: false } },
        { $limit: limit },
        { $project: { _id: 1 } },
      ])
      .hint(indexOf(filter) ?? LOOKED_THROUGH_DATED)
      .option({ maxTimeMS: readLimitMs() });
    return found.map(({ _id }) => _id);
  }

  /** Those among these campaigns of a user that aren't deleted, without their messages. */
  async outlines(userId: string, ids: readonly string[]): Promise<CampaignOutline[]> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const found = await this.campaigns.aggregate<StoredOutline>([
      { $match: { _id, userId: new ObjectId(userId), ...visible } },
      { $project: outlined },
    ]);
    return found.map(toOutline);
  }

  /**
   * The part of the searched name that occurs in the fewest campaigns of the user. Null: every part is frequent. Reads
   * only the index.
   */
  async rarestGram(userId: string, search: string): Promise<string | null> {
    const counts = await Promise.all(
      nameSearch(search).grams.map(async (gram) => {
        const having = { userId: new ObjectId(userId), nameGrams: gram };
        const count = await this.campaigns.countDocuments(having).hint(BY_GRAM).limit(FEW);
        return { gram, count };
      }),
    );
    const [rarest] = counts.filter(({ count }) => count < FEW).sort((a, b) => a.count - b.count);
    return rarest?.gram ?? null;
  }

  /**
   * The ID of the campaign at this distance from the given campaign, newest first. Null: the list is shorter. Reads
   * only the index.
   */
  async nth(n: number, userId: string, after: string | null): Promise<string | null> {
    const [found] = await this.campaigns
      .find({ userId: new ObjectId(userId), ...between(after, null) }, { _id: 1 })
      .sort({ _id: -1 })
      .hint(NEWEST)
      .skip(n - 1)
      .limit(1)
      .lean();
    return found?._id.toHexString() ?? null;
  }

  /** The number of a user's campaigns, without deleted ones. Reads only indexes. */
  async count(userId: string): Promise<number> {
    const ofUser = { userId: new ObjectId(userId) };
    const [all, deleted] = await Promise.all([
      this.campaigns.countDocuments(ofUser).hint(NEWEST),
      this.campaigns.countDocuments({ ...ofUser, deletedAt: { $gt: new Date(0) } }).hint(DELETED_OF_USER),
    ]);
    return all - deleted;
  }

  /** Whether a campaign between publishing and its end uses this group, segment, or topic. */
  async existsUnderWay(userId: string, id: string): Promise<boolean> {
    const running = { userId: new ObjectId(userId), status: { $in: underWay }, ...visible };
    const found = await Promise.all([
      this.campaigns.exists({ groups: new ObjectId(id), ...running }),
      this.campaigns.exists({ targets: id, ...running }),
    ]);
    return found.some((each) => each !== null);
  }

  /** `counts`: absent if unknown. */
  async complete(
    id: string,
    run: number,
    end: { finishedAt: Date; counts?: EndCounts | undefined },
  ): Promise<void> {
    const { finishedAt, counts } = end;
    const notice = campaignNotice('campaign.completed', finishedAt, counts && { counts });
    const running = {
      _id: new ObjectId(id),
      run,
      status: { $in: ['SENDING', 'PAUSED'] as const },
      ...visible,
    };
    for (;;) {
      const completed = await this.campaigns.findOneAndUpdate(
        running,
        {
          $set: { status: 'SENT', statusReason: null, finishedAt, waitsSince: null },
          $inc: { rev: 1 },
          $push: { notices: notice },
        },
        { projection: { userId: 1 }, lean: true },
      );
      if (completed) this.outbox.giveTurn(completed.userId.toHexString());
      if (completed || !(await this.isNow(running))) return;
    }
  }

  /**
   * Pauses a running campaign and stores the reason, at most once for each reason, because a user who resumes the
   * campaign has decided to continue. Returns false if it isn't being sent, or was already paused for that reason.
   */
  async pauseFor(id: string, run: number, reason: StatusReason): Promise<boolean> {
    const pausedFor = `${run} ${reason}`;
    const running = { _id: new ObjectId(id), run, status: 'SENDING' as const, ...visible };
    const set = { status: 'PAUSED', statusReason: reason, pausedAt: '$$NOW', rev: nextRev };
    const reasons = { $concatArrays: [{ $ifNull: ['$pausedFor', []] }, [pausedFor]] };
    const paused = await this.campaigns.findOneAndUpdate(
      { ...running, pausedFor: { $ne: pausedFor } },
      [
        {
          $set: {
            ...{ ...set, pausedFor: reasons, waitsSince: null, pending: followedBy('campaign.paused') },
            notices: noticesAnd(campaignNotice('campaign.paused', new Date(), { reason })),
            notes: notesAboutOwn('campaign.paused', reason),
          },
        },
      ],
      { projection: { userId: 1 }, lean: true },
    );
    if (paused) this.outbox.changed(paused.userId.toHexString());
    return paused !== null;
  }

  /**
   * Notifies the members once for each run that many of its emails bounced, unless the run was paused for that reason.
   * Repeats change nothing.
   */
  async noticeBounces(id: string, run: number, rate: number): Promise<void> {
    await this.campaigns.updateOne(
      {
        ...{ _id: new ObjectId(id), run, ...visible },
        ...{ noticedBounces: { $ne: run }, pausedFor: { $ne: `${run} BOUNCE_RATE` } },
      },
      { $push: { noticedBounces: run, notices: campaignNotice('campaign.bounced', new Date(), { rate }) } },
    );
  }

  /**
   * A majority confirms the result, because an isolated primary may not know that a campaign exists or was published.
   */
  private async isNow(filter: QueryFilter<CampaignDocument>): Promise<boolean> {
    return (await this.campaigns.findOne(filter, { _id: 1 }).readConcern('linearizable').lean()) !== null;
  }

  /**
   * Marks campaigns as deleted. IDs of other users' or unknown campaigns are ignored. The deletion event replaces
   * pending events, so that superseded orders aren't sent. A campaign that was never announced has no event. Its
   * schedule is cleared. `noteOf`: returns the audit entry of each campaign. Absent: the user is erased. Returns the
   * number of deleted campaigns.
   */
  async markDeleted(
    ids: readonly string[],
    userId: string,
    {
      by,
      at,
      noteOf,
      draftsOnly = false,
    }: { by: string; at: Date; noteOf?: (id: string) => AuditNote; draftsOnly?: boolean },
  ): Promise<number> {
    const set = { deletedAt: at, deletedBy: { $literal: by }, dueAt: null, waitsSince: null, rev: nextRev };
    const deletions = ids.map((id) => ({
      updateOne: {
        filter: { ...owned(userId, id), ...visible, ...(draftsOnly && { status: 'DRAFT' as const }) },
        update: [
          {
            $set: {
              ...set,
              pending: overtakenBy('campaign.deleted'),
              ...(noteOf && { notes: notesAbout(noteOf(id)) }),
            },
          },
        ],
      },
    }));
    // Sends one request for all campaigns, because each separate write waits for the journal.
    if (deletions.length === 0) return 0;
    const { modifiedCount } = await this.campaigns.bulkWrite(deletions, { ordered: false });
    this.outbox.changed(userId);
    return modifiedCount;
  }

  /** Whether at least one of these campaigns of a user isn't a draft. */
  async hasPublished(ids: readonly string[], userId: string): Promise<boolean> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const published = { _id, userId: new ObjectId(userId), ...visible, status: { $ne: 'DRAFT' as const } };
    return (await this.campaigns.exists(published)) !== null;
  }

  /** The IDs of some of a user's campaigns that aren't deleted, and whether the user has no campaigns at all. */
  async ofUser(userId: string, limit: number): Promise<{ visible: string[]; isEmpty: boolean }> {
    const all = { userId: new ObjectId(userId) };
    const found = await this.campaigns
      .find({ ...all, ...visible }, { _id: 1 })
      .limit(limit)
      .lean();
    return {
      visible: found.map(({ _id }) => _id.toHexString()),
      isEmpty: (await this.campaigns.exists(all)) === null,
    };
  }

  /** The given IDs that the message deleted. */
  async deletedBy(messageId: string, ids: readonly string[], userId: string): Promise<Set<string>> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const found = await this.campaigns
      .find({ _id, userId: new ObjectId(userId), deletedBy: messageId }, { _id: 1 })
      .lean();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }

  /**
   * Cancels a campaign that was paused for longer than this (milliseconds), in the same way as its user. Returns the
   * campaign's ID, or null if no campaign is due.
   */
  async cancelPaused(forMs: number): Promise<string | null> {
    const isLong = { $lt: ['$pausedAt', { $subtract: ['$$NOW', forMs] }] };
    const reason = 'PAUSED_TOO_LONG';
    const end = { status: 'CANCELLED', statusReason: reason, finishedAt: '$$NOW', rev: nextRev };
    const notice = campaignNotice('campaign.cancelled', new Date(), { reason });
    const cancelled = await this.campaigns.findOneAndUpdate(
      { status: 'PAUSED', ...visible, $expr: isLong },
      [
        {
          $set: {
            ...{ ...end, pausedAt: null, pending: overtakenBy('campaign.cancelled') },
            notices: noticesAnd(notice),
            notes: notesAboutOwn('campaign.cancelled', reason),
          },
        },
      ],
      { sort: { pausedAt: 1 }, returnDocument: 'after', lean: true },
    );
    if (cancelled) this.outbox.changed(cancelled.userId.toHexString());
    return cancelled?._id.toHexString() ?? null;
  }

  /** Whether a campaign with this ID was purged recently, regardless of its user. */
  async wasPurged(id: string): Promise<boolean> {
    return (await this.campaigns.exists({ _id: new ObjectId(id), purgedAt: { $exists: true } })) !== null;
  }

  private async changeDraft(
    id: string,
    rev: number,
    update: { $set: Partial<CampaignDocument>; $push?: ReturnType<typeof pushed> },
  ) {
    const document = await this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), rev, status: 'DRAFT', ...visible },
      update,
      { returnDocument: 'after', lean: true },
    );
    return document && toStored(document);
  }
}

/** The conditions of a list, and the index that finds its campaigns. */
export function listQuery(userId: string, filter: CampaignFilter & Pick<Looking, 'gram'>) {
  const { status, search, isArchived, gram = null } = filter;
  const where = { ...conditionsOf(userId, filter), ...(gram && { nameGrams: gram }), ...visible };
  const isLookedThrough = [status, search, isArchived].some((each) => each !== undefined);
  const index = gram ? BY_GRAM : (indexOf(filter) ?? (isLookedThrough ? LOOKED_THROUGH : NEWEST));
  return { where, index };
}

/** The index that finds the campaigns of a filter. Null: none does. */
function indexOf({ tag, approval }: CampaignFilter): string | null {
  if (approval !== undefined) return BY_APPROVAL;
  return tag === undefined ? null : BY_TAG;
}

/** The conditions on fields that the indexes of lists contain. */
function conditionsOf(userId: string, { status, search, tag, approval, isArchived }: CampaignFilter) {
  return {
    userId: new ObjectId(userId),
    ...(tag !== undefined && { 'tags.key': tagKey(tag) }),
    ...(approval !== undefined && { 'approval.state': approval }),
    ...(status !== undefined && { status }),
    ...(isArchived !== undefined && { isArchived: isArchived ? true : { $ne: true } }),
    ...(search !== undefined && { foldedName: nameSearch(search).pattern }),
  };
}

const publishing = (rev: number, start: Publishing) =>
  start.order.scheduledAt === null ? started(rev, start) : scheduled(rev, start);

function isPeriod({ since, until }: Pick<CampaignFilter, 'since' | 'until'>): boolean {
  return since !== undefined || until !== undefined;
}

function between(after: string | null, until: string | null): { _id?: { $lt?: ObjectId; $gte?: ObjectId } } {
  if (after === null && until === null) return {};
  return {
    _id: {
      ...(after !== null && { $lt: cursor(after) }),
      ...(until !== null && { $gte: new ObjectId(until) }),
    },
  };
}

function cursor(after: string): ObjectId {
  if (!isId(after)) throw new AppError('validation_failed', 'The cursor is not a campaign ID');
  return new ObjectId(after);
}

/** Empty lists are not stored. */
function pushed({ notes, notices = [], pendingWebhookEvents = [] }: Entries) {
  return {
    notes: { $each: notes },
    ...(notices.length > 0 && { notices: { $each: notices } }),
    ...(pendingWebhookEvents.length > 0 && { pendingWebhookEvents: { $each: pendingWebhookEvents } }),
  };
}

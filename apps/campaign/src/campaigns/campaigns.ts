import {
  AppError,
  type AuditNote,
  type NamedSenders,
  type Payload,
  type Plan,
  type RetrySelection,
  bodiesOf,
  isId,
} from '@carillon/contracts';
import { type Messenger, storedTrace } from '@carillon/messaging';
import {
  Gathered,
  type RoundEnd,
  UserRounds,
  insertMissing,
  notesAnd,
  owned,
  readLimitMs,
  relayNotes,
} from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import {
  type CampaignDocument,
  CampaignRecord,
  DELETED_OF_USER,
  DUE_OF_USER,
  BY_GRAM,
  LOOKED_THROUGH,
  NEWEST,
  PENDING_OF_USER,
  REMEMBERED_REQUESTS,
  RUNNING_OF_USER,
  type Publishing,
  type StatusChange,
  type StoredCampaign,
  edited,
  newDocument,
  nextRev,
  followedBy,
  overtakenBy,
  scheduled,
  started,
  starting,
  stepsAnd,
  toStored,
  underWay,
} from './campaign-document';
import type { CampaignDraft } from './draft';
import { nameSearch } from './name-search';

const visible = { deletedAt: { $exists: false } };
/** Its time has come. The bound by a time leaves out in the index what has none: a deleted campaign. */
const isDue = {
  status: 'SCHEDULED' as const,
  ...visible,
  dueAt: { $gte: new Date(0) },
  $expr: { $lte: ['$dueAt', '$$NOW'] },
};
/** It has events to announce that do not wait for a turn. */
const isAnnounceable = { 'pending.id': { $exists: true }, waitsSince: null };
/** No relay has claimed them either. */
const isPending = { ...isAnnounceable, $expr: { $lt: ['$relayHeldUntil', '$$NOW'] } };
/** Its order waits for its turn. `deletedAt` as the index has it: a campaign without one is not deleted. */
const isWaiting = { status: 'SENDING' as const, waitsSince: { $gt: new Date(0) }, deletedAt: null };

/** How long a process claims a campaign that it is about to start (milliseconds). */
const START_HOLD_MS = 15_000;
/** The pause before the next try where another service was unavailable (milliseconds). */
const PUT_OFF_MS = 2_000;
/** How long a relay claims the events of a campaign; another relay takes over after a crash (milliseconds). */
const RELAY_HOLD_MS = 5_000;
/** Campaigns with events to announce among which the oldest event is looked for. */
const LOOKED_AT = 100;
/** Few, as large bodies must not fill the memory before the page is cut. */
const FETCH_AT_ONCE = 32;
/** Campaigns that are read to find a name. */
const FEW = 1_000;

/** What a summary leaves in the database, and has in its place. */
const withoutMessages = { bodies: 0, whatsappTemplate: 0, compiledEmail: 0 } as const;
const noMessages = { bodies: bodiesOf({}), whatsappTemplate: null };

/** A scheduled campaign whose time has come, as it was at `rev`. */
export interface DueCampaign {
  id: string;
  userId: string;
  groups: string[];
  senders: NamedSenders | undefined;
  rev: number;
  tooLate: boolean;
}

/** How a list is read. `gram`: a part of the searched name that few campaigns have. */
interface Looking {
  gram?: string | null;
  isSummary?: boolean;
}

/** What a list is narrowed to. `search`: a part of the name, in any case and with or without accents. */
export type CampaignFilter = Pick<Payload<'campaign.list'>, 'status' | 'search'>;

/** Why a scheduled campaign was not started. */
export type GivenUpFor = 'TOO_LATE' | 'ACCOUNT_SUSPENDED' | 'GROUPS_MISSING' | 'SENDERS_MISSING';

/**
 * The collection of campaigns: drafts, their lifecycle, the schedule, and the events to announce. Deleted campaigns are
 * visible only to the relay and to repeats of their commands. The database's clock decides what is due and what is too
 * late.
 */
@Injectable()
export class Campaigns {
  private announce: () => void = () => undefined;
  private giveTurn: (userId: string) => void = () => undefined;
  /** Stores the campaigns of a moment by one write. */
  private readonly newcomers = new Gathered<CampaignDocument, boolean>({
    atOnce: 2,
    most: 20,
    run: async (documents) => {
      const refused = new Set(await insertMissing(this.campaigns, documents));
      return documents.map((_, index) => !refused.has(index));
    },
  });
  /** Those of a user that are not deleted first, then new events before those of a relay that has not finished. */
  private readonly pendingRounds = new UserRounds((users, most) =>
    this.campaigns
      .find({ ...isPending, userId: users }, { userId: 1 })
      .sort({ userId: 1, waitsSince: 1, deletedAt: 1, relayHeldUntil: 1 })
      .hint(PENDING_OF_USER)
      .limit(most)
      .lean(),
  );

  /** Those of a user first that are due for longest. */
  private readonly dueRounds = new UserRounds((users, most) =>
    this.campaigns
      .find({ ...isDue, userId: users }, { userId: 1 })
      .sort({ userId: 1, dueAt: 1 })
      .hint(DUE_OF_USER)
      .limit(most)
      .lean(),
  );

  constructor(@InjectModel(CampaignRecord.name) private readonly campaigns: Model<CampaignDocument>) {}

  /** `listener` is called after each write that may have left an event to announce. */
  onPending(listener: () => void): void {
    this.announce = listener;
  }

  /** `listener` is called with the user after each write that may have left an order waiting, or room for one. */
  onTurn(listener: (userId: string) => void): void {
    this.giveTurn = listener;
  }

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

  /** For repeats of the command that created the campaign. */
  async findEvenDeleted(id: string, userId: string): Promise<StoredCampaign | null> {
    const document = await this.campaigns.findOne(owned(userId, id)).lean();
    return document && toStored(document);
  }

  /** Stores a new campaign, published if there is a `start`. Returns null if the id is taken. */
  async add(
    content: Payload<'campaign.create'>,
    at: Date,
    start: (Publishing & { note: AuditNote }) | null,
  ): Promise<StoredCampaign | null> {
    const draft = newDocument(content, at);
    const document = start ? { ...draft, ...publishing(draft.rev, start), notes: [start.note] } : draft;
    if (!(await this.newcomers.add(document))) return null;
    if (start) this.giveTurn(content.userId);
    return toStored(document);
  }

  /** Returns null if the campaign has changed since `rev`. */
  async publish(
    id: string,
    rev: number,
    { note, ...start }: Publishing & { note: AuditNote },
  ): Promise<StoredCampaign | null> {
    const published = await this.changeDraft(id, rev, {
      $set: publishing(rev + 1, start),
      $push: { notes: note },
    });
    if (published) this.giveTurn(published.campaign.userId);
    return published;
  }

  /** `by`: the id of the message. Returns null if the campaign has changed since `rev`. */
  edit(id: string, rev: number, content: CampaignDraft, edit: { by: string; at: Date }) {
    return this.changeDraft(id, rev, { $set: edited(rev + 1, content, edit) });
  }

  /** Returns null if there is no such campaign in one of the `from` statuses, or the request has made the change before. */
  async change(
    { id, userId, requestId }: Payload<'campaign.pause'>,
    { from, set }: StatusChange,
    note: AuditNote,
  ): Promise<StoredCampaign | null> {
    const document = await this.campaigns.findOneAndUpdate(
      { ...owned(userId, id), status: { $in: from }, steps: { $ne: requestId }, ...visible },
      [{ $set: { ...set, rev: nextRev, steps: stepsAnd(requestId), notes: notesAnd(note) } }],
      { returnDocument: 'after', lean: true },
    );
    if (document) this.changed(userId);
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
        $set: { ...next, status: 'SENDING', finishedAt: null, waitsSince: new Date() },
        $push: {
          pending: { id: new ObjectId(), type: 'campaign.retried', ...next, selection, ...storedTrace() },
          notes: note,
          retries: { $each: [requestId], $slice: -REMEMBERED_REQUESTS },
        },
      },
      { returnDocument: 'after', lean: true },
    );
    if (document) this.giveTurn(document.userId.toHexString());
    return document && toStored(document);
  }

  /** `after`: the id of the last campaign of the page before; `until`: that of the last one to look at, null: to the end. */
  async *newestFirst(
    userId: string,
    { after, until = null }: { after: string | null; until?: string | null },
    limit: number,
    { status, search, gram = null, isSummary = false }: CampaignFilter & Looking = {},
  ): AsyncGenerator<StoredCampaign> {
    const named = search === undefined ? null : nameSearch(search);
    const index = gram ? BY_GRAM : status !== undefined || named ? LOOKED_THROUGH : NEWEST;
    // The driver's cursor: Mongoose's stays open on the server when a loop over it is left early, as for long mails.
    const found = this.campaigns.collection
      .find<CampaignDocument>({
        userId: new ObjectId(userId),
        ...between(after, until),
        ...(status !== undefined && { status }),
        ...(named && { foldedName: named.pattern }),
        ...(gram && { nameGrams: gram }),
        ...visible,
      })
      .project<Omit<CampaignDocument, 'bodies'> & Partial<CampaignDocument>>(
        isSummary ? withoutMessages : { compiledEmail: 0 },
      )
      .hint(index)
      .maxTimeMS(readLimitMs())
      .sort({ _id: -1 })
      .limit(limit)
      .batchSize(FETCH_AT_ONCE);
    for await (const document of found) yield toStored({ ...noMessages, ...document });
  }

  /** The part of a searched name that the fewest campaigns of a user have; null: no part is in few. Read from the index alone. */
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

  /** The id of the campaign that comes so many after this one, newest first; null: there are fewer. Read from the index alone. */
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

  /** How many campaigns a user has, less those that are deleted. Read from indexes alone. */
  async count(userId: string): Promise<number> {
    const ofUser = { userId: new ObjectId(userId) };
    const [all, deleted] = await Promise.all([
      this.campaigns.countDocuments(ofUser).hint(NEWEST),
      this.campaigns.countDocuments({ ...ofUser, deletedAt: { $gt: new Date(0) } }).hint(DELETED_OF_USER),
    ]);
    return all - deleted;
  }

  async existsUnderWay(userId: string, groupId: string): Promise<boolean> {
    const target = { groups: new ObjectId(groupId), userId: new ObjectId(userId) };
    return (await this.campaigns.exists({ ...target, status: { $in: underWay }, ...visible })) !== null;
  }

  async complete(id: string, run: number, finishedAt: Date): Promise<void> {
    const running = {
      _id: new ObjectId(id),
      run,
      status: { $in: ['SENDING', 'PAUSED'] as const },
      ...visible,
    };
    for (;;) {
      const completed = await this.campaigns.findOneAndUpdate(
        running,
        { $set: { status: 'SENT', statusReason: null, finishedAt, waitsSince: null }, $inc: { rev: 1 } },
        { projection: { userId: 1 }, lean: true },
      );
      if (completed) this.giveTurn(completed.userId.toHexString());
      if (completed || !(await this.isNow(running))) return;
    }
  }

  /**
   * Pauses a run that is being sent, for a reason that it shows; once for each reason, so that who resumes it has decided.
   * Returns false if it is not being sent, or was paused for that before.
   */
  async pauseFor(id: string, run: number, reason: string): Promise<boolean> {
    const pausedFor = `${run} ${reason}`;
    const running = { _id: new ObjectId(id), run, status: 'SENDING' as const, ...visible };
    const set = { status: 'PAUSED', statusReason: reason, pausedAt: '$$NOW', rev: nextRev };
    const known = { $concatArrays: [{ $ifNull: ['$pausedFor', []] }, [pausedFor]] };
    const paused = await this.campaigns.findOneAndUpdate(
      { ...running, pausedFor: { $ne: pausedFor } },
      [{ $set: { ...set, pausedFor: known, waitsSince: null, pending: followedBy('campaign.paused') } }],
      { projection: { userId: 1 }, lean: true },
    );
    if (paused) this.changed(paused.userId.toHexString());
    return paused !== null;
  }

  /** A majority confirms the answer: a primary that is cut off may not know of a campaign, or not that it was published. */
  private async isNow(filter: QueryFilter<CampaignDocument>): Promise<boolean> {
    return (await this.campaigns.findOne(filter, { _id: 1 }).readConcern('linearizable').lean()) !== null;
  }

  /**
   * Marks campaigns as deleted; ids of other users' or unknown campaigns change nothing. The event of the deletion replaces
   * pending events: an overtaken order must not go out. A campaign that was never announced has no event. Nothing is due of
   * what was scheduled.
   * `noteOf`: the audit entry of each; absent: the user is erased. Returns how many were deleted.
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
              ...(noteOf && { notes: notesAnd(noteOf(id)) }),
            },
          },
        ],
      },
    }));
    // One request for all: each write by itself waits for the journal.
    if (deletions.length === 0) return 0;
    const { modifiedCount } = await this.campaigns.bulkWrite(deletions, { ordered: false });
    this.changed(userId);
    return modifiedCount;
  }

  /** Whether one of these campaigns of a user is no draft any more. */
  async hasPublished(ids: readonly string[], userId: string): Promise<boolean> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const published = { _id, userId: new ObjectId(userId), ...visible, status: { $ne: 'DRAFT' as const } };
    return (await this.campaigns.exists(published)) !== null;
  }

  /** The ids of some campaigns of a user that are not deleted, and whether there are none at all. */
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

  /** The ids among these that the message deleted. */
  async deletedBy(messageId: string, ids: readonly string[], userId: string): Promise<Set<string>> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const found = await this.campaigns
      .find({ _id, userId: new ObjectId(userId), deletedBy: messageId }, { _id: 1 })
      .lean();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }

  /**
   * The ids of scheduled campaigns that are due, in turns of users. A round passes over each user who has something scheduled,
   * so it begins only when something is due.
   */
  async dueInTurns(most: number): Promise<string[]> {
    const first = await this.campaigns.findOne(isDue, { _id: 1 }).sort({ dueAt: 1 }).hint('due').lean();
    return first ? this.dueRounds.next(most) : [];
  }

  /** Claims a due campaign; another process takes over after a crash. Null: it is not due any more, or another one has claimed it. */
  async claimDue(id: string): Promise<DueCampaign | null> {
    const document = await this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), ...isDue },
      [{ $set: { dueAt: later(START_HOLD_MS) } }],
      { returnDocument: 'after', lean: true },
    );
    return document && toDue(document);
  }

  /** Starts a due campaign as publishing does. Returns false if it is too late by now, or the campaign has changed. */
  async startDue(due: DueCampaign, plan: Plan): Promise<boolean> {
    const notTooLate = { $gte: [{ $add: ['$scheduledAt', { $multiply: ['$maxLateness', 1000] }] }, '$$NOW'] };
    const { modifiedCount } = await this.campaigns.updateOne({ ...scheduledAsIn(due), $expr: notTooLate }, [
      { $set: { ...starting(due.rev + 1, plan), dueAt: null, updatedAt: '$$NOW', publishedAt: '$$NOW' } },
    ]);
    if (modifiedCount === 1) this.giveTurn(due.userId);
    return modifiedCount === 1;
  }

  /** Cancels a due campaign that was not started. Returns false if it has changed. It was never announced: there is no event. */
  async giveUpDue(due: DueCampaign, statusReason: GivenUpFor): Promise<boolean> {
    const { modifiedCount } = await this.campaigns.updateOne(scheduledAsIn(due), [
      { $set: { status: 'CANCELLED', statusReason, finishedAt: '$$NOW', dueAt: null, rev: nextRev } },
    ]);
    return modifiedCount === 1;
  }

  /**
   * Cancels a campaign that was paused for longer than this (milliseconds), as its user would. A pause without a time begins
   * now. Returns the campaign's id; null: there is none.
   */
  async cancelPaused(forMs: number): Promise<string | null> {
    await this.campaigns.updateMany({ status: 'PAUSED', pausedAt: null, ...visible }, [
      { $set: { pausedAt: '$$NOW' } },
    ]);
    const isLong = { $lt: ['$pausedAt', { $subtract: ['$$NOW', forMs] }] };
    const end = { status: 'CANCELLED', statusReason: 'PAUSED_TOO_LONG', finishedAt: '$$NOW', rev: nextRev };
    const cancelled = await this.campaigns.findOneAndUpdate(
      { status: 'PAUSED', ...visible, $expr: isLong },
      [{ $set: { ...end, pausedAt: null, pending: overtakenBy('campaign.cancelled') } }],
      { sort: { pausedAt: 1 }, returnDocument: 'after', lean: true },
    );
    if (cancelled) this.changed(cancelled.userId.toHexString());
    return cancelled?._id.toHexString() ?? null;
  }

  /** Postpones the start: another service that it needs is unavailable. */
  async putOffDue(due: DueCampaign): Promise<void> {
    await this.campaigns.updateOne(scheduledAsIn(due), [{ $set: { dueAt: later(PUT_OFF_MS) } }]);
  }

  /** The ids of campaigns with events to announce, also of deleted ones, in turns of users. */
  pendingInTurns(most: number): Promise<string[]> {
    return this.pendingRounds.next(most);
  }

  /** Claims the pending events of a campaign. Null: there are none, or another relay has claimed them. */
  async claimPending(id: string): Promise<CampaignDocument | null> {
    return this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), ...isPending },
      [{ $set: { relayHeldUntil: later(RELAY_HOLD_MS) } }],
      { returnDocument: 'after', lean: true },
    );
  }

  /** Some users with orders that wait for their turn, by their ids, from the one after `after` on; null: from the first. */
  async usersWaiting(after: string | null, most: number): Promise<string[]> {
    const users: string[] = [];
    for (let last = after; users.length < most; last = users.at(-1) ?? null) {
      const next = await this.campaigns
        .findOne(
          { ...isWaiting, ...(last !== null && { userId: { $gt: new ObjectId(last) } }) },
          { userId: 1 },
        )
        .sort({ userId: 1 })
        .hint(RUNNING_OF_USER)
        .lean();
      if (!next) break;
      users.push(next.userId.toHexString());
    }
    return users;
  }

  /** How many campaigns of a user are being sent and do not wait for their turn, as far as `most`; 0: all of them. */
  async running(userId: string, most = 0): Promise<number> {
    const running = {
      userId: new ObjectId(userId),
      status: 'SENDING' as const,
      waitsSince: null,
      deletedAt: null,
    };
    const counted = this.campaigns.countDocuments(running).hint(RUNNING_OF_USER);
    return (most === 0 ? counted : counted.limit(most)).exec();
  }

  /** The campaigns of a user whose orders have waited longest. */
  async waiting(userId: string, most: number): Promise<string[]> {
    const found = await this.campaigns
      .find({ ...isWaiting, userId: new ObjectId(userId) }, { _id: 1 })
      .sort({ waitsSince: 1 })
      .hint(RUNNING_OF_USER)
      .limit(most)
      .lean();
    return found.map(({ _id }) => _id.toHexString());
  }

  /** Gives a campaign its turn, and claims its events for the caller. Null: it had its turn, or was stopped meanwhile. */
  async admit(id: string): Promise<CampaignDocument | null> {
    return this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), ...isWaiting },
      [{ $set: { waitsSince: null, relayHeldUntil: later(RELAY_HOLD_MS) } }],
      { returnDocument: 'after', lean: true },
    );
  }

  /** When the oldest event was stored that is not announced, of a hundred campaigns that have some; null: there is none. */
  async oldestPending(): Promise<Date | null> {
    const found = await this.campaigns
      .find(isAnnounceable, { _id: 0, 'pending.id': 1 })
      .hint(PENDING_OF_USER)
      .limit(LOOKED_AT)
      .lean<{ pending: { id: ObjectId }[] }[]>();
    const times = found.flatMap(({ pending }) => pending.map(({ id }) => id.getTimestamp().getTime()));
    return times.length === 0 ? null : new Date(Math.min(...times));
  }

  /** Removes the announced events and ends the claim on the others. `announced`: their ids. */
  async clearPending(campaignId: string, announced: readonly string[]): Promise<void> {
    const ids = announced.map((id) => new ObjectId(id));
    await this.campaigns.updateOne(
      { _id: new ObjectId(campaignId) },
      { $pull: { pending: { id: { $in: ids } } }, $set: { relayHeldUntil: null } },
    );
  }

  /**
   * Removes all but the ids of campaigns that were deleted before then and have nothing left to announce. The ids stay for a
   * while: a repeat of the request that created a campaign must not bring it back.
   */
  async purgeDeleted(before: Date): Promise<void> {
    await this.campaigns.updateMany(
      { deletedAt: { $lt: before }, pending: { $size: 0 }, 'notes.0': { $exists: false } },
      [{ $replaceWith: { _id: '$_id', purgedAt: '$$NOW' } }],
    );
  }

  /** Whether a campaign with this id was purged lately, whosever it was. */
  async wasPurged(id: string): Promise<boolean> {
    return (await this.campaigns.exists({ _id: new ObjectId(id), purgedAt: { $exists: true } })) !== null;
  }

  /** An event is to be announced, and there may be room for another campaign of the user. */
  private changed(userId: string): void {
    this.announce();
    this.giveTurn(userId);
  }

  relayNotes(messenger: Messenger): Promise<RoundEnd> {
    return relayNotes(this.campaigns, messenger);
  }

  private async changeDraft(
    id: string,
    rev: number,
    update: { $set: Partial<CampaignDocument>; $push?: { notes: AuditNote } },
  ) {
    const document = await this.campaigns.findOneAndUpdate(
      { _id: new ObjectId(id), rev, status: 'DRAFT', ...visible },
      update,
      { returnDocument: 'after', lean: true },
    );
    return document && toStored(document);
  }
}

const publishing = (rev: number, start: Publishing) =>
  start.order.scheduledAt === null ? started(rev, start) : scheduled(rev, start);

const later = (milliseconds: number) => ({ $add: ['$$NOW', milliseconds] });

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
  if (!isId(after)) throw new AppError('validation_failed', 'The page does not begin after a campaign');
  return new ObjectId(after);
}

const scheduledAsIn = ({ id, rev }: DueCampaign) => ({
  _id: new ObjectId(id),
  rev,
  status: 'SCHEDULED' as const,
  ...visible,
});

function toDue(document: CampaignDocument): DueCampaign {
  const { _id, userId, groups, senders, rev, scheduledAt, maxLateness, dueAt } = document;
  const claimedAt = Number(dueAt) - START_HOLD_MS;
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    groups: groups.map((group) => group.toHexString()),
    senders,
    rev,
    tooLate: claimedAt > Number(scheduledAt) + Number(maxLateness) * 1000,
  };
}

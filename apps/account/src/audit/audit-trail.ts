import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import { type Model, type QueryFilter, Types, mongo } from 'mongoose';
import { type AuditEntry, type Payload, type Reply, peopleActions, newId, pageOf } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { type AccountConfig, accountConfig } from '../config';

/** A change that a request made. */
interface NewEntry extends Pick<AuditEntry, 'action'> {
  userId: string | null;
  targetId: string;
  requestId: string;
}

const MINUTE_MS = 60_000;
const DAY_S = 86_400;

/** Index hints for lists. Without them, the query planner could choose an index that scans other users' entries. */
const OF_USER = { userId: 1, _id: 1 } as const;
const OF_TARGET = { userId: 1, 'target.id': 1, _id: 1 } as const;
const OF_ALL = { _id: 1 } as const;
/** Deletes expired entries. */
const BY_AGE = { at: 1 } as const;
/** Source: IndexOptionsConflict in MongoDB's error_codes.yml. */
const OTHER_OPTIONS = 85;

@Schema(collection('auditEntries'))
export class AuditEntryRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Date }) at!: Date;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId | null;
  @Prop({ type: Object }) actor!: AuditEntry['actor'];
  @Prop({ type: String }) action!: AuditEntry['action'];
  @Prop({ type: Object }) target!: AuditEntry['target'];
  @Prop({ type: [Object] }) changes!: AuditEntry['changes'];
  @Prop({ type: String }) requestId!: string | null;
}

export const AuditEntrySchema = SchemaFactory.createForClass(AuditEntryRecord)
  .index(OF_USER)
  .index(OF_TARGET, { name: 'ofTarget' });

type EntryDocument = Plain<AuditEntryRecord>;

/** Who did what in which account. Entries are never changed; the database removes them after AUDIT_DAYS. */
@Injectable()
export class AuditTrail implements OnApplicationBootstrap {
  constructor(
    @InjectModel(AuditEntryRecord.name) private readonly entries: Model<EntryDocument>,
    @Inject(accountConfig.token) private readonly config: Pick<AccountConfig, 'AUDIT_DAYS'>,
  ) {}

  /** The index that deletes old entries follows the configuration, which may have changed since the last start. */
  async onApplicationBootstrap(): Promise<void> {
    const expireAfterSeconds = this.config.AUDIT_DAYS * DAY_S;
    try {
      await this.entries.db.db?.command({
        createIndexes: this.entries.collection.collectionName,
        indexes: [{ key: BY_AGE, name: 'at_1', expireAfterSeconds }],
      });
    } catch (error) {
      if (!(error instanceof mongo.MongoServerError) || error.code !== OTHER_OPTIONS) throw error;
      const index = { keyPattern: BY_AGE, expireAfterSeconds };
      await this.entries.db.db?.command({ collMod: this.entries.collection.collectionName, index });
    }
  }

  /** Adds an entry, within the transaction of the change. `id`: the ID of an entry that another service created. */
  async add(
    entry: Omit<AuditEntry, 'id' | 'at'>,
    now: Date,
    session: ClientSession,
    id = newId(),
  ): Promise<void> {
    const userId = entry.userId === null ? null : new ObjectId(entry.userId);
    const document: EntryDocument = { ...entry, _id: new ObjectId(id), at: now, userId };
    await this.entries.insertOne(document, { session });
  }

  /** Whether a request has made this change within the last minute. */
  async includes({ userId, action, targetId, requestId }: NewEntry, now: Date): Promise<boolean> {
    const done = { action, 'target.id': targetId, requestId };
    const lately = { _id: { $gte: firstIdSince(new Date(now.getTime() - MINUTE_MS).toISOString()) } };
    const owner = { userId: userId === null ? null : new ObjectId(userId) };
    return (await this.entries.exists({ ...owner, ...lately, ...done }).hint(OF_USER)) !== null;
  }

  /** Removes the entries of a deleted user. */
  async removeAll(userId: string): Promise<void> {
    await this.entries.deleteMany({ userId: new ObjectId(userId) });
  }

  /** Oldest or newest first, continuing after an entry's ID. */
  async page(query: Payload<'audit.page'>): Promise<Reply<'audit.page'>> {
    const { action, withoutPeople = false } = query;
    const actions = {
      ...(action !== null && { $eq: action }),
      ...(withoutPeople && { $nin: [...peopleActions] }),
    };
    const isSome = Object.keys(actions).length > 0;
    const page = await this.find({ ...filterOf(query), ...(isSome && { action: actions }) }, query);
    return withoutPeople ? { ...page, items: page.items.map(withoutAddress) } : page;
  }

  private async find(
    filter: QueryFilter<EntryDocument>,
    {
      userId,
      targetId,
      limit,
      newestFirst = false,
    }: Pick<Payload<'audit.page'>, 'userId' | 'targetId' | 'limit' | 'newestFirst'>,
  ): Promise<Reply<'audit.page'>> {
    const ofUser = targetId === undefined ? OF_USER : OF_TARGET;
    const documents = await this.entries
      .find(filter)
      .sort({ _id: newestFirst ? -1 : 1 })
      .hint(userId === null ? OF_ALL : ofUser)
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toEntry), limit);
  }
}

function withoutAddress({ actor: { member, ...actor }, ...entry }: AuditEntry): AuditEntry {
  return { ...entry, actor: { ...actor, ...(member && { member: { id: member.id, name: member.name } }) } };
}

/** IDs carry the time of the change, so that `since` can use the index as well. */
function filterOf({
  userId,
  targetId,
  since,
  until,
  after,
  newestFirst = false,
}: Payload<'audit.page'>): QueryFilter<EntryDocument> {
  return {
    ...(userId !== null && { userId: new ObjectId(userId) }),
    ...(targetId !== undefined && { 'target.id': targetId }),
    ...((since ?? until) !== null && {
      at: {
        ...(since !== null && { $gte: new Date(since) }),
        ...(until !== null && { $lt: new Date(until) }),
      },
    }),
    _id: {
      $gte: firstIdSince(since),
      ...(newestFirst ? upTo(until, after) : after !== null && { $gt: new ObjectId(after) }),
    },
  };
}

/** The time from which a list goes back. An ID may be created slightly after the change. */
function upTo(until: string | null, after: string | null): { $lt?: ObjectId } {
  if (after !== null) return { $lt: new ObjectId(after) };
  if (until === null) return {};
  return { $lt: firstIdSince(new Date(Date.parse(until) + MINUTE_MS).toISOString()) };
}

/** The seconds in an ID range from 1970 to 2106. */
function firstIdSince(since: string | null): ObjectId {
  const seconds = since === null ? 0 : Math.floor(Date.parse(since) / 1_000);
  return ObjectId.createFromTime(Math.min(Math.max(seconds, 0), 0xffff_ffff));
}

function toEntry({ _id, at, userId, ...entry }: EntryDocument): AuditEntry {
  return { id: _id.toHexString(), at: at.toISOString(), userId: userId?.toHexString() ?? null, ...entry };
}

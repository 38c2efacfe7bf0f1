import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { type AuditEntry, type Payload, type Reply, newId, pageOf } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/platform';

/** A change that a request made. */
interface Told extends Pick<AuditEntry, 'action'> {
  userId: string;
  targetId: string;
  requestId: string;
}

const MINUTE_MS = 60_000;
const DAY_S = 86_400;
/** Two years, for yearly reviews. */
const KEPT_S = 2 * 365 * DAY_S;

/** The indexes that lists name: the planner could choose one that reads past other users' entries. */
const OF_USER = { userId: 1, _id: 1 } as const;
const OF_ALL = { _id: 1 } as const;

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
  .index({ at: 1 }, { expireAfterSeconds: KEPT_S });

type EntryDocument = Plain<AuditEntryRecord>;

/** Who changed what in which account. Entries are never changed; the database removes them after two years. */
@Injectable()
export class AuditTrail {
  constructor(@InjectModel(AuditEntryRecord.name) private readonly entries: Model<EntryDocument>) {}

  /** Adds an entry, within the transaction of the change. */
  async add(entry: Omit<AuditEntry, 'id' | 'at'>, now: Date, session: ClientSession): Promise<void> {
    const userId = entry.userId === null ? null : new ObjectId(entry.userId);
    const document: EntryDocument = { ...entry, _id: new ObjectId(newId()), at: now, userId };
    await this.entries.insertOne(document, { session });
  }

  /** Whether a request has made this change within the last minute. */
  async tells({ userId, action, targetId, requestId }: Told, now: Date): Promise<boolean> {
    const done = { action, 'target.id': targetId, requestId };
    const lately = { _id: { $gte: firstIdSince(new Date(now.getTime() - MINUTE_MS).toISOString()) } };
    const owner = { userId: new ObjectId(userId) };
    return (await this.entries.exists({ ...owner, ...lately, ...done }).hint(OF_USER)) !== null;
  }

  /** Oldest first, continuing after an entry's id. */
  async page(query: Payload<'audit.list'>): Promise<Reply<'audit.list'>> {
    const { userId, limit } = query;
    const documents = await this.entries
      .find(filterOf(query))
      .sort({ _id: 1 })
      .hint(userId === null ? OF_ALL : OF_USER)
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toEntry), limit);
  }
}

/** Ids carry the time of the change, so that `since` can use the index as well. */
function filterOf({ userId, action, since, after }: Payload<'audit.list'>): QueryFilter<EntryDocument> {
  return {
    ...(userId !== null && { userId: new ObjectId(userId) }),
    ...(action !== null && { action }),
    ...(since !== null && { at: { $gte: new Date(since) } }),
    _id: {
      $gte: firstIdSince(since),
      ...(after !== null && { $gt: new ObjectId(after) }),
    },
  };
}

/** The seconds in an id reach from 1970 to 2106. */
function firstIdSince(since: string | null): ObjectId {
  const seconds = since === null ? 0 : Math.floor(Date.parse(since) / 1_000);
  return ObjectId.createFromTime(Math.min(Math.max(seconds, 0), 0xffff_ffff));
}

function toEntry({ _id, at, userId, ...entry }: EntryDocument): AuditEntry {
  return { id: _id.toHexString(), at: at.toISOString(), userId: userId?.toHexString() ?? null, ...entry };
}

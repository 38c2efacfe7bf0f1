import { pickVariables } from '@carillon/content';
import {
  type AudienceMember,
  type Channel,
  type Consent,
  type ConsentDetails,
  type GroupCounts,
  type Payload,
  type Reply,
  type Subscriber,
  type Variables,
  channels,
  eachChannel,
} from '@carillon/contracts';
import { insertMissing, isDuplicateKey, owned, readLimitMs } from '@carillon/mongo';
import { Batcher } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import { addressChunks } from '../address-chunks';
import { type ReadChunk, readPage } from './read-page';
import { searchTerms } from './search-terms';
import {
  BY_ADDRESS,
  BY_TERM,
  IN_ORDER,
  IN_ORDER_OF_CHANNEL,
  type SubscriberDocument,
  SubscriberRecord,
  keyOf,
  toSubscriber,
} from './subscriber-document';

type NewSubscriber = Omit<Subscriber, 'consent' | 'createdAt' | 'updatedAt'> & { consent: Consent };
type Membership = Pick<Subscriber, 'userId' | 'groupId' | 'channel' | 'address'>;
export type Search = Omit<Payload<'subscriber.find'>, 'groupId'> & { groupIds: readonly string[] };
export interface TermSearch {
  userId: string;
  groupIds: readonly string[];
  channel: Channel | null;
  patterns: readonly RegExp[];
  limit: number;
}
export type PageOfSubscribers = Reply<'subscriber.list'>;
type Slice = Pick<Search, 'after' | 'limit'>;
type ChannelAddress = Pick<Subscriber, 'channel' | 'address'>;
type MemberDocument = Pick<SubscriberDocument, '_id' | 'channel' | 'address'> & { extraData?: string };
type DocumentToSend = MemberDocument & Pick<SubscriberDocument, 'updatedAt'>;

type MemberData = Pick<SubscriberDocument, '_id' | 'channel' | 'address' | 'extraData' | 'consent'>;

/** A member, and when it last joined the group, came from another one, or was changed. */
export interface MemberToSend {
  member: AudienceMember;
  changedAt: Date;
}

/** The members of groups. Doesn't check whether a group is deleted: ask Groups first. */
@Injectable()
export class Subscribers {
  /** Adds concurrent members with one write. */
  private readonly newcomers = new Batcher<SubscriberDocument, boolean>({
    atOnce: 2,
    most: 100,
    run: async (members) => {
      const refused = new Set(await this.addMany(members));
      return members.map((member) => !refused.has(member));
    },
  });

  constructor(@InjectModel(SubscriberRecord.name) private readonly subscribers: Model<SubscriberDocument>) {}

  /** Returns null if the ID is taken, or the group already has this address on this channel. */
  async add(subscriber: NewSubscriber, now: Date): Promise<Subscriber | null> {
    const { id, userId, groupId, channel, address, token, extraData, consent } = subscriber;
    const document = {
      ...owned(userId, id),
      groupId: new ObjectId(groupId),
      channel,
      address,
      token,
      extraData: JSON.stringify(extraData),
      consent: { ...consent, at: now },
      createdAt: now,
      updatedAt: now,
    };
    return (await this.newcomers.add({ ...document, terms: searchTerms(document) }))
      ? toSubscriber(document)
      : null;
  }

  async find({ userId, groupId, channel, address }: Membership): Promise<Subscriber | null> {
    const document = await this.subscribers
      .findOne({ userId: new ObjectId(userId), groupId: new ObjectId(groupId), channel, address })
      .lean();
    return document && toSubscriber(document);
  }

  async get(userId: string, id: string): Promise<Subscriber | null> {
    const document = await this.subscribers.findOne(owned(userId, id)).lean();
    return document && toSubscriber(document);
  }

  /**
   * Changes the given fields. Returns null if the subscriber doesn't exist, 'taken' if the new group already has this
   * address.
   */
  async change(
    { userId, id }: Pick<Subscriber, 'userId' | 'id'>,
    { extraData, groupId }: { [K in 'extraData' | 'groupId']: Subscriber[K] | undefined },
    now: Date,
  ): Promise<Subscriber | 'taken' | null> {
    const set = {
      ...(extraData && (await this.withTerms({ userId, id }, JSON.stringify(extraData)))),
      ...(groupId !== undefined && { groupId: new ObjectId(groupId) }),
      updatedAt: now,
    };
    try {
      const document = await this.subscribers.findOneAndUpdate(
        owned(userId, id),
        { $set: set },
        { returnDocument: 'after', lean: true },
      );
      return document && toSubscriber(document);
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
  }

  /** New extra data, and the search terms that result from it. */
  private async withTerms(
    { userId, id }: Pick<Subscriber, 'userId' | 'id'>,
    extraData: string,
  ): Promise<Pick<SubscriberDocument, 'extraData' | 'terms'>> {
    const found = await this.subscribers.findOne(owned(userId, id), { address: 1 }).lean();
    return { extraData, ...(found && { terms: searchTerms({ address: found.address, extraData }) }) };
  }

  /**
   * Members of some groups with terms that begin with each of the patterns, oldest first among those that the index has
   * first; at most about 1 MiB. There is no next page: a longer search finds fewer.
   */
  async search({ userId, groupIds, channel, patterns, limit }: TermSearch): Promise<Subscriber[]> {
    if (patterns.length === 0) return [];
    const found = await this.subscribers
      .find(
        {
          userId: new ObjectId(userId),
          groupId: { $in: groupIds.map((id) => new ObjectId(id)) },
          terms: { $all: [...patterns].sort((a, b) => b.source.length - a.source.length) },
          ...(channel !== null && { channel }),
        },
        { terms: 0 },
      )
      .hint(BY_TERM)
      .limit(limit)
      .maxTimeMS(readLimitMs())
      .lean<SubscriberDocument[]>();
    found.sort((a, b) => a._id.toHexString().localeCompare(b._id.toHexString()));
    const { items } = await readPage(
      (after, count) => {
        const from = found.findIndex(({ _id }) => _id.toHexString() === after) + 1;
        return Promise.resolve(found.slice(from, from + count));
      },
      { after: null, limit },
      toSubscriber,
    );
    return items;
  }

  /** Oldest first, continuing after a subscriber's id; about 1 MiB at most. */
  page({ userId, groupId, channel, ...slice }: Payload<'subscriber.list'>): Promise<PageOfSubscribers> {
    const group = ofGroup(userId, groupId);
    return channel === null
      ? this.read(group, IN_ORDER, slice)
      : this.read({ ...group, channel }, IN_ORDER_OF_CHANNEL, slice);
  }

  /** The subscribers with an address in some groups: one index look-up for each group and channel. */
  pageOf({ userId, groupIds, channel, address, ...slice }: Search): Promise<PageOfSubscribers> {
    const groupId = { $in: groupIds.map((id) => new ObjectId(id)) };
    const through = { $in: channel === null ? [...channels] : [channel] };
    const filter = { userId: new ObjectId(userId), groupId, channel: through, address };
    return this.read(filter, BY_ADDRESS, slice);
  }

  /** A page of a group to send to, with the variables of these keys, and when each member was changed last. */
  pageToSend({ userId, groupId, keys, since: _, ...slice }: Payload<'audience.page'>): Promise<{
    items: MemberToSend[];
    next: string | null;
  }> {
    const fields = { ...memberFields(keys), updatedAt: 1 };
    const chunk = this.chunks<DocumentToSend>(ofGroup(userId, groupId), IN_ORDER, fields);
    return readPage(chunk, slice, (document) => ({
      member: toMember(document, keys),
      changedAt: document.updatedAt,
    }));
  }

  /**
   * The subscribers among these who are in one of the groups, in the order of `ids`, until the page is too large:
   * `next` is the ID to continue after, null at the end.
   */
  async pageOfThese(
    ids: readonly string[],
    { userId, groupIds, keys }: Pick<Payload<'audience.moved'>, 'userId' | 'groupIds' | 'keys'>,
  ): Promise<{ items: AudienceMember[]; next: string | null }> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const groupId = { $in: groupIds.map((id) => new ObjectId(id)) };
    const found = await this.subscribers
      .find({ _id, userId: new ObjectId(userId), groupId }, memberFields(keys))
      .hint({ _id: 1 })
      .lean<MemberDocument[]>();
    const byId = new Map(found.map((document) => [document._id.toHexString(), document]));
    const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
    const chunk: ReadChunk<MemberDocument> = (last, count) => {
      const from = inOrder.findIndex((document) => document._id.toHexString() === last) + 1;
      return Promise.resolve(inOrder.slice(from, from + count));
    };
    return readPage(chunk, { after: null, limit: ids.length }, (document) => toMember(document, keys));
  }

  /** The memberships of a person in these groups as they are stored, oldest first, continuing after an id. */
  async documentsOf(
    { userId, address }: Pick<Search, 'userId' | 'address'>,
    groupIds: readonly string[],
    { after, limit }: Slice,
  ): Promise<SubscriberDocument[]> {
    const groupId = { $in: groupIds.map((id) => new ObjectId(id)) };
    return this.subscribers
      .find({
        userId: new ObjectId(userId),
        groupId,
        channel: { $in: [...channels] },
        address,
        ...following(after),
      })
      .sort({ _id: 1 })
      .hint(BY_ADDRESS)
      .limit(limit)
      .lean();
  }

  /** The addresses of a group's members, continuing after an id. */
  async addressesAfter(groupId: string, after: string | null, limit: number): Promise<MemberDocument[]> {
    return this.subscribers
      .find({ groupId: new ObjectId(groupId), ...following(after) }, { channel: 1, address: 1 })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit)
      .lean<MemberDocument[]>();
  }

  /** The group of each of these subscribers; removed ones are left out. */
  async groupsOf(userId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const documents = await this.subscribers
      .find({ _id, userId: new ObjectId(userId) }, { groupId: 1 })
      .lean<Pick<SubscriberDocument, '_id' | 'groupId'>[]>();
    return new Map(documents.map(({ _id, groupId }) => [_id.toHexString(), groupId.toHexString()]));
  }

  /** Removes subscribers from any group, even if one is moved in the meantime. Returns their number. */
  async remove(userId: string, ids: readonly string[]): Promise<number> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const { deletedCount } = await this.subscribers.deleteMany({ _id, userId: new ObjectId(userId) });
    return deletedCount;
  }

  /** Removes some members of a deleted group. Returns their number; 0 if none are left. */
  async removeSome(groupId: string, limit: number): Promise<number> {
    const group = { groupId: new ObjectId(groupId) };
    const some = await this.subscribers.find(group, { _id: 1 }).limit(limit).lean();
    if (some.length === 0) return 0;
    const removed = await this.subscribers.deleteMany({ ...group, _id: { $in: some.map(({ _id }) => _id) } });
    return removed.deletedCount;
  }

  /** How many members these groups have by channel; null if that is more than `most` in all. */
  async counts(
    groupIds: readonly string[],
    most: number,
  ): Promise<((groupId: string) => GroupCounts) | null> {
    const counted = { groupId: '$groupId', channel: '$channel' };
    const rows = await this.subscribers.aggregate<{
      _id: { groupId: ObjectId; channel: Channel };
      count: number;
    }>(
      [
        { $match: { groupId: { $in: groupIds.map((id) => new ObjectId(id)) } } },
        { $limit: most + 1 },
        { $group: { _id: counted, count: { $sum: 1 } } },
      ],
      { hint: IN_ORDER_OF_CHANNEL },
    );
    if (rows.reduce((sum, { count }) => sum + count, 0) > most) return null;
    const counts = new Map<string, GroupCounts>();
    for (const { _id, count } of rows) {
      const groupId = _id.groupId.toHexString();
      const sofar = counts.get(groupId) ?? noMembers();
      counts.set(groupId, { ...sofar, [_id.channel]: count, total: sofar.total + count });
    }
    return (groupId) => counts.get(groupId) ?? noMembers();
  }

  /** The `n`th member of a group on a channel after this one; null if there are fewer. Reads only the index. */
  async nth(n: number, groupId: string, channel: Channel, after: string | null): Promise<string | null> {
    const [member] = await this.subscribers
      .find({ groupId: new ObjectId(groupId), channel, ...following(after) }, { _id: 1 })
      .sort({ _id: 1 })
      .hint(IN_ORDER_OF_CHANNEL)
      .skip(n - 1)
      .limit(1)
      .lean();
    return member ? member._id.toHexString() : null;
  }

  /** How many members a group has. Reads only the index. */
  count(groupId: string): Promise<number> {
    return this.subscribers.countDocuments({ groupId: new ObjectId(groupId) }, { hint: IN_ORDER }).exec();
  }

  /** How many members a group has on a channel after this one. */
  countAfter(groupId: string, channel: Channel, after: string | null): Promise<number> {
    return this.subscribers.countDocuments(
      { groupId: new ObjectId(groupId), channel, ...following(after) },
      { hint: IN_ORDER_OF_CHANNEL },
    );
  }

  /** The addresses of all these groups in ascending order, once per membership. Read only from the index. */
  addresses(groupIds: readonly string[], channel: Channel): AsyncGenerator<string[]> {
    const groupId = { $in: groupIds.map((id) => new ObjectId(id)) };
    return addressChunks(this.subscribers, { groupId, channel }, BY_ADDRESS);
  }

  /** The extra data of a group's members as JSON text, oldest first, continuing after a subscriber's id. */
  extraData({ userId, groupId, after }: Payload<'export.columns'>, limit: number): AsyncIterable<MemberData> {
    // The driver's cursor: Mongoose's stays open on the server when a loop over it is left early.
    return this.subscribers.collection
      .find<MemberData>(
        { ...ofGroup(userId, groupId), ...following(after) },
        { projection: { channel: 1, address: 1, extraData: 1, consent: 1 }, maxTimeMS: readLimitMs() },
      )
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit)
      .batchSize(500);
  }

  /** Adds members. Returns those that were not added because their id or their address exists. */
  async addMany(members: readonly SubscriberDocument[]): Promise<SubscriberDocument[]> {
    const refused = await insertMissing(this.subscribers, members);
    return refused.flatMap((index) => members[index] ?? []);
  }

  /** The ids that these addresses have in the group, by key. */
  async idsOf(groupId: string, people: readonly ChannelAddress[]): Promise<Map<string, ObjectId>> {
    const found = await Promise.all(
      channels.map(async (channel) => {
        const addresses = people.flatMap((each) => (each.channel === channel ? [each.address] : []));
        if (addresses.length === 0) return [];
        return this.subscribers
          .find(
            { groupId: new ObjectId(groupId), channel, address: { $in: addresses } },
            { channel: 1, address: 1 },
          )
          .hint(BY_ADDRESS)
          .lean();
      }),
    );
    return new Map(found.flat().map((member) => [keyOf(member), member._id]));
  }

  /** The ids among these that exist, in any group. */
  async existing(ids: readonly ObjectId[]): Promise<Set<string>> {
    const found = await this.subscribers.find({ _id: { $in: [...ids] } }, { _id: 1 }).lean();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }

  async replaceExtraData(
    changes: readonly {
      _id: ObjectId;
      address: string;
      extraData: string;
      consent?: ConsentDetails | undefined;
    }[],
    now: Date,
  ): Promise<void> {
    if (changes.length === 0) return;
    const updates = changes.map(({ _id, address, extraData, consent }) => ({
      updateOne: {
        filter: { _id },
        update: {
          $set: {
            extraData,
            terms: searchTerms({ address, extraData }),
            updatedAt: now,
            ...(consent && { 'consent.given': consent }),
          },
        },
      },
    }));
    // Not by the model: it would cast a filter and an update for each member.
    await this.subscribers.collection.bulkWrite(updates, { ordered: false });
  }

  private read(
    filter: QueryFilter<SubscriberDocument>,
    index: Index,
    slice: Slice,
  ): Promise<PageOfSubscribers> {
    return readPage(this.chunks<SubscriberDocument>(filter, index, { terms: 0 }), slice, toSubscriber);
  }

  private chunks<D>(filter: QueryFilter<SubscriberDocument>, index: Index, fields = {}): ReadChunk<D> {
    return async (last, count) =>
      this.subscribers
        .find({ ...filter, ...following(last) }, fields)
        .sort({ _id: 1 })
        .hint(index)
        .limit(count)
        .batchSize(count)
        .lean<D[]>();
  }
}

/** Extra data is read only if it is needed, because it is the largest part of a member. */
function memberFields(keys: readonly string[]) {
  return { channel: 1, address: 1, ...(keys.length > 0 && { extraData: 1 }) };
}

type Index = typeof IN_ORDER | typeof IN_ORDER_OF_CHANNEL | typeof BY_ADDRESS;

function ofGroup(userId: string, groupId: string): { userId: ObjectId; groupId: ObjectId } {
  return { userId: new ObjectId(userId), groupId: new ObjectId(groupId) };
}

/** The filter for the documents after an id. */
function following(after: string | null): { _id?: { $gt: ObjectId } } {
  return after === null ? {} : { _id: { $gt: new ObjectId(after) } };
}

function noMembers(): GroupCounts {
  return { total: 0, ...eachChannel(() => 0) };
}

function toMember(
  { _id, channel, address, extraData }: MemberDocument,
  keys: readonly string[],
): AudienceMember {
  const variables = extraData === undefined ? {} : pickVariables(JSON.parse(extraData) as Variables, keys);
  return { subscriberId: _id.toHexString(), channel, address, variables };
}

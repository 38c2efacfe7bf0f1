import { Injectable } from '@nestjs/common';
import { type Collection, type Filter, ObjectId } from 'mongodb';
import {
  type Consent,
  type GroupCounts,
  type Payload,
  type Reply,
  type Subscriber,
  eachChannel,
} from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { type ReadPortion, readPage } from './read-page';
import {
  BY_ADDRESS,
  IN_ORDER,
  IN_ORDER_OF_CHANNEL,
  type SubscriberDocument,
  following,
  through,
  toSubscriber,
} from './subscriber-document';

export type NewSubscriber = Omit<Subscriber, 'createdAt' | 'updatedAt'> & { consent: Consent };
export type Membership = Pick<Subscriber, 'userId' | 'groupId' | 'channel' | 'address'>;
export type Search = Omit<Payload<'subscriber.find'>, 'groupId'> & { groupIds: readonly string[] };
export type PageOfSubscribers = Reply<'subscriber.list'>;
type OfGroup = Pick<Subscriber, 'userId' | 'groupId'>;

/** People's memberships of groups. Whether a group is there at all is for Groups to say: ask first. */
@Injectable()
export class Subscribers {
  private readonly subscribers: Collection<SubscriberDocument>;

  constructor(database: Database) {
    this.subscribers = database.collection<SubscriberDocument>('subscribers', [
      { key: BY_ADDRESS, unique: true },
      { key: IN_ORDER },
      { key: IN_ORDER_OF_CHANNEL },
    ]);
  }

  /** Null: the id is taken, or the group has this address in this channel. */
  async add(subscriber: NewSubscriber, now: Date): Promise<Subscriber | null> {
    const { id, userId, groupId, channel, address, token, extraData, consent } = subscriber;
    const document: SubscriberDocument = {
      _id: new ObjectId(id),
      userId: new ObjectId(userId),
      groupId: new ObjectId(groupId),
      channel,
      address,
      token,
      extraData: JSON.stringify(extraData),
      consent: { ...consent, at: now },
      createdAt: now,
      updatedAt: now,
    };
    try {
      await this.subscribers.insertOne(document);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
    return toSubscriber(document);
  }

  async find({ userId, groupId, channel, address }: Membership): Promise<Subscriber | null> {
    const document = await this.subscribers.findOne({
      userId: new ObjectId(userId),
      groupId: new ObjectId(groupId),
      channel,
      address,
    });
    return document && toSubscriber(document);
  }

  async get(userId: string, id: string): Promise<Subscriber | null> {
    const document = await this.subscribers.findOne(owned({ userId, id }));
    return document && toSubscriber(document);
  }

  /** Only what is given. Null: there is no such subscriber. 'taken': the group to move to has this address already. */
  async change(
    one: Pick<Subscriber, 'userId' | 'id'>,
    { extraData, groupId }: { [K in 'extraData' | 'groupId']: Subscriber[K] | undefined },
    now: Date,
  ): Promise<Subscriber | 'taken' | null> {
    const set = {
      ...(extraData && { extraData: JSON.stringify(extraData) }),
      ...(groupId !== undefined && { groupId: new ObjectId(groupId) }),
      updatedAt: now,
    };
    try {
      const document = await this.subscribers.findOneAndUpdate(
        owned(one),
        { $set: set },
        { returnDocument: 'after' },
      );
      return document && toSubscriber(document);
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
  }

  /** Oldest first, continuing after a subscriber's id; about 1 MiB at most. */
  page({ userId, groupId, channel, ...slice }: Payload<'subscriber.list'>): Promise<PageOfSubscribers> {
    const group = ofGroup({ userId, groupId });
    return channel === null
      ? this.read(group, IN_ORDER, slice)
      : this.read({ ...group, channel }, IN_ORDER_OF_CHANNEL, slice);
  }

  /** Those with an address in some groups: one look-up for each group and channel. */
  pageOf({ userId, groupIds, channel, address, ...slice }: Search): Promise<PageOfSubscribers> {
    const groupId = { $in: groupIds.map((id) => new ObjectId(id)) };
    const filter = { userId: new ObjectId(userId), groupId, ...through(channel), address };
    return this.read(filter, BY_ADDRESS, slice);
  }

  /** Which of these are in the group. */
  async present(group: OfGroup, ids: readonly string[]): Promise<string[]> {
    const documents = await this.subscribers
      .find({ ...ofGroup(group), _id: { $in: ids.map((id) => new ObjectId(id)) } })
      .project<{ _id: ObjectId }>({ _id: 1 })
      .toArray();
    return documents.map(({ _id }) => _id.toHexString());
  }

  /** In whatever group they are: who is moved while they are being deleted is deleted. */
  async remove(userId: string, ids: readonly string[]): Promise<void> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    await this.subscribers.deleteMany({ _id, userId: new ObjectId(userId) });
  }

  /** Removes some of a deleted group's members and answers how many; 0 when none are left. */
  async removeSome(groupId: string, limit: number): Promise<number> {
    const group = { groupId: new ObjectId(groupId) };
    const some = await this.subscribers
      .find(group)
      .project<{ _id: ObjectId }>({ _id: 1 })
      .limit(limit)
      .toArray();
    if (some.length > 0)
      await this.subscribers.deleteMany({ ...group, _id: { $in: some.map(({ _id }) => _id) } });
    return some.length;
  }

  /** How many members these groups have by channel. */
  async counts(groupIds: readonly string[]): Promise<(groupId: string) => GroupCounts> {
    const counted = { groupId: '$groupId', channel: '$channel' };
    const rows = await this.subscribers
      .aggregate<{ _id: { groupId: ObjectId; channel: SubscriberDocument['channel'] }; count: number }>(
        [
          { $match: { groupId: { $in: groupIds.map((id) => new ObjectId(id)) } } },
          { $group: { _id: counted, count: { $sum: 1 } } },
        ],
        { hint: IN_ORDER_OF_CHANNEL },
      )
      .toArray();
    const counts = new Map<string, GroupCounts>();
    for (const { _id, count } of rows) {
      const groupId = _id.groupId.toHexString();
      const sofar = counts.get(groupId) ?? noMembers();
      counts.set(groupId, { ...sofar, [_id.channel]: count, total: sofar.total + count });
    }
    return (groupId) => counts.get(groupId) ?? noMembers();
  }

  private read(
    filter: Filter<SubscriberDocument>,
    index: typeof IN_ORDER | typeof IN_ORDER_OF_CHANNEL | typeof BY_ADDRESS,
    slice: { after: string | null; limit: number },
  ): Promise<PageOfSubscribers> {
    const portion: ReadPortion<SubscriberDocument> = (last, count) =>
      this.subscribers
        .find({ ...filter, ...following(last) })
        .sort({ _id: 1 })
        .hint(index)
        .limit(count)
        .batchSize(count)
        .toArray();
    return readPage(portion, slice, toSubscriber);
  }
}

function owned({ userId, id }: Pick<Subscriber, 'userId' | 'id'>): { _id: ObjectId; userId: ObjectId } {
  return { _id: new ObjectId(id), userId: new ObjectId(userId) };
}

function ofGroup({ userId, groupId }: OfGroup): { userId: ObjectId; groupId: ObjectId } {
  return { userId: new ObjectId(userId), groupId: new ObjectId(groupId) };
}

function noMembers(): GroupCounts {
  return { total: 0, ...eachChannel(() => 0) };
}

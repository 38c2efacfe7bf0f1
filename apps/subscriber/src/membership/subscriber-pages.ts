import { type Payload, type Reply, type Subscriber, type Variables, channels } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import { PersonValues, type ValueReader, filledFrom } from '../identity';
import { type OrderIndex, anyOf, following, ofGroup, readInOrder, withValues } from './member-queries';
import { readPage } from './read-page';
import {
  BY_ADDRESS,
  IN_ORDER,
  IN_ORDER_OF_CHANNEL,
  type SubscriberDocument,
  SubscriberRecord,
  toSubscriber,
} from './subscriber-document';

export type PageOfSubscribers = Reply<'subscriber.list'>;
type Search = Omit<Payload<'subscriber.find'>, 'groupId'> & { groupIds: readonly string[] };
type Slice = Pick<Search, 'after' | 'limit'>;

/** Lists members as users see them: of a group, or with an address. */
@Injectable()
export class SubscriberPages {
  constructor(
    @InjectModel(SubscriberRecord.name) private readonly subscribers: Model<SubscriberDocument>,
    private readonly personValues: PersonValues,
  ) {}

  /** Oldest first, continuing after a subscriber's ID; about 1 MiB at most. */
  ofGroup({
    userId,
    groupId,
    channel,
    withAttributes = false,
    ...slice
  }: Payload<'subscriber.list'>): Promise<PageOfSubscribers> {
    const group = ofGroup(userId, groupId);
    const reader = withAttributes ? this.personValues.readerOfAttributes(userId) : undefined;
    return channel === null
      ? this.read(group, IN_ORDER, slice, reader)
      : this.read({ ...group, channel }, IN_ORDER_OF_CHANNEL, slice, reader);
  }

  /** The subscribers with an address in the given groups. Needs one index lookup for each group and channel. */
  withAddress({ userId, groupIds, channel, address, ...slice }: Search): Promise<PageOfSubscribers> {
    const through = { $in: channel === null ? [...channels] : [channel] };
    const filter = { userId: new ObjectId(userId), groupId: anyOf(groupIds), channel: through, address };
    return this.read(filter, BY_ADDRESS, slice);
  }

  /** The memberships of several addresses in a group, on any channel, in no particular order. */
  async withAddresses(userId: string, groupId: string, addresses: readonly string[]): Promise<Subscriber[]> {
    if (addresses.length === 0) return [];
    const found = await this.subscribers
      .find(
        { ...ofGroup(userId, groupId), channel: { $in: [...channels] }, address: { $in: [...addresses] } },
        { terms: 0 },
      )
      .hint(BY_ADDRESS)
      .lean<SubscriberDocument[]>();
    return found.map(toSubscriber);
  }

  /** The memberships of a person in these groups as they are stored, oldest first, continuing after an ID. */
  async documentsWithAddress(
    { userId, address }: Pick<Search, 'userId' | 'address'>,
    groupIds: readonly string[],
    { after, limit }: Slice,
  ): Promise<SubscriberDocument[]> {
    return this.subscribers
      .find({
        userId: new ObjectId(userId),
        groupId: anyOf(groupIds),
        channel: { $in: [...channels] },
        address,
        ...following(after),
      })
      .sort({ _id: 1 })
      .hint(BY_ADDRESS)
      .limit(limit)
      .lean();
  }

  private read(
    filter: QueryFilter<SubscriberDocument>,
    index: OrderIndex,
    slice: Slice,
    reader: Promise<ValueReader | null> = Promise.resolve(null),
  ): Promise<PageOfSubscribers> {
    type Found = SubscriberDocument & { values?: Variables };
    const chunk = readInOrder<Found>(this.subscribers, filter, index, { terms: 0 });
    return readPage(withValues(chunk, reader), slice, ({ values, ...document }) => {
      const subscriber = toSubscriber(document);
      return values ? { ...subscriber, extraData: filledFrom(values, subscriber.extraData) } : subscriber;
    });
  }
}

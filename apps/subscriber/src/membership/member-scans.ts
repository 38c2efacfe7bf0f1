import type { Channel, Payload } from '@carillon/contracts';
import { readLimitMs } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { addressChunks } from '../address-chunks';
import { anyOf, following, ofGroup } from './member-queries';
import { BY_ADDRESS, IN_ORDER, type SubscriberDocument, SubscriberRecord } from './subscriber-document';

type MemberData = Pick<SubscriberDocument, '_id' | 'channel' | 'address' | 'extraData' | 'consent'>;
type StoredAddress = Pick<SubscriberDocument, '_id' | 'channel' | 'address'>;

const dataFields = { channel: 1, address: 1, extraData: 1, consent: 1 } as const;

/** Walks through all members of groups, and reads only the fields that the walk needs. */
@Injectable()
export class MemberScans {
  constructor(@InjectModel(SubscriberRecord.name) private readonly subscribers: Model<SubscriberDocument>) {}

  /** The addresses of all these groups in ascending order, once per membership. Reads only the index. */
  addresses(groupIds: readonly string[], channel: Channel): AsyncGenerator<string[]> {
    return addressChunks(this.subscribers, { groupId: anyOf(groupIds), channel }, BY_ADDRESS);
  }

  /** The addresses of a group's members, continuing after an ID. */
  async addressesAfter(groupId: string, after: string | null, limit: number): Promise<StoredAddress[]> {
    return this.subscribers
      .find({ groupId: new ObjectId(groupId), ...following(after) }, { channel: 1, address: 1 })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit)
      .lean<StoredAddress[]>();
  }

  /** The data of these members. */
  async dataOf(userId: string, ids: readonly string[]): Promise<MemberData[]> {
    return this.subscribers
      .find({ _id: anyOf(ids), userId: new ObjectId(userId) }, dataFields)
      .hint({ _id: 1 })
      .lean<MemberData[]>();
  }

  /** The extra data of a group's members as JSON text, oldest first, continuing after a subscriber's ID. */
  extraData({ userId, groupId, after }: Payload<'export.columns'>, limit: number): AsyncIterable<MemberData> {
    // Uses the driver's cursor, because Mongoose's cursor stays open on the server if a loop over it ends early.
    return this.subscribers.collection
      .find<MemberData>(
        { ...ofGroup(userId, groupId), ...following(after) },
        { projection: dataFields, maxTimeMS: readLimitMs() },
      )
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit)
      .batchSize(500);
  }
}

import type { Subscriber } from '@carillon/contracts';
import { insertMissing, isDuplicateKey, owned } from '@carillon/mongo';
import { Batcher } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { memberTerms } from '../search-terms';
import { anyOf, withExtraData } from './member-queries';
import {
  type SingleConsent,
  type SubscriberDocument,
  SubscriberRecord,
  toSubscriber,
} from './subscriber-document';

type NewSubscriber = Omit<Subscriber, 'consent' | 'createdAt' | 'updatedAt'> & { consent: SingleConsent };
type Membership = Pick<Subscriber, 'userId' | 'groupId' | 'channel' | 'address'>;

/**
 * Adds, finds, changes, and removes single members. Doesn't check whether a group is deleted. Check with Groups first.
 */
@Injectable()
export class Subscribers {
  /** Adds concurrent members with one write. */
  private readonly newcomers = new Batcher<SubscriberDocument, boolean>({
    atOnce: 2,
    most: 100,
    run: async (members) => {
      const refused = new Set(await insertMissing(this.subscribers, members));
      return members.map((_, index) => !refused.has(index));
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
    const terms = memberTerms(document.extraData);
    return (await this.newcomers.add({ ...document, ...(terms && { terms }) }))
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
    const { $set: data, ...unset } = extraData ? withExtraData(JSON.stringify(extraData)) : {};
    const set = {
      ...data,
      ...(groupId !== undefined && { groupId: new ObjectId(groupId) }),
      updatedAt: now,
    };
    try {
      const document = await this.subscribers.findOneAndUpdate(
        owned(userId, id),
        { $set: set, ...unset },
        { returnDocument: 'after', lean: true },
      );
      return document && toSubscriber(document);
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
  }

  /** The group of each of these subscribers. Removed subscribers are omitted. */
  async groupsOf(userId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const documents = await this.subscribers
      .find({ _id: anyOf(ids), userId: new ObjectId(userId) }, { groupId: 1 })
      .lean<Pick<SubscriberDocument, '_id' | 'groupId'>[]>();
    return new Map(documents.map(({ _id, groupId }) => [_id.toHexString(), groupId.toHexString()]));
  }

  /** The addresses of these subscribers. Removed subscribers are omitted. */
  async addressesOf(userId: string, ids: readonly string[]): Promise<string[]> {
    const documents = await this.subscribers
      .find({ _id: anyOf(ids), userId: new ObjectId(userId) }, { address: 1 })
      .lean<Pick<SubscriberDocument, '_id' | 'address'>[]>();
    return documents.map(({ address }) => address);
  }

  /** Removes subscribers from any group, even if one is moved in the meantime. Returns their number. */
  async remove(userId: string, ids: readonly string[]): Promise<number> {
    const these = { _id: anyOf(ids), userId: new ObjectId(userId) };
    const { deletedCount } = await this.subscribers.deleteMany(these);
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
}

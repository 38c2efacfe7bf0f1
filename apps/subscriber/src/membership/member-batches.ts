import { type ConsentDetails, type Subscriber, channels } from '@carillon/contracts';
import { insertMissing } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { keyOf } from '../identity';
import { withExtraData } from './member-queries';
import { BY_ADDRESS, type SubscriberDocument, SubscriberRecord } from './subscriber-document';

type ChannelAddress = Pick<Subscriber, 'channel' | 'address'>;

/** Adds and changes members by the thousand, as imports do. */
@Injectable()
export class MemberBatches {
  constructor(@InjectModel(SubscriberRecord.name) private readonly subscribers: Model<SubscriberDocument>) {}

  /** Adds members. Returns the members that were not added because their ID or their address exists. */
  async add(members: readonly SubscriberDocument[]): Promise<SubscriberDocument[]> {
    const refused = await insertMissing(this.subscribers, members);
    return refused.flatMap((index) => members[index] ?? []);
  }

  /** The IDs of the members with these addresses in the group, by key. */
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

  /** The given IDs that exist in any group. */
  async existing(ids: readonly ObjectId[]): Promise<Set<string>> {
    const found = await this.subscribers.find({ _id: { $in: [...ids] } }, { _id: 1 }).lean();
    return new Set(found.map(({ _id }) => _id.toHexString()));
  }

  async replaceExtraData(
    changes: readonly { _id: ObjectId; extraData: string; consent?: ConsentDetails | undefined }[],
    now: Date,
  ): Promise<void> {
    if (changes.length === 0) return;
    const updates = changes.map(({ _id, extraData, consent }) => {
      const { $set: data, ...unset } = withExtraData(extraData);
      const set = { ...data, updatedAt: now, ...(consent && { 'consent.given': consent }) };
      return { updateOne: { filter: { _id }, update: { $set: set, ...unset } } };
    });
    // Bypasses the model, which would cast a filter and an update for each member.
    await this.subscribers.collection.bulkWrite(updates, { ordered: false });
  }
}

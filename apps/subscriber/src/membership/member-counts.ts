import { type Channel, type GroupCounts, eachChannel } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { anyOf, following } from './member-queries';
import {
  IN_ORDER,
  IN_ORDER_OF_CHANNEL,
  type SubscriberDocument,
  SubscriberRecord,
} from './subscriber-document';

/** Counts the members of groups. Each method reads only an index. */
@Injectable()
export class MemberCounts {
  constructor(@InjectModel(SubscriberRecord.name) private readonly subscribers: Model<SubscriberDocument>) {}

  /** How many members a group has. */
  ofGroup(groupId: string): Promise<number> {
    return this.subscribers.countDocuments({ groupId: new ObjectId(groupId) }, { hint: IN_ORDER }).exec();
  }

  /** The number of members of these groups by channel. Null if the total exceeds `most`. */
  async byChannel(
    groupIds: readonly string[],
    most: number,
  ): Promise<((groupId: string) => GroupCounts) | null> {
    const counted = { groupId: '$groupId', channel: '$channel' };
    const rows = await this.subscribers.aggregate<{
      _id: { groupId: ObjectId; channel: Channel };
      count: number;
    }>(
      [
        { $match: { groupId: anyOf(groupIds) } },
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

  /** The `n`th member of a group on a channel after this one. Null if the group has fewer. */
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

  /** The number of members of a group on a channel after this one. */
  after(groupId: string, channel: Channel, after: string | null): Promise<number> {
    return this.subscribers.countDocuments(
      { groupId: new ObjectId(groupId), channel, ...following(after) },
      { hint: IN_ORDER_OF_CHANNEL },
    );
  }
}

export function noMembers(): GroupCounts {
  return { total: 0, ...eachChannel(() => 0) };
}

import type { Channel } from '@carillon/contracts';
import { readLimitMs } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { Groups } from './groups';
import { anyOf } from './member-queries';
import { OF_ADDRESS, type SubscriberDocument, SubscriberRecord } from './subscriber-document';

/** The address of a person in a group. */
export interface Membership {
  id: string;
  channel: Channel;
  address: string;
  groupId: string;
}

/** A membership with its times. It was changed if the member moved from another group, or has other data. */
export interface DatedMembership extends Membership {
  createdAt: Date;
  updatedAt: Date;
}

type StoredMembership = Pick<SubscriberDocument, '_id' | 'channel' | 'address' | 'groupId'>;

/** Finds the memberships of addresses, whichever group they are in. */
@Injectable()
export class Memberships {
  constructor(
    @InjectModel(SubscriberRecord.name) private readonly subscribers: Model<SubscriberDocument>,
    private readonly groups: Groups,
  ) {}

  /**
   * The memberships in groups that exist, oldest first for each address. `among`: only in these groups. Reads only an
   * index.
   */
  async of(userId: string, addresses: readonly string[], among?: readonly string[]): Promise<Membership[]> {
    if (addresses.length === 0 || among?.length === 0) return [];
    const found = await this.subscribers.collection
      .find<StoredMembership>(
        {
          userId: new ObjectId(userId),
          address: { $in: [...new Set(addresses)] },
          ...(among && { groupId: anyOf(among) }),
        },
        { projection: { channel: 1, address: 1, groupId: 1 }, maxTimeMS: readLimitMs() },
      )
      .hint(OF_ADDRESS)
      .toArray();
    return this.inExisting(userId, found.map(toMembership));
  }

  /** The same in all groups, with the times. Reads the members, so it is for few addresses. */
  async dated(userId: string, addresses: readonly string[]): Promise<DatedMembership[]> {
    const found = await this.subscribers
      .find(
        { userId: new ObjectId(userId), address: { $in: [...addresses] } },
        { channel: 1, address: 1, groupId: 1, createdAt: 1, updatedAt: 1 },
      )
      .hint(OF_ADDRESS)
      .lean();
    return this.inExisting(
      userId,
      found.map((each) => ({
        ...toMembership(each),
        createdAt: each.createdAt,
        updatedAt: each.updatedAt,
      })),
    );
  }

  private async inExisting<M extends Membership>(userId: string, memberships: M[]): Promise<M[]> {
    const existing = await this.groups.existing(userId, [
      ...new Set(memberships.map((each) => each.groupId)),
    ]);
    return memberships.filter(({ groupId }) => existing.has(groupId)).sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

function toMembership({ _id, channel, address, groupId }: StoredMembership): Membership {
  return { id: _id.toHexString(), channel, address, groupId: groupId.toHexString() };
}

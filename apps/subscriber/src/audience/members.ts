import { Injectable } from '@nestjs/common';
import { type Collection, ObjectId } from 'mongodb';
import type { AudienceMember, Channel, Payload, Variables } from '@carillon/contracts';
import { pickVariables } from '@carillon/content';
import { Database } from '@carillon/platform';
import { type ReadPortion, readPage } from '../subscribers/read-page';
import { BY_ADDRESS, IN_ORDER, type SubscriberDocument, following } from '../subscribers/subscriber-document';
import { addressPortions } from './address-portions';
import type { Addresses } from './tally';

type MemberDocument = Pick<SubscriberDocument, '_id' | 'channel' | 'address'> & { extraData?: string };

/** Subscribers as those see them who send to them. Nothing is written here. */
@Injectable()
export class Members {
  private readonly subscribers: Collection<SubscriberDocument>;

  constructor(database: Database) {
    this.subscribers = database.collection<SubscriberDocument>('subscribers');
  }

  /** Oldest first, with the variables of these keys, continuing after a subscriber's id; about 1 MiB at most. */
  page({ userId, groupId, keys, after, limit }: Payload<'audience.page'>): Promise<{
    items: AudienceMember[];
    next: string | null;
  }> {
    const group = { userId: new ObjectId(userId), groupId: new ObjectId(groupId) };
    const read: ReadPortion<MemberDocument> = (last, count) =>
      this.subscribers
        .find({ ...group, ...following(last) })
        .project<MemberDocument>({ channel: 1, address: 1, ...(keys.length > 0 && { extraData: 1 }) })
        .sort({ _id: 1 })
        .hint(IN_ORDER)
        .limit(count)
        .batchSize(count)
        .toArray();
    return readPage(read, { after, limit }, (document) => toMember(document, keys));
  }

  /** Of all groups together, in order, an address as often as it is in them. Read from the index alone. */
  addresses(groupIds: readonly string[], channel: Channel): Addresses {
    const found = this.subscribers
      .find({ groupId: { $in: groupIds.map((id) => new ObjectId(id)) }, channel })
      .project<Pick<SubscriberDocument, 'address'>>({ _id: 0, address: 1 })
      .sort({ address: 1 })
      .hint(BY_ADDRESS);
    return addressPortions(found);
  }

  /** The group of each of these subscribers that is still there. */
  async groupsOf(userId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const documents = await this.subscribers
      .find({ _id: { $in: ids.map((id) => new ObjectId(id)) }, userId: new ObjectId(userId) })
      .project<{ _id: ObjectId; groupId: ObjectId }>({ groupId: 1 })
      .toArray();
    return new Map(documents.map(({ _id, groupId }) => [_id.toHexString(), groupId.toHexString()]));
  }
}

function toMember(
  { _id, channel, address, extraData }: MemberDocument,
  keys: readonly string[],
): AudienceMember {
  const variables = extraData === undefined ? {} : pickVariables(JSON.parse(extraData) as Variables, keys);
  return { subscriberId: _id.toHexString(), channel, address, variables };
}

import { LOCALE, pickVariables } from '@carillon/content';
import type { AudienceMember, Payload, Variables } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { PersonValues, filledFrom } from '../identity';
import { anyOf, ofGroup, readInOrder, withValues } from './member-queries';
import { type ReadChunk, readPage } from './read-page';
import { IN_ORDER, type SubscriberDocument, SubscriberRecord } from './subscriber-document';

/** `values`: those of its person that the message uses. */
type MemberDocument = Pick<SubscriberDocument, '_id' | 'channel' | 'address'> & {
  extraData?: string;
  values?: Variables;
};
type DocumentToSend = MemberDocument & Pick<SubscriberDocument, 'updatedAt'>;

/** A member, and when it last joined the group, moved from another group, or was changed. */
export interface MemberToSend {
  member: AudienceMember;
  changedAt: Date;
}

/** Lists members as recipients of campaigns, with the variables of their messages. */
@Injectable()
export class AudienceMembers {
  constructor(
    @InjectModel(SubscriberRecord.name) private readonly subscribers: Model<SubscriberDocument>,
    private readonly personValues: PersonValues,
  ) {}

  /** A page of a group to send to, with the variables of these keys, and the time of each member's last change. */
  async page({ userId, groupId, keys, since: _, ...slice }: Payload<'audience.page'>): Promise<{
    items: MemberToSend[];
    next: string | null;
  }> {
    const fields = { ...memberFields(keys), updatedAt: 1 };
    const chunk = readInOrder<DocumentToSend>(this.subscribers, ofGroup(userId, groupId), IN_ORDER, fields);
    const read = withValues(chunk, this.personValues.readerOf(userId, keys));
    return readPage(read, slice, (document) => ({
      member: toMember(document, keys),
      changedAt: document.updatedAt,
    }));
  }

  /**
   * The given subscribers who are in one of the groups, in the order of `ids`, until the page is too large. `next` is
   * the ID to continue after, or null at the end.
   */
  async pageOfThese(
    ids: readonly string[],
    {
      userId,
      groupIds,
      keys,
    }: Pick<Payload<'audience.moved'>, 'userId' | 'keys'> & {
      /** Absent: the subscribers are known to be in groups of the user. */
      groupIds?: readonly string[];
    },
  ): Promise<{ items: AudienceMember[]; next: string | null }> {
    const among = groupIds && { groupId: anyOf(groupIds) };
    const these = { _id: anyOf(ids), userId: new ObjectId(userId), ...among };
    const found = await this.subscribers
      .find(these, memberFields(keys))
      .hint({ _id: 1 })
      .lean<MemberDocument[]>();
    const byId = new Map(found.map((document) => [document._id.toHexString(), document]));
    const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
    const chunk: ReadChunk<MemberDocument> = (last, count) => {
      const from = inOrder.findIndex((document) => document._id.toHexString() === last) + 1;
      return Promise.resolve(inOrder.slice(from, from + count));
    };
    const read = withValues(chunk, this.personValues.readerOf(userId, keys));
    return readPage(read, { after: null, limit: ids.length }, (document) => toMember(document, keys));
  }
}

/** Extra data is read only if it is needed, because it is the largest part of a member. */
function memberFields(keys: readonly string[]) {
  return { channel: 1, address: 1, ...(keys.length > 0 && { extraData: 1 }) };
}

function toMember(
  { _id, channel, address, extraData, values }: MemberDocument,
  keys: readonly string[],
): AudienceMember {
  const own = extraData === undefined ? {} : pickVariables(JSON.parse(extraData) as Variables, keys);
  // The planner sees that this process knows locales, although the one of the member is unknown.
  const unknown = keys.includes(LOCALE) ? { [LOCALE]: '' } : {};
  const variables = { ...unknown, ...filledFrom(values, own) };
  return { subscriberId: _id.toHexString(), channel, address, variables };
}

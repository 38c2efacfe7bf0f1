import { channels, pageOf, type SkipReason, type TopicOptOut } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import { People } from '../identity';
import { SuppressedAddresses, aroundOrAfter } from './suppressed-addresses';
import {
  type Address,
  BY_ADDRESS,
  BY_CHOICE,
  BY_SNOOZE,
  BY_TOPIC,
  type AddressHistory,
  type SuppressionDocument,
  SuppressionRecord,
  toAddressHistory,
} from './suppression-document';

interface Page<T> {
  items: T[];
  next: string | null;
}

type ChannelAddress = Omit<Address, 'userId'>;
type ReasonOf = (recipient: ChannelAddress) => SkipReason | null;

const nobody: ReasonOf = () => null;

/**
 * Finds recipients whose person left a topic or paused all messages. Both are stored with an address, and apply to all
 * addresses of its person, including those that the person got later.
 */
@Injectable()
export class TopicOptOuts {
  constructor(
    @InjectModel(SuppressionRecord.name) private readonly suppressions: Model<SuppressionDocument>,
    private readonly suppressed: SuppressedAddresses,
    private readonly people: People,
  ) {}

  /** False only if nobody left a topic of the user, and nobody paused messages. */
  async hasAny(userId: string, now: Date): Promise<boolean> {
    const ofUser = { userId: new ObjectId(userId) };
    const [hasTopics, hasSnoozes] = await Promise.all([
      this.finds({ ...ofUser, 'topics.topicId': { $exists: true } }, BY_TOPIC),
      this.hasSnoozes(userId, now),
    ]);
    return hasTopics || hasSnoozes;
  }

  /** False only if certainly nobody left a topic of the user or paused messages since. */
  anySince(userId: string, since: Date): Promise<boolean> {
    const filter = { userId: new ObjectId(userId), choiceAt: aroundOrAfter(since) };
    return this.finds(filter, BY_CHOICE);
  }

  /** The addresses with an opt-out of a topic, in the order of their IDs, continuing after one of them. */
  async page(
    userId: string,
    topicId: string,
    after: string | null,
    limit: number,
  ): Promise<Page<TopicOptOut>> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    const found = await this.suppressions
      .find({ userId: new ObjectId(userId), 'topics.topicId': topicId, ...following })
      .sort({ _id: 1 })
      .hint(BY_TOPIC)
      .limit(limit + 1)
      .lean<SuppressionDocument[]>();
    return pageOf(
      found.map(toAddressHistory).flatMap((history) => optOutOf(history, topicId)),
      limit,
    );
  }

  /** The opt-outs of a topic at all addresses of the person who has this address, in the order of their IDs. */
  async ofPerson(userId: string, topicId: string, address: string): Promise<TopicOptOut[]> {
    const addresses = (await this.people.addressesWith(userId, [address])).get(address) ?? [address];
    const byForm = await this.suppressed.formsOf(userId, [...channels], addresses);
    const found = await this.suppressions
      .find({ ...atAddresses(userId, byForm), 'topics.topicId': topicId })
      .sort({ _id: 1 })
      .hint(BY_ADDRESS)
      .lean<SuppressionDocument[]>();
    return found.map(toAddressHistory).flatMap((history) => optOutOf(history, topicId));
  }

  /** Why these recipients must not receive messages about a topic now; `topicId` null: about no topic. */
  async reasons(
    { userId, topicId }: { userId: string; topicId: string | null },
    recipients: readonly ChannelAddress[],
    now: Date,
  ): Promise<ReasonOf> {
    const [isLeft, isSnoozed] = await Promise.all([
      topicId !== null && this.finds({ userId: new ObjectId(userId), 'topics.topicId': topicId }, BY_TOPIC),
      this.hasSnoozes(userId, now),
    ]);
    if ((!isLeft && !isSnoozed) || recipients.length === 0) return nobody;
    const own = [...new Set(recipients.map(({ address }) => address))];
    const addressesOf = await this.people.addressesWith(userId, own);
    const all = new Set([...own, ...[...addressesOf.values()].flat()]);
    const reasonOf = await this.reasonsOfAddresses({ userId, topicId }, [...all], now);
    return ({ address }) => strongest((addressesOf.get(address) ?? [address]).map(reasonOf));
  }

  /** By address, on any channel. */
  private async reasonsOfAddresses(
    { userId, topicId }: { userId: string; topicId: string | null },
    addresses: readonly string[],
    now: Date,
  ): Promise<(address: string) => SkipReason | null> {
    const byForm = await this.suppressed.formsOf(userId, [...channels], addresses);
    const found = await this.suppressions
      .find(
        {
          ...atAddresses(userId, byForm),
          $or: [
            ...(topicId === null ? [] : [{ 'topics.topicId': topicId }]),
            { 'snooze.until': { $gt: now } },
          ],
        },
        { _id: 0, address: 1, 'topics.topicId': 1 },
      )
      .hint(BY_ADDRESS)
      .lean<Pick<SuppressionDocument, 'address' | 'topics'>[]>();
    const reasons = new Map<string, SkipReason>();
    for (const { address: form, topics = [] } of found) {
      const address = byForm.get(form) ?? form;
      const reason = topics.some((topic) => topic.topicId === topicId) ? 'TOPIC_OPTED_OUT' : 'SNOOZED';
      const before = reasons.get(address);
      reasons.set(address, strongest([reason, before ?? null]) ?? reason);
    }
    return (address) => reasons.get(address) ?? null;
  }

  /** Whether someone paused all messages. */
  hasSnoozes(userId: string, now: Date): Promise<boolean> {
    return this.finds({ userId: new ObjectId(userId), 'snooze.until': { $gt: now } }, BY_SNOOZE);
  }

  private async finds(
    filter: QueryFilter<SuppressionDocument>,
    index: typeof BY_TOPIC | typeof BY_SNOOZE | typeof BY_CHOICE,
  ): Promise<boolean> {
    return (await this.suppressions.findOne(filter, { _id: 0, userId: 1 }).hint(index).lean()) !== null;
  }
}

/** What is stored with these addresses, on any channel. The keys are the texts that the addresses are stored as. */
function atAddresses(userId: string, byForm: ReadonlyMap<string, string>): QueryFilter<SuppressionDocument> {
  return {
    userId: new ObjectId(userId),
    channel: { $in: [...channels] },
    address: { $in: [...byForm.keys()] },
  };
}

/** The opt-out of a topic as its user sees it; empty if the address has none. */
export function optOutOf({ id, address, eligibility }: AddressHistory, topicId: string): TopicOptOut[] {
  const left = eligibility.topics.find((topic) => topic.topicId === topicId);
  if (!left) return [];
  const { channel, address: identifier } = address;
  return [{ id, channel, address: identifier, source: left.source, createdAt: left.at.toISOString() }];
}

/** An opt-out is permanent, a pause isn't. */
function strongest(reasons: readonly (SkipReason | null)[]): SkipReason | null {
  return reasons.includes('TOPIC_OPTED_OUT') ? 'TOPIC_OPTED_OUT' : (reasons.find((each) => each) ?? null);
}

import { type Channel, type Subscriber, channels } from '@carillon/contracts';
import { readLimitMs } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, mongo } from 'mongoose';
import { People, type SearchedPerson, termsByAddress } from '../identity';
import { inParts } from '../in-parts';
import { MANY_MATCHES, rarestFirst } from '../search-terms';
import { anyOf } from './member-queries';
import { readPage } from './read-page';
import {
  BY_ADDRESS,
  BY_TERM,
  IN_ORDER,
  OF_ADDRESS,
  type SubscriberDocument,
  SubscriberRecord,
  toSubscriber,
} from './subscriber-document';

interface TermSearch {
  userId: string;
  groupIds: readonly string[];
  channel: Channel | null;
  patterns: readonly RegExp[];
  limit: number;
}

/** Searches read this many people of the account, and this many members of the groups, a part at a time. */
const MOST_READ = 5_000;
const AT_ONCE = 200;

/**
 * Finds members by the terms of their own names, and by those of their people. Members have no terms of their addresses,
 * because an index of these would cost imports more than all other indexes of members together.
 */
@Injectable()
export class MemberSearch {
  private readonly members;

  constructor(
    @InjectModel(SubscriberRecord.name) model: Model<SubscriberDocument>,
    private readonly people: People,
  ) {
    this.members = model.collection;
  }

  /**
   * Members of some groups who have, with their people, terms that begin with each of the patterns; oldest first among
   * those that the indexes have first; at most about 1 MiB. There is no next page: a longer search finds fewer. If too many
   * people of the account match to read all of them, the oldest members of the groups are read instead.
   */
  async search({ userId, groupIds, channel, patterns, limit }: TermSearch): Promise<Subscriber[]> {
    const inChannels = { $in: channel === null ? [...channels] : [channel] };
    const among = { userId: new ObjectId(userId), groupId: anyOf(groupIds), channel: inChannels };
    const [rarest] = await rarestFirst(patterns, (pattern) => this.count(userId, among, pattern));
    if (!rarest || groupIds.length === 0) return [];
    const found = new FoundMembers(patterns, limit);
    const add = async (members: SubscriberDocument[]): Promise<void> => {
      const addresses = members.map(({ address }) => address);
      found.add(members, await this.people.termsOf(userId, addresses));
    };
    const own = this.read({ ...among, terms: rarest }, BY_TERM);
    // Members of release 0.3.0 have no person until the upgrade is complete.
    const withAddress = this.read({ ...among, address: { $in: beginningsOfAddress(rarest) } }, BY_ADDRESS);
    for (const matches of [own, withAddress]) {
      for await (const members of inParts(matches, AT_ONCE)) {
        await add(members);
        if (found.isFull) return found.page();
      }
    }
    let people = 0;
    for await (const some of inParts(this.people.matches(userId, rarest, MOST_READ), AT_ONCE)) {
      people += some.length;
      found.add(await this.ofPeople(among, some), termsByAddress(some));
      if (found.isFull) return found.page();
    }
    if (people < MOST_READ) return found.page();
    for await (const members of inParts(this.read(among, IN_ORDER), AT_ONCE)) {
      await add(members);
      if (found.isFull) break;
    }
    return found.page();
  }

  /** The number of matches of a pattern, up to a limit. */
  private async count(userId: string, among: object, pattern: RegExp): Promise<number> {
    const [own, ofPeople] = await Promise.all([
      this.members.countDocuments(
        { ...among, terms: pattern },
        { hint: BY_TERM, limit: MANY_MATCHES, maxTimeMS: readLimitMs() },
      ),
      this.people.countMatches(userId, pattern),
    ]);
    return own + ofPeople;
  }

  private ofPeople(among: object, people: readonly SearchedPerson[]): Promise<SubscriberDocument[]> {
    const addresses = people.flatMap(({ channels }) => channels.map(({ address }) => address));
    return this.read({ ...among, address: { $in: [...new Set(addresses)] } }, OF_ADDRESS).toArray();
  }

  private read(filter: object, index: mongo.IndexSpecification): mongo.FindCursor<SubscriberDocument> {
    return this.members
      .find<SubscriberDocument>(filter, { maxTimeMS: readLimitMs() })
      .hint(index)
      .limit(MOST_READ)
      .batchSize(AT_ONCE);
  }
}

/** The members who match all patterns, each once, up to a limit. */
class FoundMembers {
  private readonly found = new Map<string, SubscriberDocument>();

  constructor(
    private readonly patterns: readonly RegExp[],
    private readonly limit: number,
  ) {}

  get isFull(): boolean {
    return this.found.size >= this.limit;
  }

  /** @param ofPeople the terms of the members' people, by address */
  add(members: readonly SubscriberDocument[], ofPeople: ReadonlyMap<string, readonly string[]>): void {
    for (const member of members) {
      if (this.isFull) return;
      const { address, terms: own = [] } = member;
      const terms = [address.replace(/^\+/, ''), ...own, ...(ofPeople.get(address) ?? [])];
      if (this.patterns.every((pattern) => terms.some((term) => pattern.test(term))))
        this.found.set(member._id.toHexString(), member);
    }
  }

  /** The members in the order of their IDs, until the page is too large. */
  async page(): Promise<Subscriber[]> {
    const inOrder = [...this.found.keys()].sort();
    const { items } = await readPage(
      (after, count) => {
        const from = after === null ? 0 : inOrder.indexOf(after) + 1;
        return Promise.resolve(inOrder.slice(from, from + count).flatMap((id) => this.found.get(id) ?? []));
      },
      { after: null, limit: this.limit },
      toSubscriber,
    );
    return items;
  }
}

/** The patterns for whole addresses: a phone number begins with `+`, which searches don't have. */
function beginningsOfAddress(pattern: RegExp): RegExp[] {
  return [pattern, new RegExp(pattern.source.replace('^', '^\\+'))];
}

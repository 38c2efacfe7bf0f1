import {
  AppError,
  type Channel,
  type Payload,
  type Reply,
  type Suppression,
  channels,
  newId,
  pageOf,
  suppressionReasons,
} from '@carillon/contracts';
import { isDuplicateKey } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import { addressPortions } from '../subscribers/address-portions';
import { type News, type Eligibility, eligibilityAfter, strongest, unknownAddress } from './eligibility';
import {
  type Address,
  BY_ADDRESS,
  BY_TIME,
  IN_ORDER,
  type Known,
  type SuppressionDocument,
  SuppressionRecord,
  shown,
  toKnown,
} from './suppression-document';

type Place = Omit<Address, 'userId'>;

/** A suppression may have the time of a clock that is behind that of the one who asks, and be seen a moment later. */
const MARGIN_MS = 60_000;

/**
 * Who must not be written to, and why. Every change is news applied and saved by compare-and-set on `rev`. Written by the
 * collection: addresses are refused by the thousand, and the model would make a document of each cause, which costs as much
 * as the write itself.
 */
@Injectable()
export class Suppressions {
  constructor(
    @InjectModel(SuppressionRecord.name) private readonly suppressions: Model<SuppressionDocument>,
  ) {}

  /** Takes in news of an address, again if somebody else was faster. `id`: what it is called if it is new. Answers what is known then. */
  async apply(address: Address, news: News, id = newId()): Promise<Known> {
    for (;;) {
      const before = (await this.find(address)) ?? { id, address, eligibility: unknownAddress, rev: 0 };
      const eligibility = eligibilityAfter(before.eligibility, news);
      if (eligibility === before.eligibility) return before;
      if (await this.save(before, eligibility)) return { ...before, eligibility, rev: before.rev + 1 };
    }
  }

  /** Takes in the same news of all that is known under these ids. Answers what is known then. */
  async hearOfAll(userId: string, ids: readonly string[], news: News): Promise<Known[]> {
    const changes = (await this.known(userId, ids)).flatMap((before) => {
      const eligibility = eligibilityAfter(before.eligibility, news);
      return eligibility === before.eligibility ? [] : [{ updateOne: changeOf(before, eligibility) }];
    });
    if (changes.length > 0) await this.suppressions.collection.bulkWrite(changes, { ordered: false });
    // Of some, somebody else may have been faster.
    const known = await this.known(userId, ids);
    return Promise.all(
      known.map(async (each) =>
        eligibilityAfter(each.eligibility, news) === each.eligibility ? each : this.apply(each.address, news),
      ),
    );
  }

  /** All that is known under these ids, suppressed or not. */
  async known(userId: string, ids: readonly string[]): Promise<Known[]> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    return (await this.suppressions.find({ _id, userId: new ObjectId(userId) }).lean()).map(toKnown);
  }

  /** Errors: suppression_not_found, also for one that was lifted. */
  async get({ userId, id }: Payload<'suppression.get'>): Promise<Suppression> {
    const [suppression] = (await this.known(userId, [id])).flatMap(shown);
    if (!suppression) throw new AppError('suppression_not_found');
    return suppression;
  }

  /** Oldest first, continuing after an id. */
  async page(query: Payload<'suppression.list'>): Promise<Reply<'suppression.list'>> {
    const { userId, channel, reason, address, after, limit } = query;
    const documents = await this.suppressions
      .find({
        userId: new ObjectId(userId),
        channel: { $in: channel === null ? [...channels] : [channel] },
        reason: { $in: reason === null ? [...suppressionReasons] : [reason] },
        ...(address !== null && { address }),
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .hint(address === null ? IN_ORDER : BY_ADDRESS)
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toKnown).flatMap(shown), limit);
  }

  /** False only if nobody is suppressed for the user. */
  hasAny(userId: string): Promise<boolean> {
    const any = { channel: { $in: [...channels] }, reason: { $in: [...suppressionReasons] } };
    return this.finds({ userId: new ObjectId(userId), ...any }, IN_ORDER);
  }

  /** False only if it is certain that nobody was suppressed for the user on this channel since. */
  anySince(userId: string, channel: Channel, since: Date): Promise<boolean> {
    const at = { $gte: new Date(since.getTime() - MARGIN_MS) };
    return this.finds({ userId: new ObjectId(userId), channel, at }, BY_TIME);
  }

  /** Which of these addresses are suppressed now. */
  async among(userId: string, channel: Channel, addresses: readonly string[]): Promise<Set<string>> {
    if (addresses.length === 0) return new Set();
    const address = { $in: [...addresses] };
    const found = await this.suppressions
      .find({ ...suppressed(userId, channel), address }, { _id: 0, address: 1 })
      .hint(BY_ADDRESS)
      .lean();
    return new Set(found.map(({ address }) => address));
  }

  /** Tells which of these people are suppressed now. One look-up for each channel. */
  async amongPeople(userId: string, people: readonly Place[]): Promise<(person: Place) => boolean> {
    const byChannel = await Promise.all(
      channels.map(async (channel) => {
        const addresses = people.flatMap((each) => (each.channel === channel ? [each.address] : []));
        return [channel, await this.among(userId, channel, addresses)] as const;
      }),
    );
    const suppressed = new Map(byChannel);
    return ({ channel, address }) => suppressed.get(channel)?.has(address) ?? false;
  }

  /** All that are suppressed now, in order. */
  addresses(userId: string, channel: Channel): AsyncGenerator<string[]> {
    return addressPortions(this.suppressions, suppressed(userId, channel), BY_ADDRESS);
  }

  private async find({ userId, channel, address }: Address): Promise<Known | null> {
    const document = await this.suppressions
      .findOne({ userId: new ObjectId(userId), channel, address })
      .lean();
    return document && toKnown(document);
  }

  /** By this index: left to choose, the planner may read past all that was lifted. */
  private async finds(
    filter: QueryFilter<SuppressionDocument>,
    index: typeof IN_ORDER | typeof BY_TIME,
  ): Promise<boolean> {
    return (await this.suppressions.findOne(filter, { _id: 0, userId: 1 }).hint(index).lean()) !== null;
  }

  /** False: somebody else was faster. */
  private async save(before: Known, eligibility: Eligibility): Promise<boolean> {
    const { filter, update } = changeOf(before, eligibility);
    try {
      const { matchedCount, upsertedCount } = await this.suppressions.collection.updateOne(filter, update, {
        upsert: before.rev === 0,
      });
      return matchedCount + upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error) && (await this.find(before.address))) return false;
      throw error;
    }
  }
}

const suppressed = (userId: string, channel: Channel) => ({
  userId: new ObjectId(userId),
  channel,
  reason: { $ne: null },
});

/**
 * The database itself says when a cause was added: whoever asks for those since some moment misses none because of a
 * process that was halted on its way here.
 */
function changeOf({ id, address, rev, eligibility: before }: Known, eligibility: Eligibility) {
  const { causes, heardAt, words, liftedBy } = eligibility;
  const reason = strongest(eligibility)?.reason ?? null;
  const { userId, ...place } = address;
  const isAdded = causes.length > before.causes.length;
  return {
    filter: { userId: new ObjectId(userId), ...place, rev },
    update: {
      $set: { causes: [...causes], heardAt, words: [...words], liftedBy, reason, rev: rev + 1 },
      $setOnInsert: { _id: new ObjectId(id) },
      ...(isAdded && { $currentDate: { at: true as const } }),
    },
  };
}

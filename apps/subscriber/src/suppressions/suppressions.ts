import {
  AppError,
  type Channel,
  channels,
  newId,
  pageOf,
  type Payload,
  type Reply,
  type Suppression,
  type SuppressionReason,
  suppressionReasons,
} from '@carillon/contracts';
import { collection, isDuplicateKey, part, type Plain } from '@carillon/platform';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, type QueryFilter, Schema as MongooseSchema, Types } from 'mongoose';
import {
  type Cause,
  type Eligibility,
  eligibilityAfter,
  type News,
  strongest,
  unknownAddress,
} from './eligibility';
import { Injectable } from '@nestjs/common';
import { addressChunks } from '../address-chunks';

const CauseSchema = new MongooseSchema<Cause>(
  { reason: String, sender: String, at: Date, source: String },
  part,
);

/** What is known of an address; kept for ever. Without causes it is no suppression, and users do not see it. */
@Schema(collection('suppressions'))
export class SuppressionRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) address!: string;
  @Prop({ type: [CauseSchema] }) causes!: Cause[];
  @Prop({ type: Object }) heardAt!: Partial<Record<SuppressionReason, Date>>;
  @Prop({ type: [String] }) words!: string[];
  /** Absent: null. */
  @Prop({ type: Date }) doubtedAt?: Date | null;
  @Prop({ type: String }) liftedBy!: string | null;
  /** The reason of the strongest cause, for lists that filter by it. */
  @Prop({ type: String }) reason!: SuppressionReason | null;
  /** When a cause was added last (database time). */
  @Prop({ type: Date }) at?: Date;
  @Prop({ type: Number }) rev!: number;
}

type SuppressionDocument = Plain<SuppressionRecord>;

/** One document for each address on a channel. Checks before sending read by it, too. */
const BY_ADDRESS = { userId: 1, channel: 1, address: 1 } as const;
/** For the question whether a cause was added on a channel since some time. */
const BY_TIME = { userId: 1, channel: 1, at: 1 } as const;
/** The index that lists follow, merged by `_id` where a filter is not set. */
const IN_ORDER = { userId: 1, channel: 1, reason: 1, _id: 1 } as const;

export const SuppressionSchema = SchemaFactory.createForClass(SuppressionRecord)
  .index(BY_ADDRESS, { unique: true })
  .index(BY_TIME)
  .index(IN_ORDER);

/** An address on a channel of a user. */
interface Address {
  userId: string;
  channel: Channel;
  address: string;
}

/** What is known of an address. */
export interface Known {
  id: string;
  address: Address;
  eligibility: Eligibility;
  /** 0: nothing is stored. */
  rev: number;
}

function toKnown(document: SuppressionDocument): Known {
  const { _id, userId, channel, address, causes, heardAt, words, doubtedAt = null, liftedBy, rev } = document;
  return {
    id: _id.toHexString(),
    address: { userId: userId.toHexString(), channel, address },
    eligibility: { causes, heardAt, words, doubtedAt, liftedBy },
    rev,
  };
}

/** The suppression as its user sees it; empty if the address has no cause. */
export function shown({ id, address, eligibility }: Known): Suppression[] {
  const cause = strongest(eligibility);
  if (!cause) return [];
  const { reason, sender, at } = cause;
  return [{ id, ...address, sender, reason, createdAt: at.toISOString() }];
}

type Place = Omit<Address, 'userId'>;

/** A cause may carry the time of a clock that is behind the asking process's, and become visible a moment later. */
const MARGIN_MS = 60_000;

/**
 * The addresses that must not be written to, and why. Each change applies news and saves the result by compare-and-set on
 * `rev`. Writes bypass the model: addresses are refused by the thousand, and the model would make a document of each cause,
 * which costs as much as the write itself.
 */
@Injectable()
export class Suppressions {
  constructor(
    @InjectModel(SuppressionRecord.name) private readonly suppressions: Model<SuppressionDocument>,
  ) {}

  /** Applies news of an address, again if another writer changed it meanwhile. `id`: of a new document. Returns the result. */
  async apply(address: Address, news: News, id = newId()): Promise<Known> {
    for (;;) {
      const before = (await this.find(address)) ?? { id, address, eligibility: unknownAddress, rev: 0 };
      const eligibility = eligibilityAfter(before.eligibility, news);
      if (eligibility === before.eligibility) return before;
      if (await this.save(before, eligibility)) return { ...before, eligibility, rev: before.rev + 1 };
    }
  }

  /** Applies the same news to the addresses with these ids. Returns the results; unknown ids are left out. */
  async applyToAll(userId: string, ids: readonly string[], news: News): Promise<Known[]> {
    const changes = (await this.known(userId, ids)).flatMap((before) => {
      const eligibility = eligibilityAfter(before.eligibility, news);
      return eligibility === before.eligibility ? [] : [{ updateOne: changeOf(before, eligibility) }];
    });
    if (changes.length > 0) await this.suppressions.collection.bulkWrite(changes, { ordered: false });
    // Another writer may have changed some of them meanwhile.
    const known = await this.known(userId, ids);
    return Promise.all(
      known.map(async (each) =>
        eligibilityAfter(each.eligibility, news) === each.eligibility ? each : this.apply(each.address, news),
      ),
    );
  }

  /** What is known of the addresses with these ids, suppressed or not. */
  async known(userId: string, ids: readonly string[]): Promise<Known[]> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    return (await this.suppressions.find({ _id, userId: new ObjectId(userId) }).lean()).map(toKnown);
  }

  /** Errors: suppression_not_found, also for a suppression that was lifted. */
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

  /** False only if the user has no suppression. */
  hasAny(userId: string): Promise<boolean> {
    const any = { channel: { $in: [...channels] }, reason: { $in: [...suppressionReasons] } };
    return this.finds({ userId: new ObjectId(userId), ...any }, IN_ORDER);
  }

  /** False only if it is certain that none of the user's addresses was suppressed on this channel since. */
  anySince(userId: string, channel: Channel, since: Date): Promise<boolean> {
    const at = { $gte: new Date(since.getTime() - MARGIN_MS) };
    return this.finds({ userId: new ObjectId(userId), channel, at }, BY_TIME);
  }

  /** The addresses among these that are suppressed now. */
  async among(userId: string, channel: Channel, addresses: readonly string[]): Promise<Set<string>> {
    if (addresses.length === 0) return new Set();
    const address = { $in: [...addresses] };
    const found = await this.suppressions
      .find({ ...suppressed(userId, channel), address }, { _id: 0, address: 1 })
      .hint(BY_ADDRESS)
      .lean();
    return new Set(found.map(({ address }) => address));
  }

  /** Tells which of these people are suppressed now. One read for each channel. */
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

  /** All addresses that are suppressed now, in ascending order. */
  addresses(userId: string, channel: Channel): AsyncGenerator<string[]> {
    return addressChunks(this.suppressions, suppressed(userId, channel), BY_ADDRESS);
  }

  private async find({ userId, channel, address }: Address): Promise<Known | null> {
    const document = await this.suppressions
      .findOne({ userId: new ObjectId(userId), channel, address })
      .lean();
    return document && toKnown(document);
  }

  /** Names the index: the planner could choose one that reads past all lifted suppressions. */
  private async finds(
    filter: QueryFilter<SuppressionDocument>,
    index: typeof IN_ORDER | typeof BY_TIME,
  ): Promise<boolean> {
    return (await this.suppressions.findOne(filter, { _id: 0, userId: 1 }).hint(index).lean()) !== null;
  }

  /** Returns false if another writer changed the document meanwhile. */
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
 * The database sets the time at which a cause is added, so that `anySince` misses none that a stalled process writes
 * late.
 */
function changeOf({ id, address, rev, eligibility: before }: Known, eligibility: Eligibility) {
  const { causes, heardAt, words, doubtedAt, liftedBy } = eligibility;
  const reason = strongest(eligibility)?.reason ?? null;
  const { userId, ...place } = address;
  const isAdded = causes.length > before.causes.length;
  return {
    filter: { userId: new ObjectId(userId), ...place, rev },
    update: {
      $set: { causes: [...causes], heardAt, words: [...words], doubtedAt, liftedBy, reason, rev: rev + 1 },
      $setOnInsert: { _id: new ObjectId(id) },
      ...(isAdded && { $currentDate: { at: true as const } }),
    },
  };
}

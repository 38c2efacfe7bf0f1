import { Injectable } from '@nestjs/common';
import { type Collection, type Filter, ObjectId, type UpdateFilter } from 'mongodb';
import {
  type Payload,
  type Suppression,
  channels,
  newId,
  pageOf,
  suppressionReasons,
} from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { type News, type Standing, hear, unheardOf } from './standing';
import {
  type Address,
  type SuppressionDocument,
  addressOf,
  stored,
  toSuppression,
} from './suppression-document';

/** One address on one channel is one document; also how it is looked for before anybody writes to it. */
export const BY_ADDRESS = { userId: 1, channel: 1, address: 1 } as const;
/** Since when a cause may have been added on a channel. */
export const BY_TIME = { userId: 1, channel: 1, at: 1 } as const;
/** The index that lists follow, merged by `_id` where a filter is not set. */
export const IN_ORDER = { userId: 1, channel: 1, reason: 1, _id: 1 } as const;

/** What is known of an address under its id. */
export interface Known {
  id: string;
  address: Address;
  standing: Standing;
  /** 0: nothing was known. */
  rev: number;
}

/** Who must not be written to, and why. Every change is news applied and saved by compare-and-set on `rev`. */
@Injectable()
export class Suppressions {
  private readonly collection: Collection<SuppressionDocument>;

  constructor(database: Database) {
    this.collection = database.collection<SuppressionDocument>('suppressions', [
      { key: BY_ADDRESS, unique: true },
      { key: BY_TIME },
      { key: IN_ORDER },
    ]);
  }

  /** Takes in news of an address, again if somebody else was faster. `id`: what it is called if it is new. Answers what is known then. */
  async hear(address: Address, news: News, id = newId()): Promise<Known> {
    for (;;) {
      const before = (await this.find(address)) ?? { id, address, standing: unheardOf, rev: 0 };
      const standing = hear(before.standing, news);
      if (standing === before.standing) return before;
      if (await this.save(before, standing)) return { ...before, standing, rev: before.rev + 1 };
    }
  }

  /** Takes in the same news of all that is known under these ids. Answers what is known then. */
  async hearOfAll(userId: string, ids: readonly string[], news: News): Promise<Known[]> {
    const changes = (await this.known(userId, ids)).flatMap((before) => {
      const standing = hear(before.standing, news);
      return standing === before.standing ? [] : [{ updateOne: changeOf(before, standing) }];
    });
    if (changes.length > 0) await this.collection.bulkWrite(changes, { ordered: false });
    // Of some, somebody else may have been faster.
    const known = await this.known(userId, ids);
    return Promise.all(
      known.map(async (each) =>
        hear(each.standing, news) === each.standing ? each : this.hear(each.address, news),
      ),
    );
  }

  /** All that is known under these ids, suppressed or not. */
  async known(userId: string, ids: readonly string[]): Promise<Known[]> {
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    return (await this.collection.find({ _id, userId: new ObjectId(userId) }).toArray()).map(toKnown);
  }

  /** Oldest first, continuing after an id. */
  async page({
    userId,
    channel,
    reason,
    address,
    after,
    limit,
  }: Payload<'suppression.list'>): Promise<{ items: Suppression[]; next: string | null }> {
    const documents = await this.collection
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
      .toArray();
    return pageOf(documents.map(toKnown).flatMap(shown), limit);
  }

  private async find({ userId, channel, address }: Address): Promise<Known | null> {
    const document = await this.collection.findOne({ userId: new ObjectId(userId), channel, address });
    return document && toKnown(document);
  }

  /** False: somebody else was faster. */
  private async save(before: Known, standing: Standing): Promise<boolean> {
    const { filter, update } = changeOf(before, standing);
    try {
      const { matchedCount, upsertedCount } = await this.collection.updateOne(filter, update, {
        upsert: before.rev === 0,
      });
      return matchedCount + upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error) && (await this.find(before.address))) return false;
      throw error;
    }
  }
}

/**
 * The database itself says when a cause was added: whoever asks for those since some moment misses none because of a
 * process that was halted on its way here.
 */
function changeOf(
  { id, address, rev, standing: before }: Known,
  standing: Standing,
): { filter: Filter<SuppressionDocument>; update: UpdateFilter<SuppressionDocument> } {
  const { userId, ...place } = address;
  const isAdded = standing.causes.length > before.causes.length;
  return {
    filter: { userId: new ObjectId(userId), ...place, rev },
    update: {
      $set: { ...stored(standing), rev: rev + 1 },
      $setOnInsert: { _id: new ObjectId(id) },
      ...(isAdded && { $currentDate: { at: true } }),
    },
  };
}

function toKnown(document: SuppressionDocument): Known {
  const { _id, causes, heardAt, words, liftedBy, rev } = document;
  const standing = { causes, heardAt, words, liftedBy };
  return { id: _id.toHexString(), address: addressOf(document), standing, rev };
}

/** As the user sees it; nothing if it is no suppression. */
export function shown({ id, address, standing }: Known): Suppression[] {
  const suppression = toSuppression(id, address, standing);
  return suppression ? [suppression] : [];
}

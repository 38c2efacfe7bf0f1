import { Injectable } from '@nestjs/common';
import type { Channel, SkipReason } from '@carillon/contracts';
import { type Plain, collection, readLimitMs } from '@carillon/mongo';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import type { Batch } from './batch';
import { idRange } from './batch-document';
import { insertAll, removeSome } from './bulk-writes';

/**
 * A recipient at the time when its page was planned: address, subscriber, and variables. Variables are stored as JSON
 * text, because users choose their keys, some of which have a special meaning in the database (ADR 9).
 */
export interface PageRecipient {
  a: string;
  s: ObjectId;
  v: string;
  /** The number of the person. Absent: every address of a person is a recipient. */
  n?: number;
}

/**
 * Where planning continues: the index of the source, which is a group or, after the groups, a segment, and the position
 * in it. The index after the last source stands for members who were moved between groups in the meantime.
 */
export interface PlanCursor {
  group: number;
  after: string | null;
}

/**
 * Consecutive recipients of a page. `suppressed`: they were suppressed when the page was read, or skipped for the
 * `skipReason`. `excluded`: they are in a group or segment that the campaign excludes.
 */
export interface Section {
  channel: Channel;
  size: number;
  suppressed?: true;
  skipReason?: SkipReason;
  excluded?: true;
  /** The senders of the pool, in the order in which they are tried. Absent: the route has no pool. */
  pool?: readonly string[];
}

/**
 * A page of the audience, frozen by the first planner that stores it: its recipients by channel, and where the next
 * page begins. `recipients` contains one channel after another. `sections` contains the size of each channel.
 */
@Schema(collection('recipientPages'))
export class RecipientPageRecord {
  @Prop({ type: String }) readonly _id!: string;
  /** The time before the page was requested (database time). Later exclusions must be looked up before sending. */
  @Prop({ type: Date }) readAt!: Date;
  @Prop({ type: [Object] }) sections!: Section[];
  @Prop({ type: [Object] }) recipients!: PageRecipient[];
  @Prop({ type: Object }) next!: PlanCursor | null;
}

export type RecipientPage = Plain<RecipientPageRecord>;

type Addresses = Pick<RecipientPage, '_id' | 'sections'> & {
  recipients: Pick<PageRecipient, 'a'>[];
};

/** A recipient, at an index in the page of a planning step. */
export interface LocatedRecipient {
  step: number;
  index: number;
  channel: Channel;
  address: string;
}

export const RecipientPageSchema = SchemaFactory.createForClass(RecipientPageRecord);

/** The value that replaces the subscriber of an erased recipient. */
const ERASED_SUBSCRIBER = new ObjectId('000000000000000000000000');

/** Recipient pages are written once and never changed, except for erased recipients. */
@Injectable()
export class RecipientPages {
  constructor(@InjectModel(RecipientPageRecord.name) private readonly recipientPages: Model<RecipientPage>) {}

  /** Stores a page in a transaction. @throws a duplicate key error if a planner has already frozen this step */
  async insert(recipientPage: RecipientPage, session: ClientSession): Promise<void> {
    await insertAll(this.recipientPages, [recipientPage], session);
  }

  async exists(id: string): Promise<boolean> {
    return (await this.recipientPages.findById(id, { _id: 1 }).lean()) !== null;
  }

  /** Locates these addresses in the pages of a campaign. The server scans the pages. */
  async find(campaign: string, addresses: readonly string[]): Promise<LocatedRecipient[]> {
    if (addresses.length === 0) return [];
    const wanted = new Set(addresses);
    const [from, to] = idRange(campaign).text;
    const pages = this.recipientPages.collection.find<Addresses>(
      { _id: { $gt: from, $lt: to } as never, 'recipients.a': { $in: [...addresses] } },
      { projection: { sections: 1, 'recipients.a': 1 }, maxTimeMS: readLimitMs() },
    );
    const found: LocatedRecipient[] = [];
    for await (const { _id, sections, recipients } of pages) {
      const step = Number(_id.slice(from.length));
      const channelAt = sections.flatMap(({ channel, size }) => Array.from({ length: size }, () => channel));
      for (const [index, { a: address }] of recipients.entries()) {
        const channel = channelAt[index];
        if (channel && wanted.has(address)) found.push({ step, index, channel, address });
      }
    }
    return found;
  }

  /** The recipients of a batch, in the order of its positions. */
  async slice(recipientPage: string, offset: number, size: number): Promise<PageRecipient[]> {
    const found = await this.recipientPages
      .findById(recipientPage, { recipients: { $slice: [offset, size] } })
      .lean();
    return found?.recipients ?? [];
  }

  /** The addresses of a page. Empty if the page doesn't exist. */
  async addressesOf(campaign: string, step: number): Promise<string[]> {
    const page = await this.recipientPages
      .findById(recipientPageId(campaign, step), { 'recipients.a': 1 })
      .lean();
    return page?.recipients.map(({ a }) => a) ?? [];
  }

  /** The addresses of these batches, by the ID of the batch. A batch whose page is deleted has none. */
  async addressesOfBatches(batches: readonly Batch[]): Promise<Map<string, string[]>> {
    const pageIds = [...new Set(batches.map(({ recipientPage }) => recipientPage))];
    const found = await this.recipientPages.collection
      .find<Omit<Addresses, 'sections'>>(
        { _id: { $in: pageIds as never } },
        { projection: { 'recipients.a': 1 } },
      )
      .toArray();
    const pages = new Map(found.map(({ _id, recipients }) => [_id, recipients]));
    return new Map(
      batches.map(({ id, recipientPage, offset, size }) => {
        const recipients = pages.get(recipientPage)?.slice(offset, offset + size) ?? [];
        return [id, recipients.map(({ a }) => a)];
      }),
    );
  }

  /**
   * Replaces an address with `mark` in the pages of these steps, and removes the subscriber and the variables. The
   * entry itself stays, because positions of batches point to it. The server scans the pages, with up to some thousand
   * recipients each.
   */
  async erase(campaign: string, steps: readonly number[], address: string, mark: string): Promise<void> {
    await this.recipientPages.collection.updateMany(
      {
        _id: { $in: steps.map((step) => recipientPageId(campaign, step)) as never },
        'recipients.a': address,
      },
      {
        $set: {
          'recipients.$[erased].a': mark,
          'recipients.$[erased].s': ERASED_SUBSCRIBER,
          'recipients.$[erased].v': '{}',
        },
        $unset: { 'recipients.$[erased].n': '' },
      },
      { arrayFilters: [{ 'erased.a': address }] },
    );
  }

  /** Removes some pages. Returns true if no page is left. */
  async removeSome(campaign: string, limit: number): Promise<boolean> {
    return removeSome(this.recipientPages, idRange(campaign).text, limit);
  }
}

export function recipientPageId(campaign: string, step: number): string {
  return `${campaign}-${step}`;
}

import {
  type CampaignEngagement,
  type CampaignLink,
  type ConversionCounts,
  type DeviceCounts,
  type EmailLink,
  type EngagementCounted,
  type EngagementCounts,
  type KnownDeviceCounts,
  type Payload,
  type Reply,
  type Tracking,
  type TrackingMode,
  knownDevices,
  readDeliveryId,
} from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/mongo';
import { Batcher } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model, mongo } from 'mongoose';
import { Dispatches, type UserPeriod, localDay } from '../dispatch';
import { CHANGED_NOW, type ChangedDocument, changedDocuments, idRange, removeSome } from '../ledger';
import { Conversions, conversionCounts, valuesOf } from './conversions';
import {
  type Counts,
  type EngagementDocument,
  EngagementMarksRecord,
  EngagementRecord,
  type MarksDocument,
  TOTALS,
  VALUES,
  hasConversions,
} from './engagement-records';
import { type Firsts, type Mark, type Marks, forgotten, marked, noMarks } from './marks';

/** Exceeds the number of messages that can arrive between a message and its repetition. */
const REMEMBERED = 500;
/**
 * The time over which messages of a campaign are batched (milliseconds), the maximum number of messages in a batch, and
 * the number of concurrent writes.
 */
const BATCHING = { waitMs: 200, most: 100, atOnce: 4 };

const kinds = ['total', 'unique', 'machine'] as const;
const daySums = {
  ...Object.fromEntries(
    (['opens', 'clicks'] as const).flatMap((of) =>
      kinds.map((kind) => [`${of} ${kind}`, { $sum: `$${of}.${kind}` }]),
    ),
  ),
  'conversions total': { $sum: '$conversions.total' },
  'conversions unique': { $sum: '$conversions.unique' },
};

function countsIn(row: Readonly<Record<string, number>>, of: 'opens' | 'clicks'): Counts {
  const [total, unique, machine] = kinds.map((kind) => row[`${of} ${kind}`] ?? 0);
  return { total: total ?? 0, unique: unique ?? 0, machine: machine ?? 0 };
}

/** The opens, clicks, and conversions of the campaigns that were published on one day. */
export interface DayEngagement {
  day: string;
  opens: Counts;
  clicks: Counts;
  conversions: { total: number; unique: number; values: ConversionCounts['values'] };
}

interface MarkedBatch {
  user: ObjectId;
  batch: string;
}

/** A campaign, and the links of its email. */
interface CountedCampaign {
  campaign: string;
  user: string;
  publishedAt: Date;
  links: readonly EmailLink[];
}

const none: Counts = { unique: 0, total: 0, machine: 0 };
const noDevices: KnownDeviceCounts = { DESKTOP: 0, PHONE: 0, TABLET: 0 };

/** The opens and clicks of a campaign, and its conversions if they are counted. */
export interface EngagementFigures {
  engagement: CampaignEngagement;
  conversions?: ConversionCounts;
}

const figureFields = { mode: 1, opens: 1, clicks: 1, conversions: 1 } as const;

/** Stores opens and clicks. */
@Injectable()
export class Engagement {
  private readonly batcher: Batcher<EngagementCounted>;

  constructor(
    @InjectModel(EngagementRecord.name) private readonly engagement: Model<EngagementDocument>,
    @InjectModel(EngagementMarksRecord.name) private readonly marks: Model<MarksDocument>,
    private readonly conversions: Conversions,
    private readonly dispatches: Dispatches,
    private readonly database: Database,
  ) {
    this.batcher = new Batcher<EngagementCounted>({
      ...BATCHING,
      keyOf: ({ campaignId }) => campaignId,
      run: (messages, campaign) => this.write(campaign, messages),
    });
  }

  /** Begins to record the opens and clicks of a campaign with these links. Idempotent. */
  async open(
    { campaign, user, publishedAt, links }: CountedCampaign,
    { mode, conversions }: { mode: Exclude<TrackingMode, 'OFF'>; conversions: boolean },
  ): Promise<void> {
    const counted: string[] = [];
    const others: EngagementRecord['others'] = [];
    for (const link of links) {
      if (link.counted) counted.push(link.url);
      else others.push({ url: link.url, before: counted.length });
    }
    try {
      await this.engagement.collection.insertOne({
        _id: new ObjectId(campaign),
        ...{ user: new ObjectId(user), publishedAt },
        ...{ mode, links: counted, others, opens: none, clicks: none, byLink: {}, counted: [] },
        ...(conversions && { conversions: { total: 0, unique: 0, sums: {} } }),
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** The tracking data that the worker adds to emails. Undefined: tracking is off. */
  async tracking(campaign: string): Promise<Tracking | undefined> {
    const found = await this.engagement.findById(campaign, { mode: 1, links: 1 }).lean();
    return found ? { mode: found.mode, links: found.links } : undefined;
  }

  async targets({ campaignId }: Payload<'dispatch.link-targets'>): Promise<Reply<'dispatch.link-targets'>> {
    const found = await this.engagement.findById(campaignId, { links: 1, conversions: 1 }).lean();
    return { targets: found?.links ?? null, ...(found?.conversions && { conversions: true }) };
  }

  /** Resolves when the message is counted, or concerns no campaign. */
  async count(message: EngagementCounted): Promise<void> {
    await this.batcher.add(message);
  }

  /** With the devices. Undefined: tracking is off. */
  async of(campaign: string): Promise<EngagementFigures | undefined> {
    const found = await this.engagement.findById(campaign, { ...figureFields, devices: 1 }).lean();
    if (!found) return undefined;
    const { opens, clicks, devices } = found;
    const { engagement, ...figures } = figuresOf(found);
    return {
      ...figures,
      engagement: {
        ...engagement,
        devices: { opens: byDevice(opens, devices?.opens), clicks: byDevice(clicks, devices?.clicks) },
      },
    };
  }

  /** The figures of campaigns, without devices. Campaigns without tracking are absent. */
  async ofSome(campaigns: readonly string[]): Promise<Map<string, EngagementFigures>> {
    const _id = { $in: campaigns.map((campaign) => new ObjectId(campaign)) };
    const found = await this.engagement.find({ _id }, figureFields).lean();
    return new Map(found.map((each) => [each._id.toHexString(), figuresOf(each)]));
  }

  /** The sums of a user's campaigns by the day of their publishing, without undated ones. */
  async totals({ user, since, offsets }: UserPeriod): Promise<DayEngagement[]> {
    const isOfPeriod = { user: new ObjectId(user), publishedAt: { $gte: since } };
    const day = localDay('$publishedAt', offsets);
    const [sums, values] = await Promise.all([
      this.engagement
        .aggregate<{ _id: string } & Record<string, number>>([
          { $match: isOfPeriod },
          { $group: { _id: day, ...daySums } },
        ])
        .hint(TOTALS),
      this.engagement
        .aggregate<{ _id: { day: string; currency: string }; sum: mongo.Decimal128 }>([
          { $match: { ...isOfPeriod, ...hasConversions } },
          { $project: { _id: 0, day, sums: { $objectToArray: '$conversions.sums' } } },
          { $unwind: '$sums' },
          { $group: { _id: { day: '$day', currency: '$sums.k' }, sum: { $sum: '$sums.v' } } },
        ])
        .hint(VALUES),
    ]);
    return sums.map(({ _id: of, ...row }) => ({
      day: of,
      opens: countsIn(row, 'opens'),
      clicks: countsIn(row, 'clicks'),
      conversions: {
        ...{ total: row['conversions total'] ?? 0, unique: row['conversions unique'] ?? 0 },
        values: valuesOf(
          values.flatMap(({ _id, sum }) => (_id.day === of ? [[_id.currency, sum] as const] : [])),
        ),
      },
    }));
  }

  /** The totals of a user's campaigns whose time of publishing is only in their dispatch, by campaign. */
  async undated(user: string): Promise<{ campaign: string; opens: Counts; clicks: Counts }[]> {
    const found = await this.engagement
      .find({ user: new ObjectId(user), publishedAt: null }, { opens: 1, clicks: 1 })
      .hint(TOTALS)
      .lean();
    return found.map(({ _id, opens, clicks }) => ({ campaign: _id.toHexString(), opens, clicks }));
  }

  /** The links of a campaign of this user, in the order of the email. */
  async links({
    userId,
    campaignId,
    after,
    limit,
  }: Payload<'dispatch.links'>): Promise<Reply<'dispatch.links'>> {
    const found = await this.engagement.findById(campaignId, { counted: 0 }).lean();
    if (found?.user.toHexString() !== userId) return { items: [], next: null };
    const { mode, links, others, byLink } = found;
    const all: CampaignLink[] = [];
    const noClicks = shown(mode, none);
    let other = 0;
    for (let number = 0; number <= links.length; number++) {
      for (; others[other]?.before === number; other++)
        all.push({ url: others[other]?.url ?? '', counted: false, clicks: noClicks });
      const url = links[number];
      if (url === undefined) continue;
      all.push({ url, counted: true, clicks: shown(mode, { ...none, ...byLink[number] }) });
    }
    const from = after === null ? 0 : Number(after);
    const end = from + limit;
    return { items: all.slice(from, end), next: end < all.length ? String(end) : null };
  }

  /** The opens and clicks of the deliveries of a batch. */
  async marksOf(batch: string): Promise<Marks> {
    return (await this.marks.findById(batch).lean()) ?? noMarks;
  }

  /** The opens and clicks of the deliveries of batches, by batch. Batches without marks are absent. */
  async marksOfSome(batches: readonly string[]): Promise<Map<string, Marks>> {
    const found = await this.marks.find({ _id: { $in: [...batches] } }).lean();
    return new Map(found.map((marks) => [marks._id, marks]));
  }

  /** The batches of a user whose marks were written after a change, in the order of their last change. */
  changed(user: string, after: string, limit: number): Promise<ChangedDocument[]> {
    return changedDocuments(this.marks, user, after, limit);
  }

  /** Whether deliveries of a campaign may have marks. */
  async hasMarks(campaign: string): Promise<boolean> {
    return (await this.engagement.exists({ _id: new ObjectId(campaign), mode: 'FULL' })) !== null;
  }

  /** Deletes the opens and clicks of a person, and stops recording further events of the person. The totals remain. */
  async forget(user: string, batch: string, position: number): Promise<void> {
    await this.database.transaction(async (session) => {
      const before = (await this.marks.findById(batch).session(session).lean()) ?? noMarks;
      await this.store({ user: new ObjectId(user), batch }, forgotten(before, position), session);
      await this.conversions.forget({ batch, position }, session);
    });
  }

  /** Removes some marks of a campaign. Returns true if no marks are left. */
  async removeMarks(campaign: string, limit: number): Promise<boolean> {
    return removeSome(this.marks, idRange(campaign).text, limit);
  }

  /** Removes the links of a deleted campaign, which then no longer work, and its conversions. */
  async remove(campaign: string): Promise<void> {
    await this.engagement.deleteOne({ _id: new ObjectId(campaign) });
    await this.conversions.remove(campaign);
  }

  async removeOfUser(user: string): Promise<void> {
    await this.engagement.deleteMany({ user: new ObjectId(user) });
    await this.conversions.removeOfUser(user);
  }

  /** Counts the messages of a campaign that weren't counted before, and updates its deliveries. */
  private async write(campaign: string, messages: readonly EngagementCounted[]): Promise<void> {
    const isKept = (await this.dispatches.find(campaign))?.ledger === 'KEPT';
    await this.database.transaction(async (session) => {
      const found = await this.engagement
        .findById(campaign, { user: 1, mode: 1, links: 1, counted: 1 })
        .session(session)
        .lean();
      if (!found) return;
      const fresh = messages.filter(
        ({ id }, at) => !found.counted.includes(id) && messages.findIndex((each) => each.id === id) === at,
      );
      if (fresh.length === 0) return;
      const sum = new Sums(found.links.length);
      for (const message of fresh) sum.add(message);
      if (found.mode === 'FULL' && isKept) {
        const { user } = found;
        for (const [batch, marks] of byBatch(campaign, fresh, found.links.length))
          sum.first(await this.mark({ user, batch }, marks, session));
      }
      await this.engagement.collection.updateOne(
        { _id: found._id },
        {
          $inc: sum.increments,
          $push: { counted: { $each: fresh.map(({ id }) => id), $slice: -REMEMBERED } } as never,
        },
        { session },
      );
    });
  }

  private async mark(of: MarkedBatch, marks: readonly Mark[], session: ClientSession): Promise<Firsts> {
    const before = (await this.marks.findById(of.batch).session(session).lean()) ?? noMarks;
    const { after, firsts } = marked(before, marks);
    await this.store(of, after, session);
    return firsts;
  }

  private async store(
    { user, batch }: MarkedBatch,
    { opens, clicks, conversions, erased }: Marks,
    session: ClientSession,
  ): Promise<void> {
    await this.marks.collection.replaceOne(
      { _id: batch as never },
      { opens, clicks, ...(conversions && { conversions }), erased, user, changed: CHANGED_NOW },
      { upsert: true, session },
    );
  }
}

function figuresOf({
  mode,
  opens,
  clicks,
  conversions,
}: Pick<EngagementDocument, 'mode' | 'opens' | 'clicks' | 'conversions'>): EngagementFigures {
  return {
    engagement: { mode, opens: shown(mode, opens), clicks: shown(mode, clicks) },
    ...(conversions && { conversions: conversionCounts(mode, conversions) }),
  };
}

function shown(mode: TrackingMode, { unique, total, machine }: Counts): EngagementCounts {
  return { unique: mode === 'FULL' ? unique : null, total, machine };
}

/** Unknown devices are the events that remain. */
function byDevice({ total }: Counts, known: KnownDeviceCounts = noDevices): DeviceCounts {
  const { DESKTOP, PHONE, TABLET } = known;
  return { ...known, UNKNOWN: Math.max(0, total - DESKTOP - PHONE - TABLET) };
}

/** The increments to a campaign's counts in one write. */
class Sums {
  readonly increments: Record<string, number> = {};

  constructor(private readonly links: number) {}

  add({ opens, links, devices }: EngagementCounted): void {
    this.plus('opens.total', opens.total);
    this.plus('opens.machine', opens.machine);
    for (const { link, total, machine } of links) {
      if (link >= this.links) continue;
      this.plus('clicks.total', total);
      this.plus('clicks.machine', machine);
      this.plus(`byLink.${link}.total`, total);
      this.plus(`byLink.${link}.machine`, machine);
    }
    if (!devices) return;
    for (const kind of ['opens', 'clicks'] as const)
      for (const device of knownDevices) this.plus(`devices.${kind}.${device}`, devices[kind][device]);
  }

  first({ opens, clicks, links }: Firsts): void {
    this.plus('opens.unique', opens);
    this.plus('clicks.unique', clicks);
    for (const [link, people] of links) this.plus(`byLink.${link}.unique`, people);
  }

  private plus(field: string, count: number): void {
    this.increments[field] = (this.increments[field] ?? 0) + count;
  }
}

function byBatch(
  campaign: string,
  messages: readonly EngagementCounted[],
  links: number,
): Map<string, Mark[]> {
  const all = new Map<string, Mark[]>();
  for (const { deliveryId, link, at } of messages.flatMap(({ marks }) => marks)) {
    const delivery = readDeliveryId(deliveryId);
    if (!delivery?.batchId.startsWith(`${campaign}-`) || (link !== null && link >= links)) continue;
    const marks = all.get(delivery.batchId) ?? [];
    marks.push({ position: delivery.position, link, at: new Date(at) });
    all.set(delivery.batchId, marks);
  }
  return all;
}

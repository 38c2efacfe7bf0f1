import { AppError, type Segment, type SegmentTree, pageOf } from '@carillon/contracts';
import { type Plain, insertMissing, isDuplicateKey, owned } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  IN_ORDER,
  type SegmentDocument,
  SegmentRecord,
  SegmentVersionRecord,
  toSegment,
} from './segment-document';

type VersionDocument = Plain<SegmentVersionRecord>;

/** The number of conditions of versions that a process keeps. */
const CACHED = 200;

/** What a change of a segment makes others know. */
type SegmentEntries = Required<Pick<SegmentDocument, 'notes' | 'pendingWebhookEvents'>>;

const live = { deletedAt: { $exists: false } };

/** The segments of users, and the versions that campaigns use. */
@Injectable()
export class Segments {
  /** Versions never change. */
  private readonly trees = new LRUCache<string, SegmentTree>({ max: CACHED });

  constructor(
    @InjectModel(SegmentRecord.name) private readonly segments: Model<SegmentDocument>,
    @InjectModel(SegmentVersionRecord.name) private readonly versions: Model<VersionDocument>,
  ) {}

  async get(userId: string, id: string): Promise<Segment | null> {
    const found = await this.segments.findOne({ ...owned(userId, id), ...live }).lean();
    return found && toSegment(found);
  }

  /** Oldest first, continuing after a segment's ID. */
  async page(
    userId: string,
    after: string | null,
    limit: number,
  ): Promise<{ items: Segment[]; next: string | null }> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    const found = await this.segments
      .find({ userId: new ObjectId(userId), ...following, ...live })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .lean();
    return pageOf(found.map(toSegment), limit);
  }

  /** The slots that a user's segments take. */
  async slots(userId: string): Promise<number[]> {
    const found = await this.segments
      .find({ userId: new ObjectId(userId), slot: { $exists: true } }, { slot: 1 })
      .lean();
    return found.flatMap(({ slot }) => slot ?? []);
  }

  /** Returns false if the ID or the slot is taken. */
  async add(document: SegmentDocument): Promise<boolean> {
    try {
      await this.segments.collection.insertOne(document);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Changes a segment that still has this version. Returns null if it doesn't. */
  async change(
    { userId, id, version }: Pick<Segment, 'userId' | 'id' | 'version'>,
    set: Partial<SegmentDocument>,
    entries: SegmentEntries,
  ): Promise<Segment | null> {
    const changed = await this.segments
      .findOneAndUpdate(
        { ...owned(userId, id), version, ...live },
        { $set: set, $push: pushed(entries) },
        { returnDocument: 'after' },
      )
      .lean();
    return changed && toSegment(changed);
  }

  /** Makes a segment invisible, and its slot available. Does nothing if it was deleted in the meantime. */
  async delete(
    { userId, id }: Pick<Segment, 'userId' | 'id'>,
    { by, at }: { by: string; at: Date },
    entries: SegmentEntries,
  ): Promise<void> {
    await this.segments.updateOne(
      { ...owned(userId, id), ...live },
      { $set: { deletedAt: at, deletedBy: by }, $unset: { slot: '' }, $push: pushed(entries) },
    );
  }

  async wasDeletedBy(userId: string, id: string, messageId: string): Promise<boolean> {
    return (await this.segments.exists({ ...owned(userId, id), deletedBy: messageId })) !== null;
  }

  /** Those among these segments that exist, in the order of the IDs. */
  async among(userId: string, ids: readonly string[]): Promise<Segment[]> {
    if (ids.length === 0) return [];
    const _id = { $in: ids.map((id) => new ObjectId(id)) };
    const found = await this.segments.find({ _id, userId: new ObjectId(userId), ...live }).lean();
    const segments = new Map(found.map((document) => [document._id.toHexString(), toSegment(document)]));
    return ids.flatMap((id) => segments.get(id) ?? []);
  }

  /** Stores the current versions of segments, which then never change. */
  async freeze(segments: readonly Segment[]): Promise<void> {
    const versions = segments.map(({ id, userId, version, conditions }) => ({
      _id: versionId(id, version),
      userId: new ObjectId(userId),
      conditions: JSON.stringify(conditions),
    }));
    if (versions.length > 0) await insertMissing(this.versions as never, versions as never);
  }

  /** The conditions of a stored version. @throws AppError segment_not_found */
  async conditionsOf(userId: string, id: string, version: number): Promise<SegmentTree> {
    const key = versionId(id, version);
    const known = this.trees.get(`${userId} ${key}`);
    if (known) return known;
    const found = await this.versions.findOne({ _id: key, userId: new ObjectId(userId) }).lean();
    if (!found) throw new AppError('segment_not_found');
    const conditions = JSON.parse(found.conditions) as SegmentTree;
    this.trees.set(`${userId} ${key}`, conditions);
    return conditions;
  }

  async removeAll(userId: string): Promise<void> {
    const all = { userId: new ObjectId(userId) };
    await this.segments.deleteMany(all);
    await this.versions.deleteMany(all);
  }
}

function pushed({ notes, pendingWebhookEvents }: SegmentEntries) {
  return { notes: { $each: notes }, pendingWebhookEvents: { $each: pendingWebhookEvents } };
}

const versionId = (id: string, version: number): string => `${id}-${version}`;

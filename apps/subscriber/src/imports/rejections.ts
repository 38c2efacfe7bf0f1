import type { Payload, RejectedLine, Reply } from '@carillon/contracts';
import { collection, type Plain, readLimitMs } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';
import { Imports } from './imports';

const DAY_SECONDS = 24 * 3600;
/** Rejected lines contain addresses, and people use them soon to fix the file. */
const KEPT_SECONDS = 30 * DAY_SECONDS;
const OF_USER = { userId: 1, count: 1 } as const;
const IN_ORDER = { importId: 1, startLine: 1 } as const;
/** The approximate size of a page, which is one message. */
const MAX_CHARACTERS = 512 * 1024;
/** The JSON around a line's reason and text. */
const FIXED_CHARACTERS = 100;

/** The lines of one batch that were rejected. */
@Schema(collection('importRejections'))
export class RejectionRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) importId!: ObjectId;
  /** This field and the next one are absent if the lines were stored before rejected lines were counted. */
  @Prop({ type: Types.ObjectId }) userId?: ObjectId;
  @Prop({ type: Number }) count?: number;
  /** The first line of the batch. */
  @Prop({ type: Number }) startLine!: number;
  /** Without a schema, because Mongoose would create a document for each of a thousand lines. */
  @Prop({ type: [Object] }) lines!: RejectedLine[];
  @Prop({ type: Date }) at!: Date;
}

export const RejectionSchema = SchemaFactory.createForClass(RejectionRecord)
  .index(IN_ORDER, { unique: true })
  .index(OF_USER, { partialFilterExpression: { userId: { $exists: true } } })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

interface RejectedBatch {
  userId: string;
  importId: string;
  startLine: number;
  lines: RejectedLine[];
  count: number;
  at: Date;
}

/** Rejected lines and the reasons, kept for a month. */
@Injectable()
export class Rejections {
  constructor(
    @InjectModel(RejectionRecord.name) private readonly rejections: Model<Plain<RejectionRecord>>,
  ) {}

  /**
   * Stores the rejected lines of the batch that begins at line `startLine`, `count` of them toward the quota. Returns
   * false, and changes nothing, if they are already stored.
   */
  async note({ userId, importId, startLine, lines, count, at }: RejectedBatch): Promise<boolean> {
    const batch = { importId: new ObjectId(importId), startLine };
    const noted = await this.rejections.updateOne(
      batch,
      { $setOnInsert: { userId: new ObjectId(userId), lines, count, at } },
      { upsert: true },
    );
    return noted.upsertedCount === 1;
  }

  /** The number of a user's stored rejected lines. Reads only the index. */
  async count(userId: string): Promise<number> {
    const [sum] = await this.rejections.aggregate<{ lines: number }>(
      [{ $match: { userId: new ObjectId(userId) } }, { $group: { _id: null, lines: { $sum: '$count' } } }],
      { hint: OF_USER },
    );
    return sum?.lines ?? 0;
  }

  /** The batches of an import with rejected lines, continuing after a start line. */
  async *batches(importId: string, after: string | null): AsyncGenerator<Plain<RejectionRecord>> {
    // The driver's cursor: Mongoose's stays open on the server when a step ends early.
    yield* this.rejections.collection
      .find<Plain<RejectionRecord>>({
        importId: new ObjectId(importId),
        startLine: { $gt: Number(after ?? -1) },
      })
      .maxTimeMS(readLimitMs())
      .sort({ startLine: 1 })
      .hint(IN_ORDER)
      .batchSize(4);
  }

  /** Erases the text of some lines of a batch. */
  async erase(importId: string, startLine: number, lines: readonly number[]): Promise<void> {
    await this.rejections.collection.updateOne(
      { importId: new ObjectId(importId), startLine },
      { $set: { 'lines.$[named].text': '' } },
      { arrayFilters: [{ 'named.line': { $in: [...lines] } }] },
    );
  }

  async removeAll(importId: string): Promise<void> {
    await this.rejections.deleteMany({ importId: new ObjectId(importId) });
  }

  /**
   * Whole batches, continuing after `next` of the previous page, until the page has `limit` lines or is too large. The
   * page always contains the first batch.
   */
  async page(
    importId: string,
    after: string | null,
    limit: number,
  ): Promise<{ items: RejectedLine[]; next: string | null }> {
    const batches = this.batches(importId, after);
    const items: RejectedLine[] = [];
    let next: string | null = null;
    let characters = 0;
    for await (const { startLine, lines } of batches) {
      if (next !== null && (items.length >= limit || characters >= MAX_CHARACTERS)) return { items, next };
      items.push(...lines);
      next = String(startLine);
      for (const { reason, text } of lines) characters += FIXED_CHARACTERS + reason.length + text.length;
    }
    return { items, next: null };
  }
}

/**
 * A page of the rejected lines. For a FAILED file, the last line contains the reason. The errors are those of
 * Imports.get.
 */
@Injectable()
export class ReadRejected {
  constructor(
    private readonly imports: Imports,
    private readonly rejections: Rejections,
  ) {}

  async read({ after, limit, ...which }: Payload<'import.rejected'>): Promise<Reply<'import.rejected'>> {
    const failure = await this.imports.failureOf(which);
    const page = await this.rejections.page(which.id, after, limit);
    if (page.next !== null || !failure) return page;
    return { items: [...page.items, { ...failure, text: '' }], next: null };
  }
}

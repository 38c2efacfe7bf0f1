import type { RejectedLine } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';

const DAY_SECONDS = 24 * 3600;
/** Rejected lines hold addresses and are for mending the file soon. */
const KEPT_SECONDS = 30 * DAY_SECONDS;
const IN_ORDER = { importId: 1, place: 1 } as const;
/** What a page may weigh, about: the broker carries it whole. */
const MAX_CHARACTERS = 512 * 1024;
/** A line's number, its reason and what is around them. */
const FIXED_CHARACTERS = 100;

/** The lines of one batch that were rejected. */
@Schema(collection('importRejections'))
export class RejectionRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) importId!: ObjectId;
  /** The line that the batch begins with. */
  @Prop({ type: Number }) place!: number;
  /** Stored as they come: with a schema of their own, each of a thousand lines would be made a document. */
  @Prop({ type: [Object] }) lines!: RejectedLine[];
  @Prop({ type: Date }) at!: Date;
}

export const RejectionSchema = SchemaFactory.createForClass(RejectionRecord)
  .index(IN_ORDER, { unique: true })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

/** Lines that were not taken, and why, for a month. */
@Injectable()
export class Rejections {
  constructor(
    @InjectModel(RejectionRecord.name) private readonly rejections: Model<Plain<RejectionRecord>>,
  ) {}

  /** Of the batch that begins with a line: noted again they are the same. */
  async note(importId: string, place: number, lines: RejectedLine[], at: Date): Promise<void> {
    const batch = { importId: new ObjectId(importId), place };
    await this.rejections.updateOne(batch, { $set: { lines, at } }, { upsert: true });
  }

  /**
   * Continuing after what `next` of the page before says: whole batches, until there are `limit` lines or they grow too
   * heavy; the first batch always.
   */
  async page(
    importId: string,
    after: string | null,
    limit: number,
  ): Promise<{ items: RejectedLine[]; next: string | null }> {
    // By the collection: Mongoose's own cursor would stay open on the server where the page ends early.
    const batches = this.rejections.collection
      .find<Plain<RejectionRecord>>({ importId: new ObjectId(importId), place: { $gt: Number(after ?? -1) } })
      .sort({ place: 1 })
      .hint(IN_ORDER)
      .batchSize(4);
    const items: RejectedLine[] = [];
    let next: string | null = null;
    let characters = 0;
    for await (const { place, lines } of batches) {
      if (next !== null && (items.length >= limit || characters >= MAX_CHARACTERS)) return { items, next };
      items.push(...lines);
      next = String(place);
      for (const { reason, text } of lines) characters += FIXED_CHARACTERS + reason.length + text.length;
    }
    return { items, next: null };
  }
}

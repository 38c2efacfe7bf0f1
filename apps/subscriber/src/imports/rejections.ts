import { Injectable } from '@nestjs/common';
import { type Collection, ObjectId } from 'mongodb';
import type { RejectedLine } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { readRejections } from './read-rejections';

/** The lines of one batch that were rejected. */
interface RejectionDocument {
  importId: ObjectId;
  /** The line that the batch begins with. */
  place: number;
  lines: RejectedLine[];
  at: Date;
}

const DAY_SECONDS = 24 * 3600;
/** Rejected lines hold addresses and are for mending the file soon. */
const KEPT_SECONDS = 30 * DAY_SECONDS;
const IN_ORDER = { importId: 1, place: 1 } as const;

/** Lines that were not taken, and why, for a month. */
@Injectable()
export class Rejections {
  private readonly rejections: Collection<RejectionDocument>;

  constructor(database: Database) {
    this.rejections = database.collection<RejectionDocument>('importRejections', [
      { key: IN_ORDER, unique: true },
      { key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS },
    ]);
  }

  /** Of the batch that begins with a line: noted again they are the same. */
  async note(importId: string, place: number, lines: RejectedLine[], at: Date): Promise<void> {
    const key = { importId: new ObjectId(importId), place };
    await this.rejections.replaceOne(key, { ...key, lines, at }, { upsert: true });
  }

  /** Continuing after what `next` of the page before says. */
  page(
    importId: string,
    after: string | null,
    limit: number,
  ): Promise<{ items: RejectedLine[]; next: string | null }> {
    const found = this.rejections
      .find({ importId: new ObjectId(importId), place: { $gt: Number(after ?? -1) } })
      .sort({ place: 1 })
      .hint(IN_ORDER)
      .batchSize(4);
    return readRejections(found, limit);
  }
}

import { AppError, type Import, type Payload, type Reply, importKinds, pageOf } from '@carillon/contracts';
import { owned } from '@carillon/mongo';
import { Metrics, seldom } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  BY_SILENCE,
  BY_TURN,
  type Failure,
  IN_ORDER,
  type ImportDocument,
  ImportRecord,
  toImport,
} from './import-document';

/** The limit of counted files in metrics. */
const MOST_COUNTED = 10_000;

/** Imports and removals, from their first piece on, in any state. */
@Injectable()
export class Imports {
  constructor(
    @InjectModel(ImportRecord.name) private readonly imports: Model<ImportDocument>,
    metrics: Metrics,
  ) {
    const unfinished = seldom(() => this.unfinished());
    metrics.readings('carillon_imports', 'Files that are being uploaded or processed', ['state'], unfinished);
  }

  /** Errors: import_not_found, removal_not_found. */
  async get(which: Payload<'import.get'>): Promise<Import> {
    return toImport(await this.existing(which));
  }

  /** Why it FAILED; null if it did not. Errors: as `get`. */
  async failureOf(which: Payload<'import.get'>): Promise<Failure | null> {
    return (await this.existing(which)).failure;
  }

  /** Oldest first, continuing after an ID. */
  async page({ userId, kind, after, limit }: Payload<'import.list'>): Promise<Reply<'import.list'>> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    const documents = await this.imports
      .find({ userId: new ObjectId(userId), kind, ...following })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toImport), limit);
  }

  async find(userId: string, id: string): Promise<ImportDocument | null> {
    return this.imports.findOne(owned(userId, id)).lean();
  }

  /** The user's next file, of either kind, from this ID on, among those that were started since then. Null: none. */
  async from(userId: string, id: string | null, since: Date): Promise<ImportDocument | null> {
    const first = ObjectId.createFromTime(Math.floor(since.getTime() / 1_000));
    return this.imports
      .findOne({
        userId: new ObjectId(userId),
        kind: { $in: [...importKinds] },
        _id: { $gte: id === null ? first : new ObjectId(id) },
      })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .lean();
  }

  /** Removes a file that is no longer processed. */
  async remove(userId: string, id: string): Promise<void> {
    await this.imports.deleteOne(owned(userId, id));
  }

  private async existing({ userId, id, kind }: Payload<'import.get'>): Promise<ImportDocument> {
    const document = await this.imports.findOne({ ...owned(userId, id), kind }).lean();
    if (!document) throw new AppError(kind === 'ADD' ? 'import_not_found' : 'removal_not_found');
    return document;
  }

  private async unfinished() {
    const limit = MOST_COUNTED;
    const [receiving, running] = await Promise.all([
      this.imports.countDocuments({ state: 'RECEIVING' }, { limit, hint: BY_SILENCE }),
      this.imports.countDocuments({ state: 'RUNNING' }, { limit, hint: BY_TURN }),
    ]);
    return [
      { labels: { state: 'RECEIVING' }, value: receiving },
      { labels: { state: 'RUNNING' }, value: running },
    ];
  }
}

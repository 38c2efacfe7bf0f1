import { Injectable } from '@nestjs/common';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { FinalCounts } from '../dispatches/dispatch';
import { type BatchDocument, idRange } from '../ledger/batch-document';
import type { Piece } from '../ledger/progress';
import { readSummary } from '../ledger/summary';
import { addUp } from './add-up';

/** All that a report adds up stands in it, in the order of the key. */
const SUMMARIES = 'summaries';
const indexes = [
  { name: SUMMARIES, key: { _id: 1, summary: 1 } },
  {
    name: 'settled',
    key: { campaign: 1, settledAt: 1 },
    partialFilterExpression: { settledAt: { $type: 'date' } },
  },
];

/** Adds up the ledger of a campaign. */
@Injectable()
export class Recount {
  private readonly collection: Collection<BatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('batches', indexes);
  }

  /** As the ledger was at one moment: a batch that changes meanwhile is seen once. */
  async execute(campaign: string): Promise<FinalCounts> {
    const [from, to] = idRange(campaign).text;
    const rows = await this.collection
      .aggregate<{ _id: string; batches: number }>(
        [{ $match: { _id: { $gte: from, $lt: to } } }, { $group: { _id: '$summary', batches: { $sum: 1 } } }],
        { hint: SUMMARIES, readConcern: 'snapshot' },
      )
      .toArray();
    return addUp(rows.map(({ _id, batches }) => ({ ...readSummary(_id), batches })));
  }

  /** How many recipients were settled since a moment. */
  async settledSince(campaign: string, since: Date): Promise<number> {
    const [row] = await this.collection
      .aggregate<{ settled: number }>([
        { $match: { campaign: new ObjectId(campaign), settledAt: { $gte: since } } },
        { $unwind: '$progress' },
        { $match: { 'progress.at': { $gte: since } } },
        { $group: { _id: null, settled: { $sum: '$progress.n' } } },
      ])
      .toArray();
    return row?.settled ?? 0;
  }

  /** The progress of those batches that were last settled, for as many recipients as are asked for. */
  async lastSettled(campaign: string, since: Date, recipients: number): Promise<Piece[]> {
    const found = await this.collection
      .find({ campaign: new ObjectId(campaign), settledAt: { $gte: since }, 'progress.n': { $gt: 0 } })
      .project<Pick<BatchDocument, 'progress'>>({ _id: 0, progress: 1 })
      .sort({ settledAt: -1 })
      .limit(recipients)
      .toArray();
    return found.flatMap(({ progress }) => progress);
  }
}

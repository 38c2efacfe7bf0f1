import { Injectable } from '@nestjs/common';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { FinalCounts } from '../dispatches/dispatch';
import { type BatchDocument, idRange } from '../ledger/batch-document';
import { readSummary } from '../ledger/summary';
import { addUp } from './add-up';

/** All that a report adds up stands in it, in the order of the key. */
const SUMMARIES = 'summaries';
const indexes = [{ name: SUMMARIES, key: { _id: 1, summary: 1 } }];

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

  /** Recipients whose batches were settled since a moment. */
  async settledSince(campaign: string, since: Date): Promise<number> {
    const settled = { campaign: new ObjectId(campaign), state: 'DONE', settledAt: { $gte: since } };
    const [row] = await this.collection
      .aggregate<{ settled: number }>([
        { $match: { ...settled, 'verdict.state': 'SENT' } },
        { $group: { _id: null, settled: { $sum: '$size' } } },
      ])
      .toArray();
    return row?.settled ?? 0;
  }
}

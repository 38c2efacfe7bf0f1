import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Collection, type Filter, ObjectId } from 'mongodb';
import type { Batch } from '../ledger/batch';
import { type BatchDocument, batchId, fromDocument } from '../ledger/batch-document';

type Query = Pick<Payload<'dispatch.deliveries'>, 'campaignId' | 'state' | 'channel' | 'reason'>;

/** Batches in the order of their numbers, for reading. */
@Injectable()
export class DeliveryPages {
  private readonly collection: Collection<BatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('batches');
  }

  /** The batch with the highest number that may have a matching delivery before `after` (a delivery's id; null: the end). */
  async batchAt(query: Query, after: string | null): Promise<Batch | null> {
    const filter: Filter<BatchDocument> = { campaign: new ObjectId(query.campaignId) };
    if (query.state !== null) filter.holds = query.state;
    if (query.channel !== null) filter.channel = query.channel;
    if (query.reason !== null)
      filter.$or = [{ 'exceptions.reason': query.reason }, { 'verdict.reason': query.reason }];
    if (after !== null) filter.seq = place(after);
    const document = await this.collection.findOne(filter, { sort: { seq: -1 } });
    return document && fromDocument(document);
  }

  async batch(campaign: string, seq: number): Promise<Batch | null> {
    const document = await this.collection.findOne({ _id: batchId(campaign, seq) });
    return document && fromDocument(document);
  }
}

/** Before a batch's first position there is only the batch before it. */
function place(delivery: string): { $lt: number } | { $lte: number } {
  const [, seq, position] = delivery.split('-').map(Number);
  return position === 0 ? { $lt: seq ?? 0 } : { $lte: seq ?? 0 };
}

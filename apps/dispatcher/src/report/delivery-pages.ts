import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Collection, type Filter, ObjectId } from 'mongodb';
import type { Batch } from '../ledger/batch';
import { type BatchDocument, batchId, fromDocument, idRange } from '../ledger/batch-document';

type Query = Pick<Payload<'dispatch.deliveries'>, 'campaignId' | 'state' | 'channel' | 'reason'>;

/** A delivery's place: the batch, and the position in it. */
export interface Place {
  seq: number;
  position: number;
}

/** Batches in the order of their numbers, for reading. */
@Injectable()
export class DeliveryPages {
  private readonly collection: Collection<BatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('batches');
  }

  /** The last batch that may have a matching delivery before a place (null: the end). */
  async batchBefore(query: Query, before: Place | null): Promise<Batch | null> {
    const { campaignId, state, channel, reason } = query;
    const last = before && (before.position === 0 ? before.seq - 1 : before.seq);
    if (last === -1) return null;
    const filter: Filter<BatchDocument> = {
      ...(channel !== null && { channel }),
      ...(reason !== null && { $or: [{ 'exceptions.reason': reason }, { 'verdict.reason': reason }] }),
    };
    const document = await (state === null
      ? this.collection.findOne({ ...filter, _id: upTo(campaignId, last) }, { sort: { _id: -1 } })
      : this.collection.findOne(
          {
            ...filter,
            campaign: new ObjectId(campaignId),
            holds: state,
            ...(last !== null && { seq: { $lte: last } }),
          },
          { sort: { seq: -1 } },
        ));
    return document && fromDocument(document);
  }

  async batch(id: string): Promise<Batch | null> {
    const document = await this.collection.findOne({ _id: id });
    return document && fromDocument(document);
  }
}

function upTo(campaign: string, last: number | null): { $gte: string; $lte: string } {
  const [from, to] = idRange(campaign).text;
  return { $gte: from, $lte: last === null ? to : batchId(campaign, last) };
}

import { Injectable } from '@nestjs/common';
import type { Channel, DeliveryState } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { FinalCounts } from '../dispatches/dispatch';
import type { BatchDocument } from '../ledger/batch-document';

export interface ReasonCount {
  channel: Channel;
  state: DeliveryState;
  reason: string;
  providerCode: string | null;
  count: number;
}

/** Adds up the ledger of a campaign. */
@Injectable()
export class Recount {
  private readonly collection: Collection<BatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('batches');
  }

  /** Deliveries by channel and state, from the counts that each batch carries. */
  async byChannel(campaign: string): Promise<FinalCounts> {
    const rows = await this.collection
      .aggregate<{ _id: { channel: Channel; state: DeliveryState }; count: number }>([
        { $match: { campaign: new ObjectId(campaign) } },
        { $project: { channel: 1, counts: { $objectToArray: '$counts' } } },
        { $unwind: '$counts' },
        { $group: { _id: { channel: '$channel', state: '$counts.k' }, count: { $sum: '$counts.v' } } },
      ])
      .toArray();
    const counts: FinalCounts = {};
    for (const { _id, count } of rows) counts[_id.channel] = { ...counts[_id.channel], [_id.state]: count };
    return counts;
  }

  /** Deliveries that did not simply go out, by reason. */
  async byReason(campaign: string): Promise<ReasonCount[]> {
    const [verdicts, exceptions] = await Promise.all([this.verdicts(campaign), this.exceptions(campaign)]);
    return [...verdicts, ...exceptions];
  }

  /** Recipients whose batches were settled since a moment. */
  async settledSince(campaign: string, since: Date): Promise<number> {
    const [row] = await this.collection
      .aggregate<{ settled: number }>([
        {
          $match: {
            campaign: new ObjectId(campaign),
            state: 'DONE',
            settledAt: { $gte: since },
            'verdict.state': 'SENT',
          },
        },
        { $group: { _id: null, settled: { $sum: '$size' } } },
      ])
      .toArray();
    return row?.settled ?? 0;
  }

  private verdicts(campaign: string): Promise<ReasonCount[]> {
    return this.collection
      .aggregate<ReasonCount>([
        { $match: { campaign: new ObjectId(campaign), holds: 'SKIPPED', 'verdict.reason': { $ne: null } } },
        {
          $group: {
            _id: { channel: '$channel', state: '$verdict.state', reason: '$verdict.reason' },
            count: { $sum: '$counts.SKIPPED' },
          },
        },
        {
          $project: {
            _id: 0,
            channel: '$_id.channel',
            state: '$_id.state',
            reason: '$_id.reason',
            providerCode: null,
            count: 1,
          },
        },
        { $sort: { channel: 1, reason: 1 } },
      ])
      .toArray();
  }

  private exceptions(campaign: string): Promise<ReasonCount[]> {
    const id = {
      channel: '$channel',
      state: '$exceptions.state',
      reason: '$exceptions.reason',
      providerCode: '$exceptions.providerCode',
    };
    return this.collection
      .aggregate<ReasonCount>([
        { $match: { campaign: new ObjectId(campaign), 'exceptions.reason': { $type: 'string' } } },
        { $unwind: '$exceptions' },
        { $match: { 'exceptions.reason': { $type: 'string' } } },
        { $group: { _id: id, count: { $sum: 1 } } },
        { $replaceWith: { $mergeObjects: ['$_id', { count: '$count' }] } },
        { $sort: { channel: 1, state: 1, count: -1, reason: 1 } },
      ])
      .toArray();
  }
}

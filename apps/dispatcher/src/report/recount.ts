import { Injectable } from '@nestjs/common';
import type { Channel, DeliveryState } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { FinalCounts, ReasonCount } from '../dispatches/dispatch';
import { type BatchDocument, idRange } from '../ledger/batch-document';

/** Only batches with a reason are in it. */
const withReason = { 'exceptions.reason': { $type: 'string' } };
const indexes = [{ name: 'reasons', key: { campaign: 1 }, partialFilterExpression: withReason }];

/** Adds up the ledger of a campaign. */
@Injectable()
export class Recount {
  private readonly collection: Collection<BatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('batches', indexes);
  }

  async execute(campaign: string): Promise<FinalCounts> {
    const [channels, verdicts, exceptions] = await Promise.all([
      this.byChannel(campaign),
      this.verdicts(campaign),
      this.exceptions(campaign),
    ]);
    return { channels, reasons: [...verdicts, ...exceptions] };
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

  /** From the counts that each batch carries, in the order of the key: each batch is seen once, also while it changes. */
  private async byChannel(campaign: string): Promise<FinalCounts['channels']> {
    const [from, to] = idRange(campaign).text;
    const rows = await this.collection
      .aggregate<{ _id: { channel: Channel; state: DeliveryState }; count: number }>([
        { $match: { _id: { $gte: from, $lt: to } } },
        { $project: { channel: 1, counts: { $objectToArray: '$counts' } } },
        { $unwind: '$counts' },
        { $group: { _id: { channel: '$channel', state: '$counts.k' }, count: { $sum: '$counts.v' } } },
      ])
      .toArray();
    const counts: FinalCounts['channels'] = {};
    for (const { _id, count } of rows) counts[_id.channel] = { ...counts[_id.channel], [_id.state]: count };
    return counts;
  }

  /** Who was skipped by the batch: there was no message or no integration. */
  private verdicts(campaign: string): Promise<ReasonCount[]> {
    const id = { channel: '$channel', state: '$verdict.state', reason: '$verdict.reason' };
    return this.collection
      .aggregate<ReasonCount>([
        { $match: { campaign: new ObjectId(campaign), holds: 'SKIPPED', 'verdict.reason': { $ne: null } } },
        { $group: { _id: id, count: { $sum: '$counts.SKIPPED' } } },
        { $replaceWith: { $mergeObjects: ['$_id', { providerCode: null, count: '$count' }] } },
        { $sort: { channel: 1, reason: 1 } },
      ])
      .toArray();
  }

  /** Whose own history has a reason. What waited for another try when the campaign was stopped is cancelled. */
  private exceptions(campaign: string): Promise<ReasonCount[]> {
    const wasQueued = { $and: ['$cancelled', { $eq: ['$exceptions.state', 'QUEUED'] }] };
    const id = {
      channel: '$channel',
      state: { $cond: [wasQueued, 'CANCELLED', '$exceptions.state'] },
      reason: '$exceptions.reason',
      providerCode: '$exceptions.providerCode',
    };
    return this.collection
      .aggregate<ReasonCount>([
        { $match: { campaign: new ObjectId(campaign), ...withReason } },
        { $unwind: '$exceptions' },
        { $match: withReason },
        { $group: { _id: id, count: { $sum: 1 } } },
        { $replaceWith: { $mergeObjects: ['$_id', { count: '$count' }] } },
        { $sort: { channel: 1, state: 1, count: -1, reason: 1 } },
      ])
      .toArray();
  }
}

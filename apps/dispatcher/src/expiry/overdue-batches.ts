import { Injectable } from '@nestjs/common';
import type { Channel } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import { Dispatches } from '../dispatches/dispatches';
import type { BatchDocument } from '../ledger/batch-document';

/** One channel of one campaign. */
interface Way {
  campaign: ObjectId;
  channel: Channel;
}

/** Batches that have waited for too long. Nothing is written here. */
@Injectable()
export class OverdueBatches {
  private readonly collection: Collection<BatchDocument>;

  constructor(
    database: Database,
    private readonly dispatches: Dispatches,
  ) {
    this.collection = database.collection('batches');
  }

  /**
   * Ids of some that wait since before `deadline`. A pause is no waiting, and who was resumed has time anew; nor does a
   * campaign wait that goes on in this channel, be it at one a minute.
   */
  async find(deadline: Date, limit: number): Promise<string[]> {
    const ids: string[] = [];
    for (const way of await this.ways(deadline)) {
      if (ids.length >= limit) break;
      if (!(await this.isServed(way, deadline))) ids.push(...(await this.batches(way, deadline, limit)));
    }
    return ids;
  }

  private async ways(deadline: Date): Promise<Way[]> {
    const patient = await this.dispatches.patient(deadline);
    const campaign = { $nin: patient.map((id) => new ObjectId(id)) };
    return this.collection
      .aggregate<Way>([
        { $match: { state: 'READY', since: { $lt: deadline }, campaign } },
        { $group: { _id: { campaign: '$campaign', channel: '$channel' } } },
        { $replaceWith: '$_id' },
      ])
      .toArray();
  }

  /** Whether the provider has dealt with anybody since. What was given up is no progress. */
  private async isServed({ campaign, channel }: Way, since: Date): Promise<boolean> {
    const served = { campaign, channel, settledAt: { $gte: since }, 'progress.at': { $gte: since } };
    return (await this.collection.findOne(served, { projection: { _id: 1 } })) !== null;
  }

  private async batches(way: Way, deadline: Date, limit: number): Promise<string[]> {
    const found = await this.collection
      .find({ state: 'READY', ...way, since: { $lt: deadline } })
      .project<{ _id: string }>({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }
}

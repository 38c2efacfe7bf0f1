import { Injectable } from '@nestjs/common';
import type { Channel } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { BatchDocument } from '../ledger/batch-document';

/** What is released, or held by one worker, of a campaign in a channel. */
export interface Outstanding {
  channel: Channel;
  user: string;
  campaign: string;
  integration: string;
  /** Null: these batches are offered, and nobody has them yet. */
  holder: string | null;
  batches: number;
  recipients: number;
  /** Sends a second that these hands may make, together; those without a pace do not count. */
  pacePerSecond: number;
  /** Sends at the same time, likewise. */
  concurrency: number;
}

interface OutstandingGroup extends Pick<
  Outstanding,
  'batches' | 'recipients' | 'pacePerSecond' | 'concurrency'
> {
  _id: { channel: Channel; user: ObjectId; campaign: ObjectId; integration: string; holder: string | null };
}

/** The types say nothing new: they let both partial indexes be used. */
const IN_HAND = [
  { state: 'RELEASED', releasedUntil: { $type: 'date' } },
  { state: 'HELD', 'hand.until': { $type: 'date' } },
];

/** Batches as the one who releases sees them. Nothing is written here. */
@Injectable()
export class Backlog {
  private readonly collection: Collection<BatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('batches');
  }

  /** Campaigns with a batch that may be released; one step in the index for each, however many batches it has. */
  async due(channel: Channel, now: Date): Promise<string[]> {
    const firsts = await this.collection
      .aggregate<{ _id: ObjectId; due: Date }>(
        [
          { $match: { state: 'READY', channel } },
          { $sort: { state: 1, channel: 1, campaign: 1, due: 1 } },
          { $group: { _id: '$campaign', due: { $first: '$due' } } },
        ],
        { hint: 'ready' },
      )
      .toArray();
    return firsts.filter(({ due }) => due <= now).map(({ _id }) => _id.toHexString());
  }

  /** Ids of a campaign's batches that may be released, the earliest due first. */
  async next(campaign: string, channel: Channel, now: Date, limit: number): Promise<string[]> {
    const found = await this.collection
      .find({ state: 'READY', channel, campaign: new ObjectId(campaign), due: { $lte: now } })
      .project<{ _id: string }>({ _id: 1 })
      .sort({ due: 1, seq: 1 })
      .hint('ready')
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** What is released or held. */
  async outstanding(): Promise<Outstanding[]> {
    const groups = await this.collection
      .aggregate<OutstandingGroup>([
        { $match: { $or: IN_HAND } },
        {
          $group: {
            _id: {
              channel: '$channel',
              user: '$user',
              campaign: '$campaign',
              integration: '$integration',
              holder: { $ifNull: ['$hand.holder', null] },
            },
            batches: { $sum: 1 },
            recipients: { $sum: '$counts.QUEUED' },
            pacePerSecond: { $sum: '$hand.tempo.pacePerSecond' },
            concurrency: { $sum: '$hand.tempo.concurrency' },
          },
        },
      ])
      .toArray();
    return groups.map(({ _id: { user, campaign, ...key }, ...sums }) => ({
      ...key,
      user: user.toHexString(),
      campaign: campaign.toHexString(),
      ...sums,
    }));
  }
}

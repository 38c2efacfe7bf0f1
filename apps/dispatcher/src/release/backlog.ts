import { Injectable } from '@nestjs/common';
import type { Channel } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { BatchDocument } from '../ledger/batch-document';

/** What is released or held of a campaign in a channel. */
export interface Outstanding {
  channel: Channel;
  user: string;
  campaign: string;
  released: number;
  recipients: number;
}

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

  /** What is released or held. The types say nothing new: they let both partial indexes be used. */
  async outstanding(): Promise<Outstanding[]> {
    const inHand = [
      { state: 'RELEASED', releasedUntil: { $type: 'date' } },
      { state: 'HELD', 'hand.until': { $type: 'date' } },
    ];
    const groups = await this.collection
      .aggregate<{
        _id: { channel: Channel; user: ObjectId; campaign: ObjectId };
        released: number;
        recipients: number;
      }>([
        { $match: { $or: inHand } },
        {
          $group: {
            _id: { channel: '$channel', user: '$user', campaign: '$campaign' },
            released: { $sum: { $cond: [{ $eq: ['$state', 'RELEASED'] }, 1, 0] } },
            recipients: { $sum: '$counts.QUEUED' },
          },
        },
      ])
      .toArray();
    return groups.map(({ _id: { channel, user, campaign }, released, recipients }) => ({
      channel,
      user: user.toHexString(),
      campaign: campaign.toHexString(),
      released,
      recipients,
    }));
  }
}

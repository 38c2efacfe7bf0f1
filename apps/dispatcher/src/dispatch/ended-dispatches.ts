import { STATISTICS_SLOT_MINUTES, channels, eachChannel, newId } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import type { FinalCounts } from '../ledger';
import { BY_PUBLISHING, type DispatchDocument, DispatchRecord, type Filter, change, key } from './dispatch';

/** The counts of campaigns that were published in one quarter of an hour and have ended. */
export interface EndedTotals {
  at: Date;
  campaigns: string[];
  counts: Pick<FinalCounts, 'channels' | 'returned'>;
}

/** A campaign whose stored counts are out of date. `countAgain` identifies the last change. */
export interface OutdatedCounts {
  campaign: string;
  countAgain: string;
}

const states = ['SENT', 'DELIVERED', 'READ'] as const;
const returns = ['bounced', 'hard', 'complained'] as const;

/** Matches dispatches with stored counts whose ledger exists. */
const isCounted: Filter = { final: { $ne: null }, ledger: 'KEPT' };

/** The stored counts of campaigns that ended. Bounces and reports of providers still change them afterward. */
@Injectable()
export class EndedDispatches {
  constructor(@InjectModel(DispatchRecord.name) private readonly dispatches: Model<DispatchDocument>) {}

  /** The sums of a user's campaigns that were published since a time, without deleted ones. */
  async totals(user: string, since: Date): Promise<EndedTotals[]> {
    const slot = { date: '$publishedAt', unit: 'minute', binSize: STATISTICS_SLOT_MINUTES };
    const rows = await this.dispatches
      .aggregate<Record<string, number> & { _id: Date; campaigns: ObjectId[] }>([
        { $match: { ...published(user, since), final: { $ne: null } } },
        { $group: { _id: { $dateTrunc: slot }, campaigns: { $push: '$_id' }, ...sums } },
      ])
      .hint(BY_PUBLISHING);
    return rows.map(({ _id: at, campaigns, ...row }) => ({
      at,
      campaigns: campaigns.map((id) => id.toHexString()),
      counts: {
        channels: eachChannel((channel) => named(states, (state) => row[`${channel} ${state}`] ?? 0)),
        returned: eachChannel((channel) => named(returns, (kind) => row[`${channel} ${kind}`] ?? 0)),
      },
    }));
  }

  /** Records that the ledger of a campaign has changed, if it has ended. */
  async changed(campaign: string): Promise<void> {
    await change(this.dispatches, { ...key(campaign), ...isCounted }, { $set: { countAgain: newId() } });
  }

  async outdated(limit: number): Promise<OutdatedCounts[]> {
    const found = await this.dispatches
      .find({ countAgain: { $exists: true }, ...isCounted }, { countAgain: 1 })
      .limit(limit)
      .lean<Pick<DispatchDocument, '_id' | 'countAgain'>[]>();
    return found.map(({ _id, countAgain = '' }) => ({ campaign: _id.toHexString(), countAgain }));
  }

  /** Stores the counts, unless the ledger has changed again in the meantime. */
  async counted({ campaign, countAgain }: OutdatedCounts, final: FinalCounts): Promise<void> {
    const isSame = { ...key(campaign), ...isCounted, countAgain };
    await change(this.dispatches, isSame, { $set: { final }, $unset: { countAgain: 1 } });
  }
}

/** Matches the campaigns of a user that were published since a time, without deleted ones. */
export const published = (user: string, since: Date) => ({
  user: new ObjectId(user),
  publishedAt: { $gte: since },
  deleted: { $ne: true as const },
});

const sums = Object.fromEntries(
  channels.flatMap((channel) => [
    ...states.map((state) => sumOf(`${channel} ${state}`, `$final.channels.${channel}.${state}`)),
    ...returns.map((kind) => sumOf(`${channel} ${kind}`, `$final.returned.${channel}.${kind}`)),
  ]),
);

function sumOf(name: string, field: string): [string, { $sum: string }] {
  return [name, { $sum: field }];
}

function named<K extends string, T>(names: readonly K[], of: (name: K) => T): Record<K, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<K, T>;
}

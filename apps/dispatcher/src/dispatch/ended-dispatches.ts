import { type Channel, channels, eachChannel, newId, type ZoneOffset } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import type { FinalCounts, ReturnedCounts } from '../ledger';
import { BY_PUBLISHING, type DispatchDocument, DispatchRecord, type Filter, change, key } from './dispatch';
import { localDay } from './local-days';

/** The campaigns that a user has published since a time. `offsets`: those of the user's time zone. */
export interface UserPeriod {
  user: string;
  since: Date;
  offsets: readonly ZoneOffset[];
}

/** The counts of the campaigns that were published on one day. */
export interface EndedTotals {
  day: string;
  campaigns: number;
  counts: Pick<FinalCounts, 'channels'> & {
    returned: Record<Channel, Pick<ReturnedCounts, 'bounced' | 'complained'>>;
  };
}

/** A campaign whose stored counts are out of date. `countAgain` identifies the last change. */
export interface OutdatedCounts {
  campaign: string;
  countAgain: string;
}

const states = ['SENT', 'DELIVERED', 'READ'] as const;
const returns = ['bounced', 'complained'] as const;

/** Matches dispatches with stored counts whose ledger exists. */
const isCounted: Filter = { final: { $ne: null }, ledger: 'KEPT' };

/** The stored counts of campaigns that ended. Bounces and reports of providers still change them afterward. */
@Injectable()
export class EndedDispatches {
  constructor(@InjectModel(DispatchRecord.name) private readonly dispatches: Model<DispatchDocument>) {}

  /** The sums of a user's campaigns, without deleted ones and these. */
  async totals({ user, since, offsets }: UserPeriod, except: readonly string[]): Promise<EndedTotals[]> {
    const isOther = { _id: { $nin: except.map((campaign) => new ObjectId(campaign)) } };
    const rows = await this.dispatches
      .aggregate<Record<string, number> & { _id: string; campaigns: number }>([
        { $match: { ...published(user, since), final: { $ne: null }, ...isOther } },
        { $group: { _id: localDay('$publishedAt', offsets), campaigns: { $sum: 1 }, ...sums } },
      ])
      // A covering index takes twice as long, because the database restores the nested fields from it.
      .hint(BY_PUBLISHING);
    return rows.map(({ _id: day, campaigns, ...row }) => ({
      ...{ day, campaigns },
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

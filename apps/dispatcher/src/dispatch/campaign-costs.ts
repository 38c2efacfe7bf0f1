import { type Costs, fromBillionths, inBillionths } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, mongo } from 'mongoose';
import {
  BY_PUBLISHING,
  type Dispatch,
  type DispatchDocument,
  DispatchRecord,
  change,
  key,
  toDispatch,
} from './dispatch';
import { type UserPeriod, published } from './ended-dispatches';
import { localDay } from './local-days';

/** What the campaigns of one day cost in one currency. */
export interface DayCosts {
  day: string;
  currency: string;
  sum: string;
  isEstimated: boolean;
}

/** The stored costs of campaigns. */
@Injectable()
export class CampaignCosts {
  constructor(@InjectModel(DispatchRecord.name) private readonly dispatches: Model<DispatchDocument>) {}

  /** Campaigns that have ended since their costs were counted. */
  async due(limit: number): Promise<Dispatch[]> {
    const found = await this.dispatches
      .find({ costsDue: true, finishedAt: { $gt: new Date(0) } })
      .limit(limit)
      .lean();
    return found.map(toDispatch);
  }

  /** Stores the costs of an ended run. Null: they can't be counted. */
  async counted(
    { campaign, run }: Dispatch,
    counted: { costs: Costs; isEstimated: boolean } | null,
    at: Date,
  ): Promise<void> {
    const { costs, isEstimated = false } = counted ?? {};
    const stored = costs && {
      ...costs,
      at,
      isEstimated,
      sum: mongo.Decimal128.fromString(inBillionths(costs.total)),
    };
    await change(
      this.dispatches,
      { ...key(campaign), run, finishedAt: { $gt: new Date(0) } },
      { ...(stored && { $set: { costs: stored } }), $unset: { costsDue: 1 } },
    );
  }

  /** The counted costs of a user's campaigns by day and currency, without deleted campaigns. */
  async byDay({ user, since, offsets }: UserPeriod): Promise<DayCosts[]> {
    const rows = await this.dispatches
      .aggregate<{ _id: Pick<DayCosts, 'day' | 'currency'>; sum: mongo.Decimal128; isEstimated: boolean }>([
        { $match: { ...published(user, since), 'costs.currency': { $type: 'string' } } },
        {
          $group: {
            _id: { day: localDay('$publishedAt', offsets), currency: '$costs.currency' },
            sum: { $sum: '$costs.sum' },
            isEstimated: { $max: '$costs.isEstimated' },
          },
        },
      ])
      .hint(BY_PUBLISHING);
    return rows.map(({ _id, sum, isEstimated }) => ({
      ..._id,
      sum: fromBillionths(sum.toString()),
      isEstimated,
    }));
  }

  /**
   * What the campaigns cost that a user has published since a time, also deleted ones. Those that are still sending, and
   * those that were never counted, cost what was expected.
   */
  async spending(user: string, since: Date, currency: string): Promise<string> {
    const isCounted = {
      $and: [{ $eq: ['$costs.currency', currency] }, { $not: { $ifNull: ['$costsDue', false] } }],
    };
    const isExpected = { $eq: ['$expectedCost.currency', currency] };
    const expected = {
      $multiply: [{ $toDecimal: '$expectedCost.total' }, mongo.Decimal128.fromString('1000000000')],
    };
    const cost = { $cond: [isCounted, '$costs.sum', { $cond: [isExpected, expected, 0] }] };
    const [row] = await this.dispatches
      .aggregate<{ sum: mongo.Decimal128 }>([
        { $match: { user: new ObjectId(user), publishedAt: { $gte: since } } },
        { $group: { _id: null, sum: { $sum: cost } } },
        { $set: { sum: { $trunc: { $toDecimal: '$sum' } } } },
      ])
      .hint(BY_PUBLISHING);
    return fromBillionths(row ? row.sum.toString() : '0');
  }
}

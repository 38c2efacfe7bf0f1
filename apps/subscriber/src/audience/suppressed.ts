import { Injectable } from '@nestjs/common';
import { type Collection, type Filter, type IndexSpecification, ObjectId } from 'mongodb';
import { type Channel, channels, suppressionReasons } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import type { SuppressionDocument } from '../suppressions/suppression-document';
import { BY_ADDRESS, BY_TIME, IN_ORDER } from '../suppressions/suppressions';
import { addressPortions } from './address-portions';
import type { Addresses } from './tally';

/** A suppression may have the time of a clock that is behind that of the one who asks, and be seen a moment later. */
const MARGIN_MS = 60_000;

/** Who must not be written to, as those see it who are about to write. Nothing is written here. */
@Injectable()
export class Suppressed {
  private readonly suppressions: Collection<SuppressionDocument>;

  constructor(database: Database) {
    this.suppressions = database.collection<SuppressionDocument>('suppressions');
  }

  /** False only if nobody is suppressed for the user. */
  async hasAny(userId: string): Promise<boolean> {
    const any = {
      userId: new ObjectId(userId),
      channel: { $in: channels },
      reason: { $in: suppressionReasons },
    };
    return this.finds(any, IN_ORDER);
  }

  /** False only if it is certain that nobody was suppressed for the user on this channel since. */
  async anySince(userId: string, channel: Channel, since: Date): Promise<boolean> {
    const at = { $gte: new Date(since.getTime() - MARGIN_MS) };
    return this.finds({ userId: new ObjectId(userId), channel, at }, BY_TIME);
  }

  /** Which of these addresses are suppressed now. */
  async among(userId: string, channel: Channel, addresses: readonly string[]): Promise<Set<string>> {
    if (addresses.length === 0) return new Set();
    const found = await this.suppressions
      .find({
        userId: new ObjectId(userId),
        channel,
        address: { $in: [...addresses] },
        reason: { $ne: null },
      })
      .hint(BY_ADDRESS)
      .project<Pick<SuppressionDocument, 'address'>>({ _id: 0, address: 1 })
      .toArray();
    return new Set(found.map(({ address }) => address));
  }

  /** All that are suppressed now, in order. */
  addresses(userId: string, channel: Channel): Addresses {
    const found = this.suppressions
      .find({ userId: new ObjectId(userId), channel, reason: { $ne: null } })
      .project<Pick<SuppressionDocument, 'address'>>({ _id: 0, address: 1 })
      .sort({ address: 1 })
      .hint(BY_ADDRESS);
    return addressPortions(found);
  }

  /** By this index: left to choose, the planner may read past all that was lifted. */
  private async finds(filter: Filter<SuppressionDocument>, hint: IndexSpecification): Promise<boolean> {
    return (await this.suppressions.findOne(filter, { hint, projection: { _id: 0, userId: 1 } })) !== null;
  }
}

import {
  AppError,
  type Payload,
  type Reply,
  type Suppression,
  type SuppressionHistory,
  channels,
  pageOf,
  suppressionReasons,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { unknownAddress } from './eligibility';
import { ErasedHashes } from './erased-hashes';
import {
  BY_ADDRESS,
  IN_ORDER,
  type SuppressionDocument,
  SuppressionRecord,
  shown,
  shownCause,
  shownLifted,
  shownPreferences,
  toAddressHistory,
} from './suppression-document';
import { Suppressions } from './suppressions';

/** Reads the suppression list as users see it. */
@Injectable()
export class ReadSuppressions {
  constructor(
    @InjectModel(SuppressionRecord.name) private readonly documents: Model<SuppressionDocument>,
    private readonly suppressions: Suppressions,
    private readonly hashes: ErasedHashes,
  ) {}

  /** Errors: suppression_not_found, also for a suppression that was lifted. */
  async get({ userId, id }: Payload<'suppression.get'>): Promise<Suppression> {
    const [suppression] = (await this.suppressions.histories(userId, [id])).flatMap(shown);
    if (!suppression) throw new AppError('suppression_not_found');
    return suppression;
  }

  /** The history of an address, including lifted causes. Empty if the address has no history. */
  async history(address: Payload<'suppression.history'>): Promise<SuppressionHistory> {
    const { channel, address: identifier } = address;
    const eligibility = (await this.suppressions.find(address))?.eligibility ?? unknownAddress;
    const { causes } = eligibility;
    const byStrength = suppressionReasons.flatMap((each) => causes.filter(({ reason }) => reason === each));
    return {
      ...{ channel, address: identifier },
      causes: byStrength.map(shownCause),
      lifted: shownLifted(eligibility),
      ...shownPreferences(eligibility),
    };
  }

  /** Oldest first, continuing after an ID. */
  async list(query: Payload<'suppression.list'>): Promise<Reply<'suppression.list'>> {
    const { userId, channel, reason, address, after, limit } = query;
    const found = await this.documents
      .find({
        userId: new ObjectId(userId),
        channel: { $in: channel === null ? [...channels] : [channel] },
        reason: { $in: reason === null ? [...suppressionReasons] : [reason] },
        ...(address !== null && { address: { $in: this.hashes.formsOf(userId, address) } }),
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .hint(address === null ? IN_ORDER : BY_ADDRESS)
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean();
    return pageOf(found.map(toAddressHistory).flatMap(shown), limit);
  }
}

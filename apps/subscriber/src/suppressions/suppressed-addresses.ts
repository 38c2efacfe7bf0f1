import { type Channel, channels, suppressionReasons } from '@carillon/contracts';
import { erasedRange } from '@carillon/vault';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import { addressChunks } from '../address-chunks';
import { ErasedHashes } from './erased-hashes';
import {
  type Address,
  BY_ADDRESS,
  BY_TIME,
  IN_ORDER,
  type SuppressionDocument,
  SuppressionRecord,
} from './suppression-document';

type ChannelAddress = Omit<Address, 'userId'>;

/** A cause can have the time of a clock that is behind the requesting process's, and become visible a moment later. */
const MARGIN_MS = 60_000;

/** Finds the addresses that are suppressed now, for lists of recipients. */
@Injectable()
export class SuppressedAddresses {
  constructor(
    @InjectModel(SuppressionRecord.name) private readonly suppressions: Model<SuppressionDocument>,
    private readonly hashes: ErasedHashes,
  ) {}

  /** False only if the user has no suppression. */
  hasAny(userId: string): Promise<boolean> {
    const any = { channel: { $in: [...channels] }, reason: { $in: [...suppressionReasons] } };
    return this.finds({ userId: new ObjectId(userId), ...any }, IN_ORDER);
  }

  /** False only if none of the user's addresses was certainly suppressed on this channel since. */
  anySince(userId: string, channel: Channel, since: Date): Promise<boolean> {
    return this.finds({ userId: new ObjectId(userId), channel, at: aroundOrAfter(since) }, BY_TIME);
  }

  /** The given addresses that are suppressed now. */
  async among(userId: string, channel: Channel, addresses: readonly string[]): Promise<Set<string>> {
    if (addresses.length === 0) return new Set();
    const byForm = await this.formsOf(userId, [channel], addresses);
    const found = await this.suppressions
      .find({ ...suppressed(userId, channel), address: { $in: [...byForm.keys()] } }, { _id: 0, address: 1 })
      .hint(BY_ADDRESS)
      .lean();
    return new Set(found.flatMap(({ address }) => byForm.get(address) ?? []));
  }

  /** The texts under which these addresses can be stored on these channels: themselves, and hashes if any is erased. */
  async formsOf(
    userId: string,
    onChannels: readonly Channel[],
    addresses: readonly string[],
  ): Promise<Map<string, string>> {
    const byForm = new Map(addresses.map((address) => [address, address]));
    if (await this.hasErased(userId, onChannels)) {
      for (const address of addresses)
        for (const hash of this.hashes.all(userId, address)) byForm.set(hash, address);
    }
    return byForm;
  }

  /** Returns which of these people are suppressed now. One read for each channel. */
  async amongPeople(
    userId: string,
    people: readonly ChannelAddress[],
  ): Promise<(person: ChannelAddress) => boolean> {
    const byChannel = await Promise.all(
      channels.map(async (channel) => {
        const addresses = people.flatMap((each) => (each.channel === channel ? [each.address] : []));
        return [channel, await this.among(userId, channel, addresses)] as const;
      }),
    );
    const suppressed = new Map(byChannel);
    return ({ channel, address }) => suppressed.get(channel)?.has(address) ?? false;
  }

  /** All addresses that are suppressed now, in ascending order. */
  addresses(userId: string, channel: Channel): AsyncGenerator<string[]> {
    return addressChunks(this.suppressions, suppressed(userId, channel), BY_ADDRESS);
  }

  /** Usually takes one lookup, because no hashes are needed if none is stored. */
  private async hasErased(userId: string, onChannels: readonly Channel[]): Promise<boolean> {
    const channel = { $in: [...onChannels] };
    const filter = { userId: new ObjectId(userId), channel, address: erasedRange };
    return (await this.suppressions.findOne(filter, { _id: 0, userId: 1 }).hint(BY_ADDRESS).lean()) !== null;
  }

  /** With an index hint. Otherwise, the planner could choose an index that scans all lifted suppressions. */
  private async finds(
    filter: QueryFilter<SuppressionDocument>,
    index: typeof IN_ORDER | typeof BY_TIME,
  ): Promise<boolean> {
    return (await this.suppressions.findOne(filter, { _id: 0, userId: 1 }).hint(index).lean()) !== null;
  }
}

/** Times since then, and shortly before. */
export function aroundOrAfter(since: Date): { $gte: Date } {
  return { $gte: new Date(since.getTime() - MARGIN_MS) };
}

const suppressed = (userId: string, channel: Channel) => ({
  userId: new ObjectId(userId),
  channel,
  reason: { $ne: null },
});

import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Channel } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { Binary, type Collection } from 'mongodb';
import { idRange } from './batch-document';
import { insertMissing } from './insert-missing';
import { removeSome } from './remove-some';

/** Which position of which batch an address belongs to. The key makes one delivery per campaign, channel and address. */
interface AddressDocument {
  /** 12 bytes of the campaign's id and 12 of SHA-256(channel, address). */
  _id: Binary;
  /** The batch's seq. */
  b: number;
  /** The position in it. */
  i: number;
}

export interface Claim {
  channel: Channel;
  address: string;
  seq: number;
  position: number;
}

/** Insert-only: the one document that is written per recipient. */
@Injectable()
export class Addresses {
  private readonly collection: Collection<AddressDocument>;

  constructor(database: Database) {
    this.collection = database.collection('addresses');
  }

  /** Claims addresses for positions. Answers the claims that lost: the address belongs to another position already. */
  async claim(campaign: string, claims: readonly Claim[]): Promise<Claim[]> {
    const prefix = Buffer.from(campaign, 'hex');
    const documents = claims.map(({ channel, address, seq, position }) => ({
      _id: key(prefix, channel, address),
      b: seq,
      i: position,
    }));
    const taken = await insertMissing(this.collection, documents);
    return taken.length === 0 ? [] : this.lost(claims, documents, taken);
  }

  async find(
    campaign: string,
    channel: Channel,
    address: string,
  ): Promise<{ seq: number; position: number } | null> {
    const found = await this.collection.findOne({ _id: key(Buffer.from(campaign, 'hex'), channel, address) });
    return found && { seq: found.b, position: found.i };
  }

  /** True when none is left. */
  async removeSome(campaign: string, limit: number): Promise<boolean> {
    return removeSome(this.collection, idRange(campaign).bytes, limit);
  }

  /** Of the claims that met a document, those that met somebody else's: one's own is what an earlier try left. */
  private async lost(
    claims: readonly Claim[],
    documents: AddressDocument[],
    indexes: number[],
  ): Promise<Claim[]> {
    const keys = indexes.flatMap((index) => documents[index]?._id ?? []);
    const there = new Map<string, AddressDocument>();
    for (const found of await this.collection.find({ _id: { $in: keys } }).toArray()) {
      there.set(found._id.toString('hex'), found);
    }
    return indexes.flatMap((index) => {
      const claim = claims[index];
      const owner = there.get(documents[index]?._id.toString('hex') ?? '');
      const mine = owner?.b === claim?.seq && owner?.i === claim?.position;
      return claim && !mine ? [claim] : [];
    });
  }
}

function key(campaign: Buffer, channel: Channel, address: string): Binary {
  return new Binary(Buffer.concat([campaign, hash('sha256', `${channel}\0${address}`, 'buffer')], 24));
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Channel } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { Binary, type Collection, MongoBulkWriteError, type WriteError } from 'mongodb';
import { idRange } from './batch-document';

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
    if (claims.length === 0) return [];
    const prefix = Buffer.from(campaign, 'hex');
    const documents = claims.map(({ channel, address, seq, position }) => ({
      _id: key(prefix, channel, address),
      b: seq,
      i: position,
    }));
    try {
      await this.collection.insertMany(documents, { ordered: false });
      return [];
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
      return this.lost(claims, documents, failedIndexes(error));
    }
  }

  async find(
    campaign: string,
    channel: Channel,
    address: string,
  ): Promise<{ seq: number; position: number } | null> {
    const found = await this.collection.findOne({ _id: key(Buffer.from(campaign, 'hex'), channel, address) });
    return found && { seq: found.b, position: found.i };
  }

  async remove(campaign: string): Promise<void> {
    const [from, to] = idRange(campaign).bytes;
    await this.collection.deleteMany({ _id: { $gte: from, $lte: to } });
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

function failedIndexes({ writeErrors }: MongoBulkWriteError): number[] {
  const errors: WriteError[] = Array.isArray(writeErrors)
    ? (writeErrors as WriteError[])
    : [writeErrors as WriteError];
  return errors.map(({ index }) => index);
}

function key(campaign: Buffer, channel: Channel, address: string): Binary {
  const hash = createHash('sha256').update(channel).update('\0').update(address).digest();
  return new Binary(Buffer.concat([campaign, hash], 24));
}

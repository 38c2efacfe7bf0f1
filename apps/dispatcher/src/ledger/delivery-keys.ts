import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Channel, channels } from '@carillon/contracts';
import { type Plain, collection, insertMissing, readLimitMs } from '@carillon/mongo';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ClientSession } from 'mongodb';
import { type Model, mongo } from 'mongoose';
import { idRange } from './batch-document';
import { Batches } from './batches';
import { insertAll, removeSome } from './bulk-writes';
import { RecipientPages } from './recipient-pages';

/**
 * The batch and position that own an address. The key permits one delivery per campaign, channel, and address (ADR 88).
 */
@Schema(collection('deliveryKeys'))
export class DeliveryKeyRecord {
  /** 12 bytes of the campaign's ID and 12 of SHA-256(channel, address). */
  @Prop({ type: Buffer }) readonly _id!: mongo.Binary;
  /** The number of the batch. */
  @Prop({ type: Number }) b!: number;
  /** The position in the batch. */
  @Prop({ type: Number }) i!: number;
}

type DeliveryKeyDocument = Plain<DeliveryKeyRecord>;

export const DeliveryKeySchema = SchemaFactory.createForClass(DeliveryKeyRecord);

export interface Claim {
  /** PERSON: `address` is the number of a person who gets only one message. */
  channel: Channel | 'PERSON';
  address: string;
  seq: number;
  position: number;
}

/** Insert-only: one document per recipient, for audiences in which an address can occur twice. */
@Injectable()
export class DeliveryKeys {
  constructor(
    @InjectModel(DeliveryKeyRecord.name) private readonly deliveryKeys: Model<DeliveryKeyDocument>,
  ) {}

  /** Claims addresses for positions in a transaction. @throws a duplicate key error if an address already has a key */
  async insert(campaign: string, claims: readonly Claim[], session: ClientSession): Promise<void> {
    await insertAll(this.deliveryKeys, documentsOf(campaign, claims), session);
  }

  /** Claims addresses for positions, except addresses that already have a key. */
  async claim(campaign: string, claims: readonly Claim[]): Promise<void> {
    await insertMissing(this.deliveryKeys, documentsOf(campaign, claims));
  }

  /** The deliveries to these addresses in these campaigns, on all channels. */
  async findIn(campaigns: readonly string[], addresses: readonly string[]): Promise<LocatedDelivery[]> {
    const keys = campaigns.flatMap((campaign) => addresses.flatMap((address) => keysOf(campaign, address)));
    const found = await this.deliveryKeys.find({ _id: { $in: keys } }).lean();
    return found.map(({ _id, b, i }) => ({
      campaign: Buffer.from(_id.buffer.subarray(0, CAMPAIGN_BYTES)).toString('hex'),
      seq: b,
      position: i,
    }));
  }

  /** The given recipients that have a key. */
  async claimed<T extends Pick<Claim, 'channel' | 'address'>>(
    campaign: string,
    recipients: readonly T[],
  ): Promise<T[]> {
    const prefix = Buffer.from(campaign, 'hex');
    const keys = recipients.map(({ channel, address }) => key(prefix, channel, address));
    // Bypasses the model, which would cast a thousand keys.
    const found = await this.deliveryKeys.collection
      .find<Pick<DeliveryKeyDocument, '_id'>>(
        { _id: { $in: keys } as never },
        { projection: { _id: 1 }, batchSize: keys.length + 1, maxTimeMS: readLimitMs() },
      )
      .toArray();
    const claimed = new Set(found.map(({ _id }) => _id.toString('hex')));
    return recipients.filter((_, index) => claimed.has(keys[index]?.toString('hex') ?? ''));
  }

  /**
   * Removes the keys of an erased address. Until the campaign is planned, they must stay to prevent a second delivery.
   */
  async erase(campaign: string, address: string): Promise<void> {
    await this.deliveryKeys.deleteMany({ _id: { $in: keysOf(campaign, address) } });
  }

  /** Removes some keys. Returns true if no key is left. */
  async removeSome(campaign: string, limit: number): Promise<boolean> {
    return removeSome(this.deliveryKeys, idRange(campaign).bytes, limit);
  }
}

const CAMPAIGN_BYTES = 12;

function documentsOf(campaign: string, claims: readonly Claim[]): DeliveryKeyDocument[] {
  const prefix = Buffer.from(campaign, 'hex');
  return claims.map(({ channel, address, seq, position }) => ({
    _id: key(prefix, channel, address),
    b: seq,
    i: position,
  }));
}

function keysOf(campaign: string, address: string): mongo.Binary[] {
  return channels.map((channel) => key(Buffer.from(campaign, 'hex'), channel, address));
}

function key(campaign: Buffer, channel: Claim['channel'], address: string): mongo.Binary {
  return new mongo.Binary(Buffer.concat([campaign, hash('sha256', `${channel}\0${address}`, 'buffer')], 24));
}

/** A delivery, identified by its campaign, batch, and position. */
export interface LocatedDelivery {
  campaign: string;
  seq: number;
  position: number;
}

/** Finds the deliveries to addresses: by their keys, and in the pages of campaigns without keys. */
@Injectable()
export class DeliveryLookUp {
  constructor(
    private readonly deliveryKeys: DeliveryKeys,
    private readonly recipientPages: RecipientPages,
    private readonly batches: Batches,
  ) {}

  /** Searches these campaigns, on all channels. Scans all pages of campaigns without keys. */
  async find(
    campaigns: readonly { campaign: string; keyless?: true }[],
    addresses: readonly string[],
  ): Promise<LocatedDelivery[]> {
    const keyed = campaigns.filter(({ keyless }) => !keyless).map(({ campaign }) => campaign);
    const located = await this.deliveryKeys.findIn(keyed, addresses);
    for (const { campaign, keyless } of campaigns) {
      if (keyless) located.push(...(await this.inPages(campaign, addresses)));
    }
    return located;
  }

  private async inPages(campaign: string, addresses: readonly string[]): Promise<LocatedDelivery[]> {
    const found = await this.recipientPages.find(campaign, addresses);
    const positions = await Promise.all(
      found.map(({ step, index }) => this.batches.locate(campaign, step, index)),
    );
    return positions.flatMap((position) => (position ? [{ campaign, ...position }] : []));
  }
}

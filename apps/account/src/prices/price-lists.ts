import type { Price, PriceList } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model } from 'mongoose';

/** A list of prices. It never changes, because campaigns keep the list with which they started. */
@Schema(collection('priceLists'))
export class PriceListRecord {
  readonly _id!: ObjectId;
  /** Counts the lists. A unique index orders concurrent changes. */
  @Prop({ type: Number }) version!: number;
  @Prop({ type: String }) currency!: string;
  @Prop({ type: [Object] }) prices!: Price[];
  @Prop({ type: Date }) createdAt!: Date;
}

export const PriceListSchema = SchemaFactory.createForClass(PriceListRecord).index(
  { version: -1 },
  { unique: true },
);

type PriceListDocument = Plain<PriceListRecord>;

const newest = { version: -1 } as const;

/** Stores the lists of prices. The last one is the current list. */
@Injectable()
export class PriceLists {
  constructor(@InjectModel(PriceListRecord.name) private readonly lists: Model<PriceListDocument>) {}

  async find(id: string): Promise<PriceList | null> {
    const found = await this.lists.findById(new ObjectId(id)).lean();
    return found && toPriceList(found);
  }

  async current(session: ClientSession | null = null): Promise<PriceList | null> {
    const found = await this.lists.findOne({}, null, { session }).sort(newest).lean();
    return found && toPriceList(found);
  }

  async currentId(): Promise<string | null> {
    const found = await this.lists.findOne({}, { _id: 1 }).sort(newest).lean();
    return found?._id.toHexString() ?? null;
  }

  /** Adds a list, which becomes the current one. Throws a duplicate key error if another one was added meanwhile. */
  async add(
    { id, currency, prices }: Omit<PriceList, 'createdAt'>,
    now: Date,
    session: ClientSession,
  ): Promise<PriceList> {
    const last = await this.lists.findOne({}, { version: 1 }, { session }).sort(newest).lean();
    const version = (last?.version ?? 0) + 1;
    const document = { _id: new ObjectId(id), version, currency, prices, createdAt: now };
    await this.lists.insertOne(document, { session });
    return toPriceList(document);
  }
}

function toPriceList({ _id, currency, prices, createdAt }: PriceListDocument): PriceList {
  return { id: _id.toHexString(), currency, prices, createdAt: createdAt.toISOString() };
}

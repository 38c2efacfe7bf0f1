import { createHash } from 'node:crypto';
import {
  type ColumnOptions,
  type ImportMapping,
  type Payload,
  type Reply,
  pageOf,
} from '@carillon/contracts';
import { type Plain, collection, part } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Schema as MongooseSchema, Types } from 'mongoose';
import { ColumnOptionsSchema } from './import-document';

type Field = ImportMapping['fields'][number];

const FieldSchema = new MongooseSchema<Field>({ field: String, column: String }, part);

/** How a user read the columns of a file. Files with the same set of headers share it. */
@Schema(collection('importMappings'))
export class ImportMappingRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  /** The hash of the set of headers. */
  @Prop({ type: String }) key!: string;
  @Prop({ type: [String] }) columns!: string[];
  @Prop({ type: [FieldSchema] }) fields!: Field[];
  @Prop({ type: String }) everybody?: string;
  @Prop({ type: [ColumnOptionsSchema] }) options!: ColumnOptions[];
  @Prop({ type: Date }) updatedAt!: Date;
}

type ImportMappingDocument = Plain<ImportMappingRecord>;

const IN_ORDER = { userId: 1, _id: 1 } as const;
const LATEST_FIRST = { userId: 1, updatedAt: -1 } as const;

export const ImportMappingSchema = SchemaFactory.createForClass(ImportMappingRecord)
  .index({ userId: 1, key: 1 }, { unique: true })
  .index(IN_ORDER)
  .index(LATEST_FIRST);

/** The number of mappings of a user. */
const MOST = 20;

/** The mappings that users chose for the columns of their latest files. */
@Injectable()
export class ImportMappings {
  constructor(
    @InjectModel(ImportMappingRecord.name) private readonly mappings: Model<ImportMappingDocument>,
    private readonly clock: Clock,
  ) {}

  /** Oldest set of headers first, continuing after an ID. */
  async page({
    userId,
    after,
    limit,
  }: Payload<'import-mapping.list'>): Promise<Reply<'import-mapping.list'>> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    const found = await this.mappings
      .find({ userId: new ObjectId(userId), ...following })
      .sort(IN_ORDER)
      .hint(IN_ORDER)
      .limit(limit + 1)
      .lean<ImportMappingDocument[]>();
    const page = pageOf(
      found.map((document) => ({ id: document._id.toHexString(), document })),
      limit,
    );
    return { items: page.items.map(({ document }) => toMapping(document)), next: page.next };
  }

  /** Replaces the mapping of files with the same set of headers. The oldest ones are forgotten. */
  async save({
    userId,
    columns,
    fields,
    everybody,
    options,
  }: Payload<'import-mapping.save'>): Promise<ImportMapping> {
    const user = new ObjectId(userId);
    const set = { columns, fields, options, updatedAt: this.clock.now() };
    const saved = await this.mappings
      .findOneAndUpdate(
        { userId: user, key: keyOf(columns) },
        {
          $set: { ...set, ...(everybody !== undefined && { everybody }) },
          ...(everybody === undefined && { $unset: { everybody: '' } }),
          $setOnInsert: { _id: new ObjectId() },
        },
        { upsert: true, returnDocument: 'after' },
      )
      .lean<ImportMappingDocument>();
    const old = await this.mappings
      .find({ userId: user }, { _id: 1 })
      .sort(LATEST_FIRST)
      .hint(LATEST_FIRST)
      .skip(MOST)
      .lean();
    if (old.length > 0) await this.mappings.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
    return toMapping(saved);
  }

  async removeAll(userId: string): Promise<void> {
    await this.mappings.deleteMany({ userId: new ObjectId(userId) });
  }
}

/** The order of columns doesn't matter. */
function keyOf(columns: readonly string[]): string {
  const set = JSON.stringify([...new Set(columns)].sort());
  return createHash('sha256').update(set).digest('base64url');
}

function toMapping(document: ImportMappingDocument): ImportMapping {
  const { columns, fields, everybody, options, updatedAt } = document;
  return {
    columns,
    fields,
    ...(everybody !== undefined && { everybody }),
    options,
    updatedAt: updatedAt.toISOString(),
  };
}

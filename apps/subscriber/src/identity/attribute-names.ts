import { LANGUAGE, localeOf } from '@carillon/content';
import {
  AppError,
  type AttributeChange,
  type AttributeType,
  type AuditNote,
  type Variables,
  type WebhookEvent,
} from '@carillon/contracts';
import { NOTES_INDEX, type Plain, collection, insertMissing, part } from '@carillon/mongo';
import { WEBHOOK_EVENTS_INDEX } from '@carillon/webhooks';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Schema as MongooseSchema, Types } from 'mongoose';
import type { AttributeTypes } from './typed-attributes';

/**
 * A change of stored values. The first pass changes all people. A second pass, later, changes people who were written
 * by someone who had read the attribute before the change.
 */
export interface PendingChange {
  /** Identifies the change. */
  id: ObjectId;
  kind: AttributeChange;
  /** The new name. */
  to?: string;
  pass: 1 | 2;
  /** The last person whose value has the new type; null: none yet. */
  after: ObjectId | null;
  /** The number of people who are done, and of all people. */
  done: number;
  total: number;
  /** When the next step can begin, or another worker can take over (database time). */
  dueAt: Date;
}

const ChangeSchema = new MongooseSchema<PendingChange>(
  {
    id: Types.ObjectId,
    kind: String,
    to: String,
    pass: Number,
    after: Types.ObjectId,
    done: Number,
    total: Number,
    dueAt: Date,
  },
  part,
);

/** The name of an attribute that people of a user have or had. */
@Schema(collection('attributeNames'))
export class AttributeNameRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) name!: string;
  /** The type that values are converted to. Absent: they keep the type in which they are sent. */
  @Prop({ type: String }) type?: AttributeType;
  /** The name that people see. */
  @Prop({ type: String }) label?: string;
  /** The change of stored values that isn't completed. Absent: none. */
  @Prop({ type: ChangeSchema }) change?: PendingChange;
  /** Audit entries that are not published yet. */
  @Prop({ type: [Object], default: undefined }) notes?: AuditNote[];
  /** Webhook events that are not published yet. */
  @Prop({ type: [Object], default: undefined }) pendingWebhookEvents?: WebhookEvent[];
  @Prop({ type: Date }) createdAt!: Date;
}

export type AttributeNameDocument = Plain<AttributeNameRecord>;

export const BY_NAME = { userId: 1, name: 1 } as const;
/** Lists. */
export const IN_ORDER = { userId: 1, _id: 1 } as const;
/** Changes that aren't completed. */
export const BY_DUE_TIME = { 'change.dueAt': 1 } as const;

export const AttributeNameSchema = SchemaFactory.createForClass(AttributeNameRecord)
  .index(BY_NAME, { unique: true })
  .index(IN_ORDER)
  .index(BY_DUE_TIME, { partialFilterExpression: { 'change.dueAt': { $exists: true } } })
  .index(...NOTES_INDEX)
  .index(...WEBHOOK_EVENTS_INDEX);

/** The time of a step that can begin at once. */
export const LONG_AGO = new Date(0);

/** The maximum number of attributes of a user. An export has a column for each. */
const MOST_NAMES = 1_000;

/** The values of a person that have names. */
interface NamedValues {
  attributes: Variables;
  locale?: string | undefined;
}

/** The attributes that people of a user have. They say whether a message needs attributes at all. */
@Injectable()
export class AttributeNames {
  constructor(@InjectModel(AttributeNameRecord.name) private readonly names: Model<AttributeNameDocument>) {}

  /** The names, without that of the language. */
  async ofUser(userId: string): Promise<string[]> {
    const found = await this.names
      .find({ userId: new ObjectId(userId) }, { _id: 0, name: 1, change: 1 })
      .hint(BY_NAME)
      .lean<Pick<AttributeNameDocument, 'name' | 'change'>[]>();
    return found.flatMap(({ name, change }) => (name === LANGUAGE || isRemoved(change) ? [] : name));
  }

  async hasAny(userId: string): Promise<boolean> {
    return (await this.names.exists({ userId: new ObjectId(userId) })) !== null;
  }

  /** Those among these names that people of the user can have. */
  async among(userId: string, names: readonly string[]): Promise<string[]> {
    if (names.length === 0) return [];
    const found = await this.names
      .find({ userId: new ObjectId(userId), name: { $in: [...names] } }, { _id: 0, name: 1 })
      .hint(BY_NAME)
      .lean();
    return found.map(({ name }) => name);
  }

  /**
   * The attributes among these names, without those that are deleted or have another name now. `isChanging`: the values of
   * people are being converted, or moved to this name.
   */
  async currentAmong(
    userId: string,
    names: readonly string[],
  ): Promise<{ name: string; isChanging: boolean }[]> {
    if (names.length === 0) return [];
    const user = new ObjectId(userId);
    const [found, moved] = await Promise.all([
      this.described(userId, names),
      this.names
        .find({ userId: user, 'change.to': { $in: [...names] }, 'change.pass': 1 }, { _id: 0, change: 1 })
        .hint(BY_NAME)
        .lean<Pick<DescribedName, 'change'>[]>(),
    ]);
    const targets = new Set(moved.map(({ change }) => change?.to));
    return found.flatMap(({ name, change }) => {
      if (change && change.kind !== 'TYPE') return [];
      return [{ name, isChanging: change?.pass === 1 || targets.has(name) }];
    });
  }

  /**
   * Notes the names of values before people get the values. Returns the declared types. `declared`: the types of attributes
   * that have none.
   * @throws AppError limit_reached
   */
  async ensure(
    userId: string,
    people: readonly NamedValues[],
    now: Date,
    declared: AttributeTypes = new Map(),
  ): Promise<AttributeTypes> {
    const names = [...namesOf(people)];
    const found = await this.described(userId, names);
    await this.keep(
      userId,
      found.flatMap(({ name, change }) => (isRemoved(change) ? [name] : [])),
    );
    const known = new Set(found.map(({ name }) => name));
    const missing = names.filter((name) => !known.has(name));
    if (missing.length > 0) await this.add(userId, missing, now, declared);
    for (const { name, type } of found) {
      const declares = type === undefined ? declared.get(name) : undefined;
      if (declares) await this.declare(userId, name, declares);
    }
    return typesOf(names, found, declared);
  }

  /** The declared types of the attributes of people. `declared`: the types of attributes that have none. */
  async typesOf(
    userId: string,
    people: readonly NamedValues[],
    declared: AttributeTypes,
  ): Promise<AttributeTypes> {
    const names = [...namesOf(people)];
    return typesOf(names, await this.described(userId, names), declared);
  }

  async removeAll(userId: string): Promise<void> {
    await this.names.deleteMany({ userId: new ObjectId(userId) });
  }

  private async described(userId: string, names: readonly string[]): Promise<DescribedName[]> {
    if (names.length === 0) return [];
    return this.names
      .find(
        { userId: new ObjectId(userId), name: { $in: [...names] } },
        { _id: 0, name: 1, type: 1, change: 1 },
      )
      .hint(BY_NAME)
      .lean<DescribedName[]>();
  }

  /** Gives a type to an attribute that has none. Values that people already have are converted in the background. */
  private async declare(userId: string, name: string, type: AttributeType): Promise<void> {
    await this.names.updateOne(
      { userId: new ObjectId(userId), name, type: { $exists: false }, change: { $exists: false } },
      { $set: { type, change: newChange('TYPE', 0) } },
    );
  }

  /** Attributes that were removed, and that people get again. */
  private async keep(userId: string, names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    await this.names.updateMany(
      { userId: new ObjectId(userId), name: { $in: [...names] }, 'change.pass': 2 },
      { $unset: { change: '', type: '', label: '' } },
    );
  }

  private async add(
    userId: string,
    missing: readonly string[],
    now: Date,
    declared: AttributeTypes,
  ): Promise<void> {
    const user = new ObjectId(userId);
    const count = await this.names.countDocuments({ userId: user }).hint(BY_NAME);
    if (count + missing.length > MOST_NAMES)
      throw new AppError('limit_reached', `An account can have at most ${MOST_NAMES} attributes`);
    await insertMissing(
      this.names,
      missing.map((name) => {
        const type = declared.get(name);
        return { _id: new ObjectId(), userId: user, name, ...(type && { type }), createdAt: now };
      }),
    );
  }
}

type DescribedName = Pick<AttributeNameDocument, 'name' | 'type' | 'change'>;

function typesOf(
  names: readonly string[],
  found: readonly DescribedName[],
  declared: AttributeTypes,
): AttributeTypes {
  const types = new Map(
    found.flatMap(({ name, type, change }): [string, AttributeType][] =>
      type && !isRemoved(change) ? [[name, type]] : [],
    ),
  );
  for (const name of names) {
    const type = types.get(name) ?? declared.get(name);
    if (type) types.set(name, type);
  }
  return types;
}

/** A change that begins now. */
export function newChange(kind: AttributeChange, total: number): PendingChange {
  return { id: new ObjectId(), kind, pass: 1, after: null, done: 0, total, dueAt: LONG_AGO };
}

/** Whether nobody has the attribute anymore, because it was deleted or renamed. */
export function isRemoved(change: PendingChange | undefined): boolean {
  return change !== undefined && change.kind !== 'TYPE' && change.pass === 2;
}

/** The names of the values of these people. A language is noted by its own name. */
function namesOf(people: readonly NamedValues[]): Set<string> {
  const names = new Set<string>();
  for (const { attributes, locale } of people) {
    for (const name of Object.keys(attributes)) names.add(name);
    if (locale !== undefined || localeOf(attributes) !== undefined) names.add(LANGUAGE);
  }
  return names;
}

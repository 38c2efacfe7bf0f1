import type { AttributeType } from '@carillon/contracts';
import { dateText } from '@carillon/input';
import { isTooSlow } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Collection, Model, mongo } from 'mongoose';
import {
  BY_ATTRIBUTE,
  IN_ORDER,
  type PersonDocument,
  PersonRecord,
  type StoredValue,
  termsOf,
} from './person-document';

/** A person whose attributes are changed. */
export type Attributed = Pick<
  PersonDocument,
  '_id' | 'userId' | 'rev' | 'externalId' | 'channels' | 'attributes'
>;

/** A number of people; at least so many if `isComplete` is false. */
export interface BoundedCount {
  people: number;
  isComplete: boolean;
}

/** Which values of an attribute to count. */
export interface ValueQuery {
  userId: string;
  name: string;
  /** Texts begin with one of these. Null: any value. */
  prefixes: readonly string[] | null;
  /** The maximum number of people to read. */
  most: number;
  maxMs: number;
}

const fields = { userId: 1, rev: 1, externalId: 1, channels: 1, attributes: 1 } as const;

/** People by their attributes. */
@Injectable()
export class AttributedPeople {
  private readonly people: Collection;

  constructor(@InjectModel(PersonRecord.name) model: Model<PersonDocument>) {
    this.people = model.collection;
  }

  /** The people who have an attribute. */
  count(userId: string, name: string, maxMs: number): Promise<BoundedCount> {
    return this.bounded({ userId: new ObjectId(userId), 'attributes.k': name }, BY_ATTRIBUTE, maxMs);
  }

  /** All people of a user. */
  countAll(userId: string, maxMs: number): Promise<BoundedCount> {
    return this.bounded({ userId: new ObjectId(userId) }, IN_ORDER, maxMs);
  }

  /** The people whose value doesn't have the type of the attribute: it is text. */
  async countMisfits(
    { userId, name, type }: { userId: string; name: string; type: AttributeType | undefined },
    maxMs: number,
  ): Promise<BoundedCount> {
    if (type === undefined || type === 'text') return { people: 0, isComplete: true };
    const isText = { $gte: '', ...(type === 'list' && { $not: { $type: 'array' } }) };
    const filter = { userId: new ObjectId(userId), attributes: { $elemMatch: { k: name, v: isText } } };
    return this.bounded(filter, BY_ATTRIBUTE, maxMs);
  }

  /** Some of the newest people. */
  async newest(userId: string, limit: number): Promise<Attributed[]> {
    return this.people
      .find<Attributed>({ userId: new ObjectId(userId) }, { projection: fields })
      .sort({ _id: -1 })
      .hint(IN_ORDER)
      .limit(limit)
      .toArray();
  }

  /** Some people who have an attribute. */
  async some(userId: string, name: string, limit: number): Promise<Attributed[]> {
    return this.people
      .find<Attributed>({ userId: new ObjectId(userId), 'attributes.k': name }, { projection: fields })
      .hint(BY_ATTRIBUTE)
      .limit(limit)
      .toArray();
  }

  /** Oldest first, continuing after a person's ID. */
  async page(userId: ObjectId, after: ObjectId | null, limit: number): Promise<Attributed[]> {
    const following = after === null ? {} : { _id: { $gt: after } };
    return this.people
      .find<Attributed>({ userId, ...following }, { projection: fields })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit)
      .toArray();
  }

  /** The values of an attribute as texts, with the number of people who have each. */
  async values({ userId, name, prefixes, most, maxMs }: ValueQuery): Promise<{
    people: Map<string, number>;
    isComplete: boolean;
  }> {
    const until = performance.now() + maxMs;
    const v = prefixes === null ? {} : { v: { $in: prefixes.map(startsWith) } };
    const ofName = { $filter: { input: '$attributes', cond: { $eq: ['$$this.k', { $literal: name }] } } };
    const stages = [
      { $match: { userId: new ObjectId(userId), attributes: { $elemMatch: { k: name, ...v } } } },
      { $limit: most },
      { $project: { attributes: ofName } },
    ];
    const people = new Map<string, number>();
    let read = 0;
    const found = this.people.aggregate<Pick<Attributed, 'attributes'>>(stages, {
      hint: BY_ATTRIBUTE,
      maxTimeMS: maxMs,
    });
    try {
      for await (const { attributes = [] } of found) {
        read += 1;
        const texts = new Set(attributes.flatMap((each) => valueTexts(each.v)));
        for (const text of texts) people.set(text, (people.get(text) ?? 0) + 1);
        if (performance.now() > until) return { people, isComplete: false };
      }
      return { people, isComplete: read < most };
    } catch (error) {
      if (isTooSlow(error)) return { people, isComplete: false };
      throw error;
    }
  }

  /** Writes the attributes of people. Returns false if some have changed since they were read. The others are written. */
  async replaceAttributes(people: readonly Attributed[], now: Date): Promise<boolean> {
    if (people.length === 0) return true;
    const writes = people.map((person) => {
      const { _id, userId, rev } = person;
      return { updateOne: { filter: { _id, userId, rev }, update: withAttributes(person, now) } };
    });
    const { matchedCount } = await this.people.bulkWrite(writes, { ordered: false });
    return matchedCount === people.length;
  }

  private async bounded(
    filter: mongo.Filter<mongo.Document>,
    hint: mongo.Hint,
    maxMs: number,
  ): Promise<BoundedCount> {
    if (maxMs <= 0) return { people: 0, isComplete: false };
    try {
      const people = await this.people.countDocuments(filter, {
        hint,
        limit: MOST_COUNTED,
        maxTimeMS: Math.ceil(maxMs),
      });
      return { people, isComplete: people < MOST_COUNTED };
    } catch (error) {
      if (isTooSlow(error)) return { people: 0, isComplete: false };
      throw error;
    }
  }
}

const MOST_COUNTED = 1_000_000;

/** A value as texts: those of a list, or one. */
export function valueTexts(value: StoredValue): string[] {
  if (Array.isArray(value)) return value;
  return [value instanceof Date ? dateText(value) : String(value)];
}

function withAttributes(person: Attributed, now: Date): object {
  const { attributes = [] } = person;
  return {
    $set: { updatedAt: now, terms: termsOf(person), ...(attributes.length > 0 && { attributes }) },
    ...(attributes.length === 0 && { $unset: { attributes: '' } }),
    $inc: { rev: 1 },
  };
}

/** Matches texts that begin with this one, by a range of the index. */
function startsWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}

import { readLimitMs } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { IN_ORDER, type PersonDocument, PersonRecord } from './person-document';

/** A condition of the database on people. */
export type PersonFilter = Readonly<Record<string, unknown>>;

/** People after the first ID, up to and including the second one; null: open. */
interface Span {
  after: string | null;
  end: string | null;
  limit: number;
}

/** The number of people that are fetched at a time. */
const CHUNK = 1_000;
/** The database's code for a query that took too long. */
const MAX_TIME_EXPIRED = 50;

/** Walks through the people of a user who match a filter, and counts them. */
@Injectable()
export class PeopleScans {
  constructor(@InjectModel(PersonRecord.name) private readonly people: Model<PersonDocument>) {}

  /** The ID of the person that comes `count` people after an ID. Null: fewer people follow. */
  async nth(userId: string, after: string | null, count: number): Promise<string | null> {
    const [found] = await this.people.collection
      .find<{ _id: ObjectId }>(inSpan(userId, { after, end: null }), { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .skip(count - 1)
      .limit(1)
      .toArray();
    return found?._id.toHexString() ?? null;
  }

  /** The first people of a span who match, in the order of their IDs. */
  async matching(userId: string, filter: PersonFilter, span: Span): Promise<PersonDocument[]> {
    return this.people.collection
      .find<PersonDocument>({ $and: [inSpan(userId, span), filter] }, { maxTimeMS: readLimitMs() })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(span.limit)
      .toArray();
  }

  /** All people who match, in chunks, in no particular order. The database chooses the index. */
  async *all(userId: string, filter: PersonFilter): AsyncGenerator<PersonDocument[]> {
    const found = this.people.collection
      .find<PersonDocument>({ $and: [{ userId: new ObjectId(userId) }, filter] })
      .batchSize(CHUNK);
    try {
      while (await found.hasNext()) yield found.readBufferedDocuments();
    } finally {
      await found.close();
    }
  }

  /** The number of people of a span who match. */
  countIn(userId: string, filter: PersonFilter, span: Omit<Span, 'limit'>): Promise<number> {
    return this.people.collection.countDocuments(
      { $and: [inSpan(userId, span), filter] },
      { hint: IN_ORDER, maxTimeMS: readLimitMs() },
    );
  }

  /** The number of people who match. Null: counting takes longer than this. The database chooses the index. */
  async count(userId: string, filter: PersonFilter, withinMs: number): Promise<number | null> {
    try {
      return await this.people.collection.countDocuments(
        { $and: [{ userId: new ObjectId(userId) }, filter] },
        { maxTimeMS: withinMs },
      );
    } catch (error) {
      if ((error as { code?: unknown }).code === MAX_TIME_EXPIRED) return null;
      throw error;
    }
  }
}

function inSpan(userId: string, { after, end }: Omit<Span, 'limit'>): PersonFilter {
  const _id = {
    ...(after !== null && { $gt: new ObjectId(after) }),
    ...(end !== null && { $lte: new ObjectId(end) }),
  };
  return { userId: new ObjectId(userId), ...(Object.keys(_id).length > 0 && { _id }) };
}

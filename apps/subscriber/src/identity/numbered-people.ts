import { readLimitMs } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, mongo } from 'mongoose';
import { inParts } from '../in-parts';
import { CHUNK, type NumberSet, NumberSetBuilder, numbersIn } from '../number-sets';
import type { PersonFilter } from './people-scans';
import {
  BY_ADDRESS,
  BY_NUMBER,
  MERGED,
  type PersonDocument,
  PersonRecord,
  isMerged,
} from './person-document';

/** Addresses or numbers of one query. */
const ADDRESSES = 1_000;
const NUMBERS = 1_000;
/** The maximum duration of a query for all numbers that match (milliseconds). */
const LONGEST_MS = 60_000;

/** The numbers of people, by which events are stored. A person's own number comes first. */
@Injectable()
export class NumberedPeople {
  constructor(@InjectModel(PersonRecord.name) private readonly people: Model<PersonDocument>) {}

  /** The numbers of the people who have these addresses, by address. Addresses of no one are absent. */
  async numbersOf(userId: string, addresses: readonly string[]): Promise<Map<string, readonly number[]>> {
    const numbers = new Map<string, readonly number[]>();
    const wanted = new Set(addresses);
    const all = [...wanted];
    for (let from = 0; from < all.length; from += ADDRESSES) {
      const some = { $in: all.slice(from, from + ADDRESSES) };
      const found = await this.people.collection
        .find<Pick<PersonDocument, 'n' | 'channels'>>(
          { userId: new ObjectId(userId), 'channels.address': some },
          { projection: { _id: 0, n: 1, 'channels.address': 1 }, maxTimeMS: readLimitMs() },
        )
        .hint(BY_ADDRESS)
        .toArray();
      for (const { n, channels } of found)
        for (const { address } of channels) if (wanted.has(address)) numbers.set(address, n);
    }
    return numbers;
  }

  /** The own number of each person whom another one was merged into, by each of the person's numbers. */
  async owners(userId: string): Promise<Map<number, number>> {
    const found = await this.people
      .find({ userId: new ObjectId(userId), ...isMerged }, { _id: 0, n: 1 })
      .hint(MERGED)
      .lean<Pick<PersonDocument, 'n'>[]>();
    return new Map(found.flatMap(({ n }) => n.map((each): [number, number] => [each, n[0] ?? each])));
  }

  /** The own numbers of a user's people. Reads only the index. */
  all(userId: string): Promise<NumberSet> {
    return this.grouped({ userId: new ObjectId(userId) }, { hint: BY_NUMBER });
  }

  /** The own numbers of the people who match a filter. The database chooses the index. */
  matching(userId: string, filter: PersonFilter): Promise<NumberSet> {
    return this.grouped({ $and: [{ userId: new ObjectId(userId) }, filter] }, {});
  }

  /** The number of a user's people. Reads only the index. */
  countAll(userId: string): Promise<number> {
    return this.count({ userId: new ObjectId(userId) });
  }

  /** How many of the people with these own numbers still exist. Reads only the index. */
  async countExisting(userId: string, numbers: NumberSet): Promise<number> {
    let people = 0;
    for await (const some of inParts(numbersIn(numbers), NUMBERS))
      people += await this.count({ userId: new ObjectId(userId), number: { $in: some } });
    return people;
  }

  /** The people with these own numbers who still exist, in chunks. */
  async *withNumbers(userId: string, numbers: NumberSet): AsyncGenerator<PersonDocument[]> {
    for await (const some of inParts(numbersIn(numbers), NUMBERS))
      yield this.people.collection
        .find<PersonDocument>(
          { userId: new ObjectId(userId), number: { $in: some } },
          { maxTimeMS: readLimitMs() },
        )
        .hint(BY_NUMBER)
        .toArray();
  }

  /** The database returns lists, because reading a million documents takes a second of the processor. */
  private async grouped(filter: PersonFilter, options: { hint?: typeof BY_NUMBER }): Promise<NumberSet> {
    const numbers = new NumberSetBuilder();
    const chunk = { $floor: { $divide: ['$number', CHUNK] } };
    const found = this.people.collection.aggregate<{ numbers: number[] }>(
      [{ $match: filter }, { $group: { _id: chunk, numbers: { $push: '$number' } } }],
      { ...options, allowDiskUse: true, maxTimeMS: LONGEST_MS },
    );
    for await (const each of found) for (const number of each.numbers) numbers.add(number);
    return numbers.set;
  }

  private count(filter: mongo.Filter<mongo.Document>): Promise<number> {
    return this.people.collection.countDocuments(filter, { hint: BY_NUMBER, maxTimeMS: readLimitMs() });
  }
}

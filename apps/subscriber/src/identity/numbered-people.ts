import { readLimitMs } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { BY_ADDRESS, MERGED, type PersonDocument, PersonRecord, isMerged } from './person-document';

/** Addresses of one query. */
const ADDRESSES = 1_000;

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
}

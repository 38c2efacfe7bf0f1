import { stack } from '@carillon/stack';
import { ObjectId } from 'mongodb';
import { mongo } from 'mongoose';
import type { PersonDocument } from '../../../apps/subscriber/src/identity';
import type { TestUser } from '../../driver/arrange';

const AT_ONCE = 5_000;
const CITIES = 200;
const PLANS = ['free', 'pro', 'team', 'enterprise'];

/**
 * Adds the people of an audience (`writeAudience`) with a city, a plan, a number of visits, and a date, directly in the
 * database.
 */
export async function writePeople(user: TestUser, count: number): Promise<void> {
  const client = new mongo.MongoClient(stack().mongoUrl);
  try {
    const database = client.db('carillon_subscriber');
    const userId = new ObjectId(user.id);
    const createdAt = new Date();
    const names = ['city', 'plan', 'visits', 'since'];
    await database
      .collection('attributeNames')
      .insertMany(names.map((name) => ({ userId, name, createdAt })));
    const people = database.collection<PersonDocument>('people');
    let written: Promise<unknown> = Promise.resolve();
    for (let done = 0; done < count; done += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, n) =>
        person(userId, done + n, createdAt),
      );
      await written;
      written = people.insertMany(some);
    }
    await written;
  } finally {
    await client.close();
  }
}

/** The bytes of people and their indexes, for each person, as stored. */
export async function bytesOfPeople(count: number): Promise<{ documents: number; indexes: number }> {
  const client = new mongo.MongoClient(stack().mongoUrl);
  try {
    const database = client.db('carillon_subscriber');
    await client.db('admin').command({ fsync: 1 });
    const { storageSize, totalIndexSize } = await database.command({ collStats: 'people' });
    return { documents: Number(storageSize) / count, indexes: Number(totalIndexSize) / count };
  } finally {
    await client.close();
  }
}

function person(userId: ObjectId, number: number, createdAt: Date): PersonDocument {
  return {
    _id: new ObjectId(),
    userId,
    n: [number + 1],
    channels: [{ channel: 'EMAIL', address: `person.${number}@example.com` }],
    attributes: [
      { k: 'city', v: `City ${number % CITIES}` },
      { k: 'plan', v: PLANS[Math.floor(number / CITIES) % PLANS.length] ?? '' },
      { k: 'visits', v: (number * 7_919) % 100 },
      { k: 'since', v: new Date(Date.UTC(2020, 0, 1 + (number % 2_000))) },
    ],
    country: number % 3 === 0 ? 'DE' : 'NO',
    rev: 1,
    createdAt,
    updatedAt: createdAt,
  };
}

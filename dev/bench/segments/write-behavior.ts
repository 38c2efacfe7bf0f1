import { stack } from '@carillon/stack';
import { ObjectId } from 'mongodb';
import { mongo } from 'mongoose';
import { CHUNK, add, noBits, pack } from '../../../apps/subscriber/src/number-sets';
import type { TestUser } from '../../driver/arrange';

const CAMPAIGNS = 5;
const DAY_MS = 24 * 3_600_000;
/** Of seven recipients. */
const OPENED = 2;
const LONG_AGO = new Date(0);

/**
 * Stores, directly in the database, that each of the people (`writePeople`) received one of several campaigns, and that
 * two of seven opened it.
 */
export async function writeBehavior(user: TestUser, people: number): Promise<void> {
  const client = new mongo.MongoClient(stack().mongoUrl);
  try {
    const database = client.db('carillon_subscriber');
    const userId = new ObjectId(user.id);
    const now = new Date();
    const position = { walkedTo: null, isWalked: true, states: null, marks: null, reply: null, sweptAt: now };
    const turns = {
      caughtUpTo: now,
      idle: 0,
      dueAt: LONG_AGO,
      leaseUntil: LONG_AGO,
      fence: 0,
      createdAt: now,
    };
    await database.collection('behaviorFeeds').insertOne({ _id: userId, ...position, ...turns });
    const sets = Array.from({ length: CAMPAIGNS }, (_, campaign) => setsOf(userId, campaign, people)).flat();
    await database.collection<{ _id: string }>('behaviorSets').insertMany(sets);
  } finally {
    await client.close();
  }
}

function setsOf(user: ObjectId, number: number, people: number): { _id: string }[] {
  const campaign = new ObjectId();
  const day = Math.floor(Date.now() / DAY_MS) - 10;
  const did = {
    SENT: (person: number): boolean => person % CAMPAIGNS === number,
    OPENED: (person: number): boolean => person % CAMPAIGNS === number && (person * 7_877) % 7 < OPENED,
  };
  return Object.entries(did).flatMap(([kind, is]) =>
    Array.from({ length: Math.ceil((people + 1) / CHUNK) }, (_, chunk) => ({
      _id: `${campaign.toHexString()}-${kind}--${chunk}`,
      ...{ user, campaign, kind, link: null, chunk, lastDay: day, rev: 1 },
      days: [{ d: day, s: setOf((low) => chunk * CHUNK + low <= people && is(chunk * CHUNK + low)) }],
      expiresAt: new Date((day + 400) * DAY_MS),
    })),
  );
}

function setOf(has: (low: number) => boolean): Buffer {
  const bits = noBits();
  for (let low = 0; low < CHUNK; low++) if (has(low)) add(bits, low);
  return pack(bits);
}

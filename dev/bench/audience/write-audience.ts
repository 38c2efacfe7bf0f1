import { randomBytes } from 'node:crypto';
import type { Channel } from '@carillon/contracts';
import { stack } from '@carillon/stack';
import { ObjectId } from 'mongodb';
import { mongo } from 'mongoose';
import type { SubscriberDocument } from '../../../apps/subscriber/src/membership/subscriber-document';
import { memberTerms } from '../../../apps/subscriber/src/search-terms';
import type { TestGroup, TestUser } from '../../driver/arrange';

const AT_ONCE = 5_000;
const NAMES = ['Ada', 'Grace', 'Barbara', 'Radia', 'Frances'];

/**
 * Adds people to a group as the subscriber service would, but directly in the database: adding people is not
 * measured, and a million requests would take long. The people are numbered from `from`.
 */
export async function writeAudience(
  user: TestUser,
  group: TestGroup,
  from: number,
  count: number,
  channel: Channel = 'EMAIL',
): Promise<void> {
  const client = new mongo.MongoClient(stack().mongoUrl);
  try {
    const subscribers = client.db('carillon_subscriber').collection<SubscriberDocument>('subscribers');
    let written: Promise<unknown> = Promise.resolve();
    for (let done = 0; done < count; done += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, n) => from + done + n);
      const people = numbers.map((number) => person(user, group, number, channel));
      // The next people are created while the previous ones are written.
      await written;
      written = subscribers.insertMany(people);
    }
    await written;
  } finally {
    await client.close();
  }
}

function person(user: TestUser, group: TestGroup, number: number, channel: Channel): SubscriberDocument {
  const now = new Date();
  const address = channel === 'EMAIL' ? `person.${number}@example.com` : `+49151${50_000_000 + number}`;
  const extraData = JSON.stringify({ name: NAMES[number % NAMES.length], number });
  const terms = memberTerms(extraData);
  return {
    _id: new ObjectId(),
    userId: new ObjectId(user.id),
    groupId: new ObjectId(group.id),
    channel,
    address,
    token: randomBytes(32).toString('base64url'),
    extraData,
    ...(terms && { terms }),
    consent: { source: 'KEY', keyId: user.id, at: now },
    createdAt: now,
    updatedAt: now,
  };
}

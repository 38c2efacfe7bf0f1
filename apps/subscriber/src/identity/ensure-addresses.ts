import type { WebhookEvent } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import type { Collection } from 'mongoose';
import { BY_ADDRESS, type ChannelAddress, type PersonDocument, addressesBeyond } from './person-document';
import type { EventsOf } from './person-events';

/** Another process adds the same addresses at the same time. */
const TRIES = 5;

/** An address in the audience of a user. */
export interface OwnedAddress extends ChannelAddress {
  userId: ObjectId;
}

interface Ensuring {
  people: Collection;
  /** Adds people of a user. Returns the indexes of those whose address is taken. */
  add: (userId: string, people: readonly PersonDocument[]) => Promise<number[]>;
  /** Makes the webhook events of people of a user who get another channel. */
  updates: (userId: string) => Promise<EventsOf>;
  /** Keeps the values of people who are about to change. */
  keep: (userId: string, people: readonly PersonDocument[]) => Promise<void>;
}

/** The people of a user who have one of these addresses, on any channel. */
export async function withAddresses(
  people: Collection,
  userId: string,
  addresses: readonly string[],
): Promise<PersonDocument[]> {
  if (addresses.length === 0) return [];
  return people
    .find<PersonDocument>({ userId: new ObjectId(userId), 'channels.address': { $in: [...addresses] } })
    .hint(BY_ADDRESS)
    .toArray();
}

/** Makes sure that each address belongs to a person on its channel. Adds a person for each unknown address. */
export async function ensureAddresses(
  ensuring: Ensuring,
  addresses: readonly OwnedAddress[],
  now: Date,
): Promise<void> {
  for (const [userId, ofUser] of byUser(addresses)) {
    let left = ofUser;
    for (let tries = 0; left.length > 0; tries++) {
      if (tries === TRIES) throw new Error('People change faster than addresses can be added');
      left = await addUnknown(ensuring, userId, left, now);
    }
  }
}

/** Returns the addresses that another process has added or moved in the meantime. */
async function addUnknown(
  { people, add, updates, keep }: Ensuring,
  userId: string,
  addresses: readonly ChannelAddress[],
  now: Date,
): Promise<ChannelAddress[]> {
  const byAddress = grouped(addresses);
  const found = await withAddresses(people, userId, [...byAddress.keys()]);
  const owned = found.flatMap(({ channels }) => channels);
  const known = new Set(owned.map(({ address }) => address));
  const newcomers = [...byAddress].flatMap(([address, channels]): PersonDocument[] => {
    if (known.has(address)) return [];
    const user = new ObjectId(userId);
    return [{ _id: new ObjectId(), userId: user, n: [], channels, rev: 1, createdAt: now, updatedAt: now }];
  });
  const further = addressesBeyond(owned, [...byAddress.values()].flat()).filter(({ address }) =>
    known.has(address),
  );
  const isChanged = ({ channels }: PersonDocument): boolean =>
    channels.some(({ address }) => further.some((each) => each.address === address));
  await keep(userId, found.filter(isChanged));
  const isAdded =
    further.length === 0 || (await addChannels(people, found, further, await updates(userId), now));
  const refused = await add(userId, newcomers);
  return [...(isAdded ? [] : further), ...refused.flatMap((index) => newcomers[index]?.channels ?? [])];
}

/**
 * A known phone number is used on another channel, too. Returns false if some people have the channel already, or lost the
 * address, in the meantime.
 */
async function addChannels(
  people: Collection,
  found: readonly PersonDocument[],
  addresses: readonly ChannelAddress[],
  eventsOf: EventsOf,
  now: Date,
): Promise<boolean> {
  const owners = new Map(found.flatMap((person) => person.channels.map(({ address }) => [address, person])));
  const updates = addresses.flatMap(({ channel, address }) => {
    const owner = owners.get(address);
    return owner ? [withChannel(owner, { channel, address }, eventsOf(owner), now)] : [];
  });
  const { matchedCount } = await people.bulkWrite(updates as never, { ordered: false });
  return matchedCount === addresses.length;
}

function withChannel(
  { _id, userId }: PersonDocument,
  { channel, address }: ChannelAddress,
  events: readonly WebhookEvent[],
  now: Date,
): object {
  const isMissing = {
    'channels.address': address,
    channels: { $not: { $elemMatch: { channel, address } } },
  };
  const added = {
    channels: { channel, address },
    ...(events.length > 0 && { pendingWebhookEvents: { $each: events } }),
  };
  return {
    updateOne: {
      filter: { _id, userId, ...isMissing },
      update: { $push: added, $set: { updatedAt: now }, $inc: { rev: 1 } },
    },
  };
}

/** The channels of each address, without duplicates. */
function grouped(addresses: readonly ChannelAddress[]): Map<string, ChannelAddress[]> {
  const groups = new Map<string, ChannelAddress[]>();
  for (const { channel, address } of addresses) {
    const each = { channel, address };
    const group = groups.get(address);
    if (group) group.push(...addressesBeyond(group, [each]));
    else groups.set(address, [each]);
  }
  return groups;
}

function byUser(addresses: readonly OwnedAddress[]): Map<string, ChannelAddress[]> {
  const users = new Map<string, ChannelAddress[]>();
  for (const { userId, channel, address } of addresses) {
    const id = userId.toHexString();
    const ofUser = users.get(id);
    if (ofUser) ofUser.push({ channel, address });
    else users.set(id, [{ channel, address }]);
  }
  return users;
}

import { ObjectId } from 'mongodb';
import type { Collection } from 'mongoose';
import { BY_ADDRESS, type ChannelAddress, type PersonDocument, isSameAddress } from './person-document';

/** Another process adds the same addresses at the same time. */
const TRIES = 5;

interface Ensuring {
  people: Collection;
  userId: string;
  /** Adds people. Returns the indexes of those whose address is taken. */
  add: (people: readonly PersonDocument[]) => Promise<number[]>;
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
  addresses: readonly ChannelAddress[],
  now: Date,
): Promise<void> {
  let left = addresses;
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === TRIES) throw new Error('People change faster than addresses can be added');
    left = await addUnknown(ensuring, left, now);
  }
}

/** Returns the addresses that another process has added in the meantime. */
async function addUnknown(
  { people, userId, add }: Ensuring,
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
    return [{ _id: new ObjectId(), userId: user, channels, rev: 1, createdAt: now, updatedAt: now }];
  });
  const isOwned = new Set(owned.map(keyOf));
  const further = [...byAddress.values()]
    .flat()
    .filter((each) => known.has(each.address) && !isOwned.has(keyOf(each)));
  await addChannels(people, userId, further, now);
  const refused = await add(newcomers);
  return refused.flatMap((index) => newcomers[index]?.channels ?? []);
}

/** A known phone number is used on another channel, too. */
async function addChannels(
  people: Collection,
  userId: string,
  addresses: readonly ChannelAddress[],
  now: Date,
): Promise<void> {
  if (addresses.length === 0) return;
  const user = new ObjectId(userId);
  await people.bulkWrite(
    addresses.map(({ channel, address }) => ({
      updateOne: {
        filter: {
          userId: user,
          'channels.address': address,
          channels: { $not: { $elemMatch: { channel, address } } },
        },
        update: {
          $push: { channels: { channel, address } } as never,
          $set: { updatedAt: now },
          $inc: { rev: 1 },
        },
      },
    })),
    { ordered: false },
  );
}

/** The channels of each address, without duplicates. */
function grouped(addresses: readonly ChannelAddress[]): Map<string, ChannelAddress[]> {
  const groups = new Map<string, ChannelAddress[]>();
  for (const { channel, address } of addresses) {
    const each = { channel, address };
    const group = groups.get(address);
    if (!group) groups.set(address, [each]);
    else if (!group.some((one) => isSameAddress(one, each))) group.push(each);
  }
  return groups;
}

function keyOf({ channel, address }: ChannelAddress): string {
  return `${channel} ${address}`;
}

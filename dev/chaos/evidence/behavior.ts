import { type Binary, type Db, ObjectId } from 'mongodb';
import type { FedSets, Proved } from './evidence';

interface StoredSet {
  kind: string;
  chunk: number;
  days: { s: Binary }[];
}

/** A set of more members is stored as one bit for each number of a chunk. */
const BITMAP_BYTES = 8_192;
const CHUNK = 65_536;

/** Reads what segments about behavior know about a campaign. */
export async function readFedSets(subscriber: Db, userId: string, campaign: string): Promise<FedSets> {
  const sets = await subscriber
    .collection<StoredSet>('behaviorSets')
    .find({ campaign: new ObjectId(campaign), link: null } as never)
    .toArray();
  const people = await subscriber
    .collection<{ n: number[]; channels: { address: string }[] }>('people')
    .find({ userId: new ObjectId(userId) } as never)
    .toArray();
  const members = (of: Proved): number[] =>
    sets
      .filter(({ kind }) => kind === of)
      .flatMap(({ chunk, days }) =>
        days.flatMap(({ s }) => unpacked(Buffer.from(s.buffer)).map((low) => chunk * CHUNK + low)),
      );
  return {
    membersOf: { SENT: members('SENT'), DELIVERED: members('DELIVERED'), OPENED: members('OPENED') },
    numbersOf: new Map(people.flatMap(({ n, channels }) => channels.map(({ address }) => [address, n]))),
  };
}

/** The members of a stored set: bits, or 16-bit numbers. */
export function unpacked(bytes: Buffer): number[] {
  if (bytes.length === BITMAP_BYTES)
    return Array.from({ length: CHUNK }, (_, n) => n).filter(
      (n) => ((bytes[n >>> 3] ?? 0) & (1 << (n & 7))) !== 0,
    );
  return Array.from({ length: bytes.length / 2 }, (_, n) => bytes.readUInt16LE(n * 2));
}

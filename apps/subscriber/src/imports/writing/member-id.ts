import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';

/**
 * The ids of the members that the lines of a batch create: the same whenever a line is worked in anew, so that who is there
 * already is recognised. Ids are in the order of time (seconds), as all are, and within an import in that of its lines. Two
 * imports that work in the same second would need the same 32 bits of their hashes to meet.
 */
export function memberIds(importId: string, batchAt: Date): (line: number) => ObjectId {
  const hash = createHash('sha256').update(importId).digest();
  const seconds = Math.floor(batchAt.getTime() / 1_000);
  return (line) => {
    const id = Buffer.alloc(12);
    id.writeUInt32BE(seconds, 0);
    hash.copy(id, 4, 0, 4);
    id.writeUInt32BE(line % 2 ** 32, 8);
    return new ObjectId(id);
  };
}

import { randomBytes } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { SubscriberDocument } from '../../subscribers/subscriber-document';
import type { Claimed } from '../working/import-line';
import { memberIds } from './member-id';
import type { Named } from './people';

const TOKEN_BYTES = 32;

/** The people of a batch as the members that they are to be. */
export function newMembers(
  { id, userId, groupId, keyId, batchAt }: Claimed,
  people: readonly Named[],
): { person: Named; document: SubscriberDocument }[] {
  const idOf = memberIds(id, batchAt);
  const tokens = randomBytes(TOKEN_BYTES * people.length);
  const alike = {
    userId: new ObjectId(userId),
    groupId: new ObjectId(groupId),
    consent: { source: 'IMPORT' as const, keyId, importId: id, at: batchAt },
    createdAt: batchAt,
    updatedAt: batchAt,
  };
  return people.map((person, index) => {
    const { line, channel, address, extraData } = person;
    const token = tokens.toString('base64url', index * TOKEN_BYTES, (index + 1) * TOKEN_BYTES);
    return { person, document: { _id: idOf(line), channel, address, token, extraData, ...alike } };
  });
}

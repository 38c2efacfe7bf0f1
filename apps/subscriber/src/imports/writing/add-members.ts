import { createHash, randomBytes } from 'node:crypto';
import type { ImportCounts } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { type SubscriberDocument, keyOf } from '../../subscribers/subscriber-document';
import { Subscribers } from '../../subscribers/subscribers';
import { Suppressions } from '../../suppressions/suppressions';
import type { Claimed } from '../import-document';
import type { Row } from '../reading/read-row';
import { type Named, peopleOf } from './people';

/** Somebody deleted in the moment of looking is added at the next try. */
const TRIES = 5;
const TOKEN_BYTES = 32;

/** A person of the batch and the id of who has their address in the group; their own if the line created them. */
interface Met {
  person: Named;
  own: ObjectId;
  there: ObjectId;
}

/**
 * Makes people members of a group. Who has the address already stays, with other extra data if that was asked for. Worked
 * in again, a batch adds nobody and counts the same.
 */
@Injectable()
export class AddMembers {
  constructor(
    private readonly subscribers: Subscribers,
    private readonly suppressions: Suppressions,
  ) {}

  async execute(claimed: Claimed, rows: readonly Row[]): Promise<Partial<ImportCounts>> {
    const updates = claimed.onExisting === 'update';
    const people = peopleOf(rows, updates);
    const [met, suppressed] = await Promise.all([
      this.meet(claimed, people),
      this.countSuppressed(claimed.userId, people),
    ]);
    const existing = met.filter(({ own, there }) => !own.equals(there));
    if (updates) {
      const changes = existing.map(({ there, person: { extraData } }) => ({ _id: there, extraData }));
      await this.subscribers.replaceExtraData(changes, claimed.batchAt);
    }
    const repeats = people.reduce((sum, each) => sum + each.repeats, 0);
    const other = existing.length + repeats;
    return {
      created: people.length - existing.length,
      ...(updates ? { updated: other } : { skipped: other }),
      suppressed,
    };
  }

  private async meet(claimed: Claimed, people: readonly Named[]): Promise<Met[]> {
    let left = newMembers(claimed, people);
    const met: Met[] = [];
    for (let tries = 0; left.length > 0; tries++) {
      if (tries === TRIES) throw new Error('Members come and go faster than they can be added');
      const refused = new Set(await this.subscribers.addMany(left.map(({ document }) => document)));
      const there = await this.thereInstead(claimed, [...refused]);
      for (const { person, document } of left) {
        const found = refused.has(document) ? there(document) : document._id;
        if (found) met.push({ person, own: document._id, there: found });
      }
      left = left.filter(({ document }) => refused.has(document) && !there(document));
    }
    return met;
  }

  /** Who keeps these from being added: whoever has the address, else they themselves, moved since to another group. */
  private async thereInstead(
    { groupId }: Claimed,
    refused: readonly SubscriberDocument[],
  ): Promise<(member: SubscriberDocument) => ObjectId | undefined> {
    if (refused.length === 0) return () => undefined;
    const ids = await this.subscribers.idsOf(groupId, refused);
    const elsewhere = await this.subscribers.existing(refused.map(({ _id }) => _id));
    return (member) =>
      ids.get(keyOf(member)) ?? (elsewhere.has(member._id.toHexString()) ? member._id : undefined);
  }

  /** How many lines name somebody who must not be written to. They are members all the same. */
  private async countSuppressed(userId: string, people: readonly Named[]): Promise<number> {
    if (people.length === 0 || !(await this.suppressions.hasAny(userId))) return 0;
    const isSuppressed = await this.suppressions.amongPeople(userId, people);
    return people.reduce((sum, person) => (isSuppressed(person) ? sum + 1 + person.repeats : sum), 0);
  }
}

/** The people of a batch as the members that they are to be. */
function newMembers(
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

import { createHash, randomBytes } from 'node:crypto';
import type { ImportCounts } from '@carillon/contracts';
import type { Person, Row } from '@carillon/input';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { MemberBatches, type SubscriberDocument, keyOf, searchTerms } from '../membership';
import { EditSubscribers } from '../subscribers';
import { SuppressedAddresses } from '../suppressions';
import type { Claimed } from './import-document';

/** A member that is deleted between the two reads is added in the next attempt. */
const TRIES = 5;
const TOKEN_BYTES = 32;

/** A person of the batch, the ID for its new member, and the ID of the member that currently has the address. */
interface Met {
  person: Named;
  own: ObjectId;
  there: ObjectId;
}

/** The results of the rows of a batch. */
export interface Written {
  counts: Partial<ImportCounts>;
  /** The first line that the plan has no room for. It and the following lines aren't written. Null: all are written. */
  fullAt: number | null;
}

/** Writes the rows of a batch. Writing a batch again changes nothing and counts the same. */
@Injectable()
export class WriteMembers {
  constructor(
    private readonly memberBatches: MemberBatches,
    private readonly editSubscribers: EditSubscribers,
    private readonly suppressed: SuppressedAddresses,
    private readonly quotas: Quotas,
  ) {}

  async write(claimed: Claimed, rows: readonly Row[]): Promise<Written> {
    if (claimed.kind === 'REMOVE') return { counts: await this.remove(claimed, rows), fullAt: null };
    const updates = claimed.onExisting === 'update';
    const people = peopleOf(rows, updates);
    /** Rows of new members, in order. Searched only near the limit. */
    const newcomers: Named[] = [];
    const taken = await this.quotas.takeUpTo(claimed.userId, 'subscribers', people.length, async () => {
      newcomers.push(...(await this.newcomersAmong(claimed, people)));
      return newcomers.length;
    });
    // The first row that the plan has no room for.
    const fullAt = newcomers[taken]?.line ?? null;
    const fitting = fullAt === null ? people : peopleOf(before(fullAt, rows), updates);
    let created = 0;
    try {
      const counts = await this.add(claimed, fitting, (more) => (created += more));
      return { counts, fullAt };
    } finally {
      this.quotas.note(claimed.userId, 'subscribers', created - taken);
    }
  }

  private async newcomersAmong(claimed: Claimed, people: readonly Named[]): Promise<Named[]> {
    const members = newMembers(claimed, people);
    const documents = members.map(({ document }) => document);
    const isThere = await this.thereInstead(claimed, documents);
    return members.flatMap(({ document, person }) => (isThere(document) ? [] : [person]));
  }

  /**
   * Adds people to the group. A member that has the address already stays, with new extra data if the import updates.
   */
  private async add(
    claimed: Claimed,
    people: readonly Named[],
    onCreated: (count: number) => void,
  ): Promise<Partial<ImportCounts>> {
    const updates = claimed.onExisting === 'update';
    const [met, suppressed] = await Promise.all([
      this.meet(claimed, people, onCreated),
      this.countSuppressed(claimed.userId, people),
    ]);
    const existing = met.filter(({ own, there }) => !own.equals(there));
    if (updates) {
      const changes = existing.map(({ there, person: { address, extraData, consent } }) => {
        return { _id: there, address, extraData, consent };
      });
      await this.memberBatches.replaceExtraData(changes, claimed.batchAt);
    }
    const repeats = people.reduce((sum, each) => sum + each.repeats, 0);
    const other = existing.length + repeats;
    return {
      created: people.length - existing.length,
      ...(updates ? { updated: other } : { skipped: other }),
      suppressed,
    };
  }

  /** Removes people from the group by their addresses. */
  private async remove(claimed: Claimed, rows: readonly Row[]): Promise<Partial<ImportCounts>> {
    const { id, userId, groupId, position } = claimed;
    const people = peopleOf(rows, false);
    const found = await this.memberBatches.idsOf(groupId, people);
    const subscriberIds = [...found.values()].map((each) => each.toHexString());
    const messageId = `${id}:${position.line}`;
    const gone = await this.editSubscribers.remove({ messageId, userId, subscriberIds });
    const removed = Math.min(gone.size, people.length);
    const named = rows.filter(({ person }) => person !== null).length;
    return { removed, missing: named - removed };
  }

  private async meet(
    claimed: Claimed,
    people: readonly Named[],
    onCreated: (count: number) => void,
  ): Promise<Met[]> {
    let left = newMembers(claimed, people);
    const met: Met[] = [];
    for (let tries = 0; left.length > 0; tries++) {
      if (tries === TRIES) throw new Error('Memberships change faster than members can be added');
      const refused = new Set(await this.memberBatches.add(left.map(({ document }) => document)));
      onCreated(left.length - refused.size);
      const there = await this.thereInstead(claimed, [...refused]);
      for (const { person, document } of left) {
        const found = refused.has(document) ? there(document) : document._id;
        if (found) met.push({ person, own: document._id, there: found });
      }
      left = left.filter(({ document }) => refused.has(document) && !there(document));
    }
    return met;
  }

  /**
   * Finds out why these members were not added: another member has the address, or the same member was moved to another
   * group.
   */
  private async thereInstead(
    { groupId }: Claimed,
    refused: readonly SubscriberDocument[],
  ): Promise<(member: SubscriberDocument) => ObjectId | undefined> {
    if (refused.length === 0) return () => undefined;
    const ids = await this.memberBatches.idsOf(groupId, refused);
    const elsewhere = await this.memberBatches.existing(refused.map(({ _id }) => _id));
    return (member) =>
      ids.get(keyOf(member)) ?? (elsewhere.has(member._id.toHexString()) ? member._id : undefined);
  }

  /** The number of lines with suppressed addresses, which still become members. */
  private async countSuppressed(userId: string, people: readonly Named[]): Promise<number> {
    if (people.length === 0 || !(await this.suppressed.hasAny(userId))) return 0;
    const isSuppressed = await this.suppressed.amongPeople(userId, people);
    return people.reduce((sum, person) => (isSuppressed(person) ? sum + 1 + person.repeats : sum), 0);
  }
}

/** New members for the people of a batch. */
function newMembers(
  { id, userId, groupId, keyId, batchAt }: Claimed,
  people: readonly Named[],
): { person: Named; document: SubscriberDocument }[] {
  const idOf = memberIds(id, batchAt);
  const tokens = randomBytes(TOKEN_BYTES * people.length);
  const file = { source: 'IMPORT' as const, keyId, importId: id, at: batchAt };
  const [user, group] = [new ObjectId(userId), new ObjectId(groupId)];
  return people.map((person, index) => {
    const { line, channel, address, extraData, consent: details } = person;
    const document = {
      _id: idOf(line),
      channel,
      address,
      token: tokens.toString('base64url', index * TOKEN_BYTES, (index + 1) * TOKEN_BYTES),
      extraData,
      terms: searchTerms({ address, extraData }),
      consent: details ? { ...file, given: details } : file,
      userId: user,
      groupId: group,
      createdAt: batchAt,
      updatedAt: batchAt,
    };
    return { person, document };
  });
}

/**
 * The IDs of the members that the lines of a batch create. A line always has the same ID, so that an existing member is
 * recognized. IDs are ordered by time (seconds), like all IDs, and by line within an import. Two imports of the same
 * second collide only if the first 32 bits of their hashes are equal.
 */
export function memberIds(importId: string, batchAt: Date): (line: number) => ObjectId {
  const hash = createHash('sha256').update(importId).digest();
  const seconds = Math.floor(batchAt.getTime() / 1_000);
  return (line) => {
    const id = Buffer.allocUnsafe(12);
    id.writeUInt32BE(seconds, 0);
    hash.copy(id, 4, 0, 4);
    id.writeUInt32BE(line % 2 ** 32, 8);
    return new ObjectId(id);
  };
}

function before(line: number, rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.line < line);
}

/** A person of a batch, by the first line with the address. */
interface Named extends Person {
  line: number;
  /** Further lines with the same address. */
  repeats: number;
}

/** The people of a batch, each address once. `later`: with the extra data of the last line rather than of the first. */
function peopleOf(rows: readonly Row[], later: boolean): Named[] {
  const people = new Map<string, Named>();
  for (const { line, person } of rows) {
    if (!person) continue;
    const key = keyOf(person);
    const existing = people.get(key);
    if (!existing) people.set(key, { ...person, line, repeats: 0 });
    else {
      existing.repeats += 1;
      if (later) {
        existing.extraData = person.extraData;
        if (person.consent) existing.consent = person.consent;
      }
    }
  }
  return [...people.values()];
}

import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { type ImportCounts, channels } from '@carillon/contracts';
import { Suppressed } from '../../audience/suppressed';
import type { SubscriberDocument } from '../../subscribers/subscriber-document';
import type { Row } from '../reading/read-row';
import type { Claimed } from '../working/import-line';
import { MemberWrites } from './member-writes';
import { newMembers } from './new-members';
import { type Named, keyOf, peopleOf } from './people';

/** Somebody deleted in the moment of looking is added at the next try. */
const TRIES = 5;

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
    private readonly members: MemberWrites,
    private readonly suppressed: Suppressed,
  ) {}

  async execute(claimed: Claimed, rows: readonly Row[]): Promise<Partial<ImportCounts>> {
    const updates = claimed.onExisting === 'update';
    const people = peopleOf(rows, updates);
    const [met, suppressed] = await Promise.all([
      this.meet(claimed, people),
      this.suppressedAmong(claimed.userId, people),
    ]);
    const existing = met.filter(({ own, there }) => !own.equals(there));
    if (updates) {
      const changes = existing.map(({ there, person: { extraData } }) => ({ _id: there, extraData }));
      await this.members.replaceExtraData(changes, claimed.batchAt);
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
      const refused = new Set(await this.members.insert(left.map(({ document }) => document)));
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
    const ids = await this.members.idsOf(new ObjectId(groupId), refused);
    const elsewhere = await this.members.existing(refused.map(({ _id }) => _id));
    return (member) =>
      ids.get(keyOf(member)) ?? (elsewhere.has(member._id.toHexString()) ? member._id : undefined);
  }

  /** How many lines name somebody who must not be written to. They are members all the same. */
  private async suppressedAmong(userId: string, people: readonly Named[]): Promise<number> {
    if (people.length === 0 || !(await this.suppressed.hasAny(userId))) return 0;
    const counts = await Promise.all(
      channels.map(async (channel) => {
        const ofChannel = people.filter((person) => person.channel === channel);
        const among = await this.suppressed.among(
          userId,
          channel,
          ofChannel.map(({ address }) => address),
        );
        const named = ofChannel.filter(({ address }) => among.has(address));
        return named.reduce((sum, { repeats }) => sum + 1 + repeats, 0);
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

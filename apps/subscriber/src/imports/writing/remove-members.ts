import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import type { ImportCounts } from '@carillon/contracts';
import { Departures } from '../../audience/departures';
import { Subscribers } from '../../subscribers/subscribers';
import type { Row } from '../reading/read-row';
import type { Claimed } from '../working/import-line';
import { MemberWrites } from './member-writes';
import { peopleOf } from './people';

/** Removes people from a group by their addresses. A batch that is worked in again counts the same. */
@Injectable()
export class RemoveMembers {
  constructor(
    private readonly members: MemberWrites,
    private readonly departures: Departures,
    private readonly subscribers: Subscribers,
  ) {}

  async execute(claimed: Claimed, rows: readonly Row[]): Promise<Partial<ImportCounts>> {
    const { id, userId, groupId, position } = claimed;
    const messageId = `${id}:${position.line}`;
    const people = peopleOf(rows, false);
    const found = await this.members.idsOf(new ObjectId(groupId), people);
    const present = [...found.values()].map((each) => each.toHexString());
    if (present.length > 0) {
      // Noted first: who asks whether anybody left must not hear no once they are gone.
      await this.departures.note({ messageId, userId, subscriberIds: present });
      await this.subscribers.remove(userId, present);
    }
    const gone = await this.departures.notedBy(userId, messageId);
    const removed = Math.min(gone.size, people.length);
    const named = rows.filter(({ person }) => person !== null).length;
    return { removed, missing: named - removed };
  }
}

import type { ImportCounts } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { DeleteSubscribers } from '../../subscribers/delete-subscribers';
import { Subscribers } from '../../subscribers/subscribers';
import type { Claimed } from '../import-document';
import type { Row } from '../reading/read-row';
import { peopleOf } from './people';

/** Removes people from a group by their addresses. A batch that is worked in again counts the same. */
@Injectable()
export class RemoveMembers {
  constructor(
    private readonly subscribers: Subscribers,
    private readonly deleteSubscribers: DeleteSubscribers,
  ) {}

  async execute(claimed: Claimed, rows: readonly Row[]): Promise<Partial<ImportCounts>> {
    const { id, userId, groupId, position } = claimed;
    const people = peopleOf(rows, false);
    const found = await this.subscribers.idsOf(groupId, people);
    const subscriberIds = [...found.values()].map((each) => each.toHexString());
    const messageId = `${id}:${position.line}`;
    const gone = await this.deleteSubscribers.remove({ messageId, userId, subscriberIds });
    const removed = Math.min(gone.size, people.length);
    const named = rows.filter(({ person }) => person !== null).length;
    return { removed, missing: named - removed };
  }
}

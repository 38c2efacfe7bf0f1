import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Groups } from '../groups/groups';
import { Departures } from './departures';
import { Members } from './members';

type Query = Payload<'audience.withdrawn'>;

/**
 * Tells which recipients are members no more since they were planned. One look-up when nobody left; else each of them is
 * looked for, and so is the group. Nobody whose deletion was answered before is missed.
 */
@Injectable()
export class FindWithdrawn {
  constructor(
    private readonly departures: Departures,
    private readonly members: Members,
    private readonly groups: Groups,
  ) {}

  async execute({ userId, since, recipients }: Query): Promise<Reply<'audience.withdrawn'>> {
    if (!(await this.departures.anySince(userId, new Date(since)))) return { withdrawn: [] };
    const isMember = await this.memberTest(userId, recipients);
    const withdrawn = recipients.flatMap(({ subscriberId }, index) =>
      isMember(subscriberId) ? [] : [{ index, reason: 'UNSUBSCRIBED' as const }],
    );
    return { withdrawn };
  }

  private async memberTest(
    userId: string,
    recipients: Query['recipients'],
  ): Promise<(subscriberId: string) => boolean> {
    const groupOf = await this.members.groupsOf(
      userId,
      recipients.map(({ subscriberId }) => subscriberId),
    );
    const existing = await this.groups.existing(userId, [...new Set(groupOf.values())]);
    return (subscriberId) => existing.has(groupOf.get(subscriberId) ?? '');
  }
}

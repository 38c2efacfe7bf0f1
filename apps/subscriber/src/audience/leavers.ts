import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { Groups } from '../groups/groups';
import { Departures } from './departures';
import { Members } from './members';

type Question = Pick<Payload<'audience.withdrawn'>, 'userId' | 'since' | 'recipients'>;

/**
 * Knows who is a member no more. One look-up when nobody left; else each recipient is looked for, and so is the group.
 * Nobody whose deletion was answered before is missed.
 */
@Injectable()
export class Leavers {
  constructor(
    private readonly departures: Departures,
    private readonly members: Members,
    private readonly groups: Groups,
  ) {}

  /** Tells who of these recipients has left, by their subscriber id. */
  async among({ userId, since, recipients }: Question): Promise<(subscriberId: string) => boolean> {
    if (!(await this.departures.anySince(userId, new Date(since)))) return () => false;
    const groupOf = await this.members.groupsOf(
      userId,
      recipients.map(({ subscriberId }) => subscriberId),
    );
    const existing = await this.groups.existing(userId, [...new Set(groupOf.values())]);
    return (subscriberId) => !existing.has(groupOf.get(subscriberId) ?? '');
  }
}

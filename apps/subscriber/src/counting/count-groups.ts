import { type Channel, type GroupCounts, type Payload, channels } from '@carillon/contracts';
import { type Pace, SharedCounts } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Groups, MemberCounts, noMembers } from '../membership';

/** The number of small groups that one query counts. */
const AT_ONCE = 8;
/** The number of members that one query counts, which takes some 50 ms. */
const SLICE = 100_000;
/** A reply ends after this number of counted members, which takes about a second. */
const MOST_COUNTED = 1_000_000;

/** Counts the members of groups by channel. */
@Injectable()
export class CountGroups {
  private readonly counts = new SharedCounts<GroupCounts[]>('counts of large groups');

  constructor(
    private readonly groups: Groups,
    private readonly memberCounts: MemberCounts,
  ) {}

  /**
   * Counts these groups, or the first of them if counting takes long. Groups that are deleted or belong to another user
   * have no members. @throws AppError rate_limited, timeout
   */
  countGroups({ userId, ids }: Payload<'group.count'>): Promise<GroupCounts[]> {
    return this.counts.join(userId, ids.join(' '), async (pace) => {
      const existing = await this.groups.existing(userId, ids);
      return countInTime(ids, (chunk) => this.count(existing, chunk, pace));
    });
  }

  private async count(
    existing: ReadonlySet<string>,
    ids: readonly string[],
    pace: Pace,
  ): Promise<GroupCounts[]> {
    const mine = ids.filter((id) => existing.has(id));
    const countOf = await this.memberCounts.byChannel(mine, SLICE);
    await pace.rest();
    if (countOf) return ids.map(countOf);
    const counts: GroupCounts[] = [];
    for (const id of ids) counts.push(existing.has(id) ? await this.countLarge(id, pace) : noMembers());
    return counts;
  }

  /** Processes one slice at a time, with pauses between slices. */
  private async countLarge(id: string, pace: Pace): Promise<GroupCounts> {
    const counts = noMembers();
    for (const channel of channels) {
      counts[channel] = await this.countChannel(id, channel, pace);
      counts.total += counts[channel];
    }
    return counts;
  }

  private async countChannel(id: string, channel: Channel, pace: Pace): Promise<number> {
    let last: string | null = null;
    for (let slices = 0; ; slices++) {
      const next: string | null = await this.memberCounts.nth(SLICE, id, channel, last);
      await pace.rest();
      if (next === null) return slices * SLICE + (await this.memberCounts.after(id, channel, last));
      last = next;
    }
  }
}

/** Counts groups in their order, a few at a time, until the time limit; at least the first. */
export async function countInTime(
  ids: readonly string[],
  count: (ids: readonly string[]) => Promise<readonly GroupCounts[]>,
): Promise<GroupCounts[]> {
  const counts: GroupCounts[] = [];
  let members = 0;
  while (counts.length < ids.length && members < MOST_COUNTED) {
    for (const counted of await count(ids.slice(counts.length, counts.length + AT_ONCE))) {
      counts.push(counted);
      members += counted.total;
    }
  }
  return counts;
}

import { AppError, type Group, type GroupCounts, type Payload, type Reply } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Groups, Subscribers } from '../membership';

/** Groups counted by one query. */
const AT_ONCE = 8;
/** A page ends after so many counted members, which take about a second. */
const MOST_COUNTED = 1_000_000;

/** Counts the members of groups. */
export type Count = (groupIds: readonly string[]) => Promise<(groupId: string) => GroupCounts>;

/** Reads a user's groups, with their member counts if the query asks for them. */
@Injectable()
export class ReadGroups {
  constructor(
    private readonly groups: Groups,
    private readonly subscribers: Subscribers,
  ) {}

  /** Errors: group_not_found. */
  async get({ userId, id, counts }: Payload<'group.get'>): Promise<Group> {
    const group = await this.groups.get(userId, id);
    if (!group) throw new AppError('group_not_found');
    if (!counts) return group;
    const countOf = await this.subscribers.counts([id]);
    return { ...group, counts: countOf(id) };
  }

  /** Oldest first. */
  async list({ userId, counts, after, limit }: Payload<'group.list'>): Promise<Reply<'group.list'>> {
    const page = await this.groups.page(userId, after, limit);
    return counts ? countedPage(page, (ids) => this.subscribers.counts(ids)) : page;
  }
}

/** Adds the counts to a page of groups. The page ends early, but never empty, where counting would take too long. */
export async function countedPage(
  { items, next }: Reply<'group.list'>,
  count: Count,
): Promise<Reply<'group.list'>> {
  const counted: Group[] = [];
  let members = 0;
  while (counted.length < items.length && members < MOST_COUNTED) {
    const chunk = items.slice(counted.length, counted.length + AT_ONCE);
    const countOf = await count(chunk.map(({ id }) => id));
    for (const group of chunk) {
      const counts = countOf(group.id);
      counted.push({ ...group, counts });
      members += counts.total;
    }
  }
  const last = counted.at(-1);
  return { items: counted, next: last && counted.length < items.length ? last.id : next };
}

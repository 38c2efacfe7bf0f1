import { AppError, type Group, type GroupCounts, type Payload, type Reply } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { Subscribers } from '../subscribers/subscribers';
import { Groups } from './groups';

/** So many groups are counted by one question to the database. */
const AT_ONCE = 8;
/** A page ends when so many members were counted for it, which takes about a second; the rest is another page. */
const MOST_COUNTED = 1_000_000;

/** How many members each of these groups has. */
export type Count = (groupIds: readonly string[]) => Promise<(groupId: string) => GroupCounts>;

/** Answers a user's groups, one or page by page, with their counts if asked for. */
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

/** A page of groups with their counts: as much of it as can be counted while somebody waits, but always some. */
export async function countedPage(
  { items, next }: Reply<'group.list'>,
  count: Count,
): Promise<Reply<'group.list'>> {
  const counted: Group[] = [];
  let members = 0;
  while (counted.length < items.length && members < MOST_COUNTED) {
    const portion = items.slice(counted.length, counted.length + AT_ONCE);
    const countOf = await count(portion.map(({ id }) => id));
    for (const group of portion) {
      const counts = countOf(group.id);
      counted.push({ ...group, counts });
      members += counts.total;
    }
  }
  const last = counted.at(-1);
  return { items: counted, next: last && counted.length < items.length ? last.id : next };
}

import type { Group, GroupCounts, Reply } from '@carillon/contracts';

/** So many groups are counted by one question to the database. */
const AT_ONCE = 8;
/** A page ends when so many members were counted for it, which takes about a second; the rest is another page. */
const MOST_COUNTED = 1_000_000;

/** How many members each of these groups has. */
export type Count = (groupIds: readonly string[]) => Promise<(groupId: string) => GroupCounts>;

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

import { type GroupCounts, eachChannel, newId } from '@carillon/contracts';
import { countInTime } from './count-groups';

const groups = (count: number): string[] => Array.from({ length: count }, () => newId());

/** Counts groups with these numbers of members. */
function counting(members: number) {
  const counted: string[] = [];
  const counts: GroupCounts = { total: members, ...eachChannel(() => 0), EMAIL: members };
  const count = (ids: readonly string[]) => {
    counted.push(...ids);
    return Promise.resolve(ids.map(() => counts));
  };
  return { counted, count, counts };
}

describe('countInTime', () => {
  it('counts all groups if there are not too many members', async () => {
    const ids = groups(100);
    const { counted, count, counts } = counting(1_000);
    expect(await countInTime(ids, count)).toEqual(ids.map(() => counts));
    expect(counted).toEqual(ids);
  });

  it('stops early if counting takes long', async () => {
    const { counted, count, counts } = counting(100_000);
    const answer = await countInTime(groups(100), count);
    expect(answer).toEqual(counted.map(() => counts));
    expect(answer.length).toBeLessThan(30);
  });

  it('counts at least one group, however many members it has', async () => {
    const { count, counts } = counting(50_000_000);
    expect(await countInTime(groups(1), count)).toEqual([counts]);
  });
});

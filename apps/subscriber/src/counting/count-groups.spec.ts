import { type GroupCounts, eachChannel, newId } from '@carillon/contracts';
import { countInTime } from './count-groups';

const groups = (count: number): string[] => Array.from({ length: count }, () => newId());

/** Counts groups of which each has so many members. */
function counting(members: number) {
  const asked: string[] = [];
  const counts: GroupCounts = { total: members, ...eachChannel(() => 0), EMAIL: members };
  const count = (ids: readonly string[]) => {
    asked.push(...ids);
    return Promise.resolve(ids.map(() => counts));
  };
  return { asked, count, counts };
}

describe('the counts of groups', () => {
  it('are of all while there are not too many members', async () => {
    const ids = groups(100);
    const { asked, count, counts } = counting(1_000);
    expect(await countInTime(ids, count)).toEqual(ids.map(() => counts));
    expect(asked).toEqual(ids);
  });

  it('end early where counting takes long', async () => {
    const { asked, count, counts } = counting(100_000);
    const answer = await countInTime(groups(100), count);
    expect(answer).toEqual(asked.map(() => counts));
    expect(answer.length).toBeLessThan(30);
  });

  it('are of one group at least, however many members it has', async () => {
    const { count, counts } = counting(50_000_000);
    expect(await countInTime(groups(1), count)).toEqual([counts]);
  });
});

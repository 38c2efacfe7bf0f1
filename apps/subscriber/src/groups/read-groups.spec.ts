import { type Group, eachChannel, newId } from '@carillon/contracts';
import { countedPage } from './read-groups';

const group = (): Group => ({
  id: newId(),
  userId: newId(),
  name: 'News',
  slug: 'news',
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
});
const groups = (count: number): Group[] => Array.from({ length: count }, group);

/** Counts groups of which each has so many members. */
function counting(members: number) {
  const asked: string[] = [];
  const counts = { total: members, ...eachChannel(() => 0), EMAIL: members };
  const count = (ids: readonly string[]) => {
    asked.push(...ids);
    return Promise.resolve(() => counts);
  };
  return { asked, count, counts };
}

describe('a page of groups with their counts', () => {
  it('is whole while there are not too many members', async () => {
    const items = groups(100);
    const { asked, count, counts } = counting(1_000);
    const page = await countedPage({ items, next: 'there' }, count);
    expect(page).toEqual({ items: items.map((each) => ({ ...each, counts })), next: 'there' });
    expect(asked).toEqual(items.map(({ id }) => id));
  });

  it('ends early where counting takes long, and goes on from there', async () => {
    const items = groups(100);
    const { asked, count } = counting(100_000);
    const first = await countedPage({ items, next: null }, count);
    expect(first.items.map(({ id }) => id)).toEqual(asked);
    expect(first.items.length).toBeLessThan(30);
    expect(first.next).toBe(asked.at(-1));
  });

  it('has something in it, however many members a group has', async () => {
    const [one] = groups(1);
    const { count, counts } = counting(50_000_000);
    const page = await countedPage({ items: one ? [one] : [], next: null }, count);
    expect(page).toEqual({ items: [{ ...one, counts }], next: null });
  });

  it('may be empty', async () => {
    expect(await countedPage({ items: [], next: null }, counting(1).count)).toEqual({
      items: [],
      next: null,
    });
  });
});

import { type Group, newId } from '@carillon/contracts';
import type { ErasedUsers } from '@carillon/mongo';
import { SystemClock } from '@carillon/platform';
import type { Quotas } from '@carillon/quotas';
import { CreateGroup } from './create-group';
import type { Groups, NewGroup } from '../membership/groups';

describe('concurrent creation of groups with the same name', () => {
  it('reads the existing groups once per group', async () => {
    const stored: { group: Group; slot: number }[] = [];
    let reads = 0;
    const groups: Pick<Groups, 'ofUser' | 'add'> = {
      ofUser: async () => {
        reads += 1;
        await new Promise(setImmediate);
        return [...stored];
      },
      add: async ({ id, userId, name, slug, slot }: NewGroup, now) => {
        await new Promise(setImmediate);
        if (stored.some((other) => other.group.slug === slug || other.slot === slot)) return null;
        const group = { id, userId, name, slug, createdAt: now.toISOString(), updatedAt: now.toISOString() };
        stored.push({ group, slot });
        return group;
      },
    };
    const unlimited: Pick<Quotas, 'limitOf'> = { limitOf: () => Promise.resolve(Infinity) };
    const nobody: Pick<ErasedUsers, 'refuse'> = { refuse: () => Promise.resolve() };
    const createGroup = new CreateGroup(
      groups as Groups,
      unlimited as Quotas,
      nobody as ErasedUsers,
      new SystemClock(),
    );
    const userId = newId();
    const command = () => ({ id: newId(), userId, name: 'News', slug: null });
    await Promise.all(Array.from({ length: 40 }, () => createGroup.createGroup(command())));
    expect(stored.map(({ group }) => group.slug)).toEqual([
      'news',
      ...Array.from({ length: 39 }, (_, n) => `news-${n + 2}`),
    ]);
    expect(reads).toBe(40);
  });
});

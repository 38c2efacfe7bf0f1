import { someone } from '@carillon/testing/someone';
import { type Group, type Payload, type Reply, newId } from '@carillon/contracts';
import { SubscriberService } from './subscriber-service';

describe('the audience', () => {
  let service: SubscriberService;
  let userId: string;
  let group: Group;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(async () => {
    userId = newId();
    group = await service.group(userId);
  });
  afterAll(() => service.stop());

  describe('as pages for the planner', () => {
    const page = (after: string | null, limit: number, keys: string[] = []) =>
      service.messenger.request('audience.page', { userId, groupId: group.id, keys, after, limit });

    it('contains each member once, oldest first, with the address for its channel', async () => {
      const a = await service.member(group);
      const b = await service.member(group, { channel: 'SMS', address: '+4915112345678' });
      const c = await service.member(group);
      const first = await page(null, 2);
      const second = await page(first.next, 2);
      const expected = [a, b, c].map(({ id: subscriberId, channel, address }) => ({
        subscriberId,
        channel,
        address,
        variables: {},
      }));
      expect([...first.items, ...second.items]).toEqual(expected);
      expect(second.next).toBeNull();
    });

    it('contains only the extra data that the content uses', async () => {
      await service.member(group, {
        extraData: { name: 'Ada', city: 'London', 'a.b': 1, deep: { x: 2, y: 3 } },
      });
      const [member] = await service.audience(group, ['name', 'a.b', 'deep.x', 'absent']);
      expect(member?.variables).toEqual({ name: 'Ada', 'a.b': 1, deep: { x: 2 } });
      expect((await service.audience(group))[0]?.variables).toEqual({});
    });

    describe('since a campaign was published', () => {
      const recentSince = async (since: Date): Promise<string[]> => {
        const query = {
          userId,
          groupId: group.id,
          keys: [],
          after: null,
          limit: 100,
          since: since.toISOString(),
        };
        const { items, recent } = await service.messenger.request('audience.page', query);
        return recent.flatMap((index) => items[index]?.address ?? []);
      };

      it('marks no members as recent while no one has left a group', async () => {
        await service.member(group);
        expect(await recentSince(new Date())).toEqual([]);
      });

      it('marks recent members after a member was removed', async () => {
        const { id, address } = await service.member(group);
        await service.messenger.request('subscriber.delete', { userId, groupId: group.id, ids: [id] });
        const again = await service.member(group, { address });
        expect(await recentSince(new Date())).toEqual([again.address]);
        expect(await recentSince(new Date(Date.now() + 2 * 3_600_000))).toEqual([]);
      });

      it('marks members who moved from another group, regardless of when they joined', async () => {
        const other = await service.group(userId);
        const old = await service.member(other, { address: 'ann@example.com' });
        const planned = await service.member(group, { address: 'ann@example.com' });
        await service.makeOlder([old, planned]);
        const move = (id: string, { slug }: Group) =>
          service.messenger.request('subscriber.update', { userId, id, groupSlug: slug });
        await move(planned.id, await service.group(userId));
        await move(old.id, group);
        expect(await recentSince(new Date())).toEqual(['ann@example.com']);
      });

      it('does not treat a change of extra data as a move', async () => {
        const { id } = await service.member(group);
        const extraData = { name: 'Ann' };
        await service.messenger.request('subscriber.update', { userId, id, extraData });
        expect(await recentSince(new Date())).toEqual([]);
      });
    });

    describe('as members who moved while groups were read', () => {
      const move = (id: string, { slug }: Group) =>
        service.messenger.request('subscriber.update', { userId, id, groupSlug: slug });
      const moved = (groups: Group[], more: Partial<Payload<'audience.moved'>> = {}) =>
        service.messenger.request('audience.moved', {
          userId,
          groupIds: groups.map(({ id }) => id),
          keys: ['name'],
          since: new Date().toISOString(),
          after: null,
          limit: 100,
          ...more,
        });

      it('contains members of the groups, with variables and suppressions', async () => {
        const [other, elsewhere] = [await service.group(userId), await service.group(userId)];
        const ann = await service.member(other, { extraData: { name: 'Ann', age: 3 } });
        const bob = await service.member(other);
        const gone = await service.member(other);
        await service.member(group);
        await move(ann.id, group);
        await move(bob.id, group);
        await move(bob.id, other);
        await move(gone.id, elsewhere);
        const { channel, address } = bob;
        const suppression = { id: newId(), userId, channel, address };
        await service.messenger.request('suppression.create', { ...suppression, by: someone });
        expect(await moved([group, other])).toEqual({
          items: [
            { subscriberId: ann.id, channel: 'EMAIL', address: ann.address, variables: { name: 'Ann' } },
            { subscriberId: bob.id, channel: 'EMAIL', address: bob.address, variables: {}, suppressed: true },
          ],
          next: null,
        });
        expect((await moved([group])).items).toHaveLength(1);
        expect((await moved([group, other], { userId: newId() })).items).toEqual([]);
      });

      it('omits members who moved long before, or were removed', async () => {
        const other = await service.group(userId);
        const ann = await service.member(other);
        await move(ann.id, group);
        expect(
          (await moved([group], { since: new Date(Date.now() + 3_600_000).toISOString() })).items,
        ).toEqual([]);
        await service.messenger.request('subscriber.delete', { userId, groupId: group.id, ids: [ann.id] });
        expect((await moved([group])).items).toEqual([]);
      });

      const pages = async (more: Partial<Payload<'audience.moved'>>) => {
        const found: Reply<'audience.moved'>[] = [];
        let after: string | null = null;
        do {
          const page: Reply<'audience.moved'> = await moved([group], { ...more, after });
          found.push(page);
          after = page.next;
        } while (after !== null);
        return found;
      };
      const idsIn = ({ items }: Reply<'audience.moved'>) => items.map(({ subscriberId }) => subscriberId);

      it('is paged by moves, even if a member moved twice or left again', async () => {
        const other = await service.group(userId);
        const people = [];
        for (let n = 0; n < 5; n++) people.push(await service.member(other));
        const [ann, bob, cid, dan, eve] = people.map(({ id }) => id) as [
          string,
          string,
          string,
          string,
          string,
        ];
        for (const [id, to] of [
          [ann, group],
          [bob, group],
          [ann, other],
          [ann, group],
          [cid, group],
          [cid, other],
          [dan, group],
          [eve, group],
        ] as const)
          await move(id, to);
        expect((await pages({ limit: 2 })).map(idsIn)).toEqual([[ann, bob], [ann], [], [dan, eve], []]);
        expect((await pages({ limit: 3 })).map(idsIn)).toEqual([[ann, bob], [ann], [dan, eve]]);
      });

      it('has pages of at most about 1 MiB', async () => {
        const other = await service.group(userId);
        const extraData = { text: 'x'.repeat(16_000) };
        const people = await Promise.all(
          Array.from({ length: 100 }, () => service.member(other, { extraData })),
        );
        await Promise.all(people.map(({ id }) => move(id, group)));
        const found = await pages({ keys: ['text'], limit: 250 });
        expect(found).toHaveLength(2);
        expect(JSON.stringify(found[0]).length).toBeLessThan(1024 * 1024);
        expect(found.flatMap(idsIn).sort()).toEqual(people.map(({ id }) => id).sort());
        expect(await pages({ keys: [], limit: 250 })).toMatchObject([{ items: { length: 100 } }]);
      });
    });

    it('has pages of at most about 1 MiB', async () => {
      const extraData = { text: 'x'.repeat(16_000) };
      await Promise.all(Array.from({ length: 100 }, () => service.member(group, { extraData })));
      const first = await page(null, 1000, ['text']);
      const second = await page(first.next, 1000, ['text']);
      expect(JSON.stringify(first).length).toBeLessThan(1024 * 1024);
      expect(first.items.length + second.items.length).toBe(100);
      expect((await page(null, 1000)).items).toHaveLength(100);
    });

    it('is empty for an unknown group or a group of another user', async () => {
      await service.member(group);
      expect(await service.audience({ userId, id: newId() })).toEqual([]);
      expect(await service.audience({ userId: newId(), id: group.id })).toEqual([]);
    });
  });

  describe('as recipients to exclude', () => {
    const excludedOf = async (
      recipients: { id: string; address: string }[],
      since = new Date(),
      by = userId,
    ) => {
      const { excluded } = await service.messenger.request('audience.excluded', {
        userId: by,
        channel: 'EMAIL',
        since: since.toISOString(),
        recipients: recipients.map(({ id: subscriberId, address }) => ({ subscriberId, address })),
      });
      return excluded;
    };
    const remove = (id: string) =>
      service.messenger.request('subscriber.delete', { userId, groupId: group.id, ids: [id] });
    const unsubscribed = (index: number) => ({ index, reason: 'UNSUBSCRIBED' });

    it('is empty if no member left', async () => {
      expect(await excludedOf([await service.member(group), await service.member(group)])).toEqual([]);
    });

    it('without recipients, returns whether any may have been excluded', async () => {
      const channel = 'EMAIL' as const;
      const query = { userId, channel, since: new Date().toISOString(), recipients: [] };
      const ask = () => service.messenger.request('audience.excluded', query);
      const { id } = await service.member(group);
      expect(await ask()).toEqual({ excluded: [], inServiceWindow: [], skipped: [], unchanged: true });
      await remove(id);
      expect(await ask()).toEqual({ excluded: [], inServiceWindow: [], skipped: [] });
    });

    it('without recipients, returns the same after a suppression on the channel', async () => {
      const query = { userId, since: new Date().toISOString(), recipients: [] };
      const ask = (channel: 'EMAIL' | 'SMS') =>
        service.messenger.request('audience.excluded', { ...query, channel });
      const suppression = { userId, channel: 'EMAIL' as const, address: 'ann@example.com' };
      await service.messenger.request('suppression.create', { by: someone, id: newId(), ...suppression });
      expect([(await ask('EMAIL')).unchanged, (await ask('SMS')).unchanged]).toEqual([undefined, true]);
    });

    it('contains removed members, by their position', async () => {
      const members = [await service.member(group), await service.member(group), await service.member(group)];
      await remove(members[1]?.id ?? '');
      expect(await excludedOf(members)).toEqual([unsubscribed(1)]);
    });

    it('contains all members of a deleted group, and no others', async () => {
      const other = await service.group(userId);
      const members = [await service.member(group), await service.member(other), await service.member(group)];
      await service.messenger.request('group.delete', { userId, id: group.id });
      expect(await excludedOf(members)).toEqual([unsubscribed(0), unsubscribed(2)]);
    });

    it('contains members who joined again, for the membership that ended', async () => {
      const address = 'ada@mail.test';
      const before = await service.member(group, { address });
      await remove(before.id);
      const after = await service.member(group, { address });
      expect(await excludedOf([before, after])).toEqual([unsubscribed(0)]);
    });

    it('is complete even if the clock of the caller is half a minute ahead', async () => {
      const member = await service.member(group);
      await remove(member.id);
      expect(await excludedOf([member], new Date(Date.now() + 30_000))).toEqual([unsubscribed(0)]);
    });

    it('is complete for a large batch of which a third left', async () => {
      const members = await Promise.all(Array.from({ length: 200 }, () => service.member(group)));
      const removedMembers = members.filter((_, n) => n % 3 === 0).map(({ id }) => id);
      await service.messenger.request('subscriber.delete', {
        userId,
        groupId: group.id,
        ids: removedMembers,
      });
      const excluded = await excludedOf(members);
      expect(excluded.map(({ index }) => members[index]?.id)).toEqual(removedMembers);
    });

    it('contains members who were removed so long ago that the removal is no longer recorded', async () => {
      const members = [await service.member(group), await service.member(group)];
      await remove(members[0]?.id ?? '');
      await service.stored('membershipRemovals').deleteMany({});
      expect(await excludedOf(members, new Date(Date.now() - 10 * 24 * 3_600_000))).toEqual([
        unsubscribed(0),
      ]);
    });

    it('contains no members of other users', async () => {
      const member = await service.member(group);
      const stranger = newId();
      const theirs = await service.group(stranger);
      const removedMember = await service.member(theirs);
      const deletion = { userId: stranger, groupId: theirs.id, ids: [removedMember.id] };
      await service.messenger.request('subscriber.delete', deletion);
      expect(await excludedOf([member])).toEqual([]);
      expect(await excludedOf([member], new Date(), stranger)).toEqual([unsubscribed(0)]);
    });
  });
});

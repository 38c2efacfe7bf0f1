import { type Group, type Payload, newId } from '@carillon/contracts';
import { MembershipRemovals } from '../src/membership/membership-removals';
import { SubscriberService, code } from './subscriber-service';

describe('a subscriber', () => {
  let service: SubscriberService;
  let userId: string;
  let group: Group;
  let other: Group;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(async () => {
    userId = newId();
    [group, other] = [await service.group(userId), await service.group(userId)];
  });
  afterAll(() => service.stop());

  const get = (id: string, by = userId) => service.messenger.request('subscriber.get', { userId: by, id });
  const change = (id: string, changes: Partial<Payload<'subscriber.update'>>) =>
    service.messenger.request('subscriber.update', { userId, id, ...changes });
  const remove = (id: string, groupId = group.id) =>
    service.messenger.request('subscriber.delete', { userId, groupId, ids: [id] });

  it('is returned as it was created', async () => {
    const created = await service.member(group, { extraData: { $name: 'Ada' } });
    expect(await get(created.id)).toEqual(created);
  });

  it('is visible only to its user, and is deleted with its group', async () => {
    const { id } = await service.member(group);
    const unknown = code('subscriber_not_found');
    for (const [one, by] of [
      [newId(), userId],
      [id, newId()],
    ] as const) {
      await expect(get(one, by)).rejects.toEqual(unknown);
      await expect(change(one, { userId: by, extraData: {} })).rejects.toEqual(unknown);
    }
    await service.messenger.request('group.delete', { userId, id: group.id });
    await expect(get(id)).rejects.toEqual(unknown);
    await expect(change(id, { groupSlug: other.slug })).rejects.toEqual(unknown);
    expect(await service.audience(other)).toEqual([]);
  });

  it('has its extra data replaced as a whole', async () => {
    const created = await service.member(group, { extraData: { name: 'Ada', city: 'London' } });
    const extraData = { 'a.b': 1, $set: null };
    const changed = await change(created.id, { extraData });
    expect(changed).toEqual({ ...created, extraData, updatedAt: changed.updatedAt });
    expect(changed.updatedAt > created.updatedAt).toBe(true);
    expect(await get(created.id)).toEqual(changed);
    expect((await change(created.id, { extraData: {} })).extraData).toEqual({});
  });

  it('moves to another group with the same ID, optionally with new extra data', async () => {
    const created = await service.member(group, { extraData: { name: 'Ada' } });
    const moved = await change(created.id, { groupSlug: other.slug });
    expect(moved).toEqual({ ...created, groupId: other.id, updatedAt: moved.updatedAt });
    expect(await service.audience(group)).toEqual([]);
    expect(await service.audience(other)).toMatchObject([{ subscriberId: created.id }]);
    const back = await change(created.id, { groupSlug: group.slug, extraData: {} });
    expect(back).toMatchObject({ groupId: group.id, extraData: {} });
    expect(await change(created.id, { groupSlug: group.slug })).toMatchObject({ groupId: group.id });
  });

  it('does not move to a group that has its address or belongs to another user', async () => {
    const ada = await service.member(group);
    const there = await service.member(other, { address: ada.address });
    await expect(change(ada.id, { groupSlug: other.slug, extraData: { x: 1 } })).rejects.toMatchObject({
      code: 'subscriber_exists',
      extra: { subscriberId: there.id },
    });
    const foreign = await service.group(newId(), { slug: 'foreign' });
    for (const groupSlug of ['unknown', foreign.slug]) {
      await expect(change(ada.id, { groupSlug })).rejects.toMatchObject({
        code: 'group_not_found',
        fields: [{ field: 'groupSlug', code: 'not_found' }],
      });
    }
    expect(await get(ada.id)).toEqual(ada);
  });

  it('ends in one of two groups after concurrent moves, and concurrent changes both apply', async () => {
    const { id } = await service.member(group);
    const third = await service.group(userId);
    await Promise.all([
      change(id, { groupSlug: other.slug }),
      change(id, { groupSlug: third.slug }),
      change(id, { extraData: { name: 'Ada' } }),
    ]);
    const { groupId, extraData } = await get(id);
    expect([other.id, third.id]).toContain(groupId);
    expect(extraData).toEqual({ name: 'Ada' });
    const members = [...(await service.audience(group)), ...(await service.audience(other))];
    expect(members.length + (await service.audience(third)).length).toBe(1);
  });

  it('remains a recipient of campaigns that planned it before it moved', async () => {
    const [ada, bob] = [await service.member(group), await service.member(group)];
    await change(ada.id, { groupSlug: other.slug });
    await remove(bob.id);
    const { excluded } = await service.messenger.request('audience.excluded', {
      ...{ userId, channel: 'EMAIL', since: new Date().toISOString() },
      recipients: [ada, bob].map(({ id: subscriberId, address }) => ({ subscriberId, address })),
    });
    expect(excluded).toEqual([{ index: 1, reason: 'UNSUBSCRIBED' }]);
  });

  it('is deleted even if it is moved during its deletion', async () => {
    const { id } = await service.member(group);
    const removals = service.part(MembershipRemovals);
    const note = removals.note.bind(removals);
    jest.spyOn(removals, 'note').mockImplementationOnce(async (removal, now) => {
      await note(removal, now);
      await change(id, { groupSlug: other.slug });
    });
    expect(await remove(id)).toEqual({ ids: [id] });
    await expect(get(id)).rejects.toEqual(code('subscriber_not_found'));
  });
});

import { ObjectId } from 'mongodb';
import { type Group, newId } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { FixedClock } from '@carillon/testing/clock';
import { Quotas } from '@carillon/quotas';
import { eventually } from '@carillon/testing';
import { DeleteGroup, RemoveDeletedGroups } from '../src/groups/delete-group';
import { DeletedGroups } from '../src/groups/deleted-groups';
import { Groups } from '../src/membership/groups';
import { Subscribers } from '../src/membership/subscribers';
import { code, SubscriberService } from './subscriber-service';

describe('deleting a group', () => {
  let service: SubscriberService;
  let userId: string;
  let group: Group;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(async () => {
    service.groupInUse = false;
    userId = newId();
    group = await service.group(userId);
  });
  afterAll(() => service.stop());

  const remove = (id = group.id) => service.messenger.request('group.delete', { userId, id });
  const membersStored = (id = group.id) =>
    service.stored('subscribers').countDocuments({ groupId: new ObjectId(id) });

  const cleanUpBy = (clock: FixedClock) =>
    new RemoveDeletedGroups(
      service.part(Groups),
      service.part(DeletedGroups),
      service.part(Subscribers),
      service.part(Quotas),
      clock,
      { GROUP_CLEAN_UP_MS: 50 },
      service.part(Logger),
    );

  it('hides the group and its members immediately', async () => {
    await service.member(group);
    const page = { userId, after: null, limit: 10 };
    expect(await remove()).toEqual({ ids: [group.id] });
    const absent = code('group_not_found');
    const { messenger } = service;
    await expect(messenger.request('group.get', { userId, id: group.id })).rejects.toEqual(absent);
    await expect(messenger.request('group.update', { userId, id: group.id, name: 'x' })).rejects.toEqual(
      absent,
    );
    await expect(
      messenger.request('subscriber.list', { ...page, groupId: group.id, channel: null }),
    ).rejects.toEqual(absent);
    await expect(
      messenger.request('subscriber.delete', { userId, groupId: group.id, ids: [newId()] }),
    ).rejects.toEqual(absent);
    await expect(service.member(group)).rejects.toEqual(absent);
    expect(await service.audience(group)).toEqual([]);
    expect(await messenger.request('group.list', page)).toEqual({
      items: [],
      next: null,
    });
    expect(await messenger.request('group.find-missing', { userId, ids: [group.id] })).toEqual({
      missing: [group.id],
    });
  });

  it('frees its slug immediately, for a new group without its members', async () => {
    await service.member(group);
    await remove();
    const heir = await service.group(userId);
    expect(heir.slug).toBe(group.slug);
    expect(await service.audience(heir)).toEqual([]);
  });

  it('removes its members soon', async () => {
    await Promise.all(Array.from({ length: 30 }, () => service.member(group)));
    await remove();
    await eventually(async () => (await membersStored()) === 0);
  });

  it('removes members that are added at the same time', async () => {
    const adding = Array.from({ length: 30 }, () => service.member(group));
    await remove();
    await Promise.allSettled(adding);
    expect(await service.audience(group)).toEqual([]);
    await eventually(async () => (await membersStored()) === 0);
  });

  it('continues after a crash', async () => {
    await service.shutDown();
    const id = new ObjectId();
    await service.stored('groups').insertOne({
      _id: id,
      userId: new ObjectId(userId),
      name: 'News',
      createdAt: new Date(),
      updatedAt: new Date(),
      deletedAt: new Date(),
      deletedBy: newId(),
    });
    const members = Array.from({ length: 2_500 }, (_, n) => ({
      groupId: id,
      channel: 'EMAIL',
      address: `${n}`,
    }));
    await service.stored('subscribers').insertMany(members);
    await service.boot();
    await eventually(async () => (await membersStored(id.toHexString())) === 0);
  });

  it('removes the group when no more members can arrive', async () => {
    await remove();
    const clock = new FixedClock(new Date());
    const cleanUp = cleanUpBy(clock);
    const isThere = async () =>
      (await service.stored('groups').countDocuments({ _id: new ObjectId(group.id) })) === 1;
    await cleanUp.round();
    expect(await isThere()).toBe(true);
    clock.advance(61_000);
    await cleanUp.round();
    expect(await isThere()).toBe(false);
  });

  it('keeps its name for campaigns of this user that used it', async () => {
    const other = await service.group(userId);
    await service.messenger.request('group.update', { userId, id: group.id, name: 'Renamed' });
    await remove();
    await service.messenger.request('group.delete', { userId, id: other.id });
    const listed = (of: string, slice: { after: string | null; limit: number }) =>
      service.messenger.request('group.list-deleted', { userId: of, ...slice });
    const first = await listed(userId, { after: null, limit: 1 });
    expect(first.items).toMatchObject([{ id: group.id, name: 'Renamed' }]);
    const rest = await listed(userId, { after: first.next, limit: 1 });
    expect(rest).toMatchObject({ items: [{ id: other.id, name: other.name }], next: null });
    expect(await listed(newId(), { after: null, limit: 10 })).toEqual({ items: [], next: null });
  });

  it('stores the name of a group after a crash', async () => {
    await remove();
    await service.stored('deletedGroups').deleteMany({});
    await cleanUpBy(new FixedClock(new Date(Date.now() + 61_000))).round();
    expect(
      await service.messenger.request('group.list-deleted', { userId, after: null, limit: 9 }),
    ).toMatchObject({
      items: [{ id: group.id, name: group.name }],
    });
  });

  it('is rejected while a running campaign targets it', async () => {
    service.groupInUse = true;
    await expect(remove()).rejects.toEqual(code('group_in_use'));
    expect(await service.messenger.request('group.get', { userId, id: group.id })).toEqual(group);
  });

  it('gives a redelivery the same reply, and a second request a not-found error', async () => {
    const message = newId();
    const command = { userId, id: group.id };
    const deleteGroup = service.part(DeleteGroup);
    expect(await deleteGroup.deleteGroup(command, message)).toEqual({ ids: [group.id] });
    expect(await deleteGroup.deleteGroup(command, message)).toEqual({ ids: [group.id] });
    await expect(deleteGroup.deleteGroup(command, newId())).rejects.toEqual(code('group_not_found'));
  });
});

import { type Group, newId } from '@carillon/contracts';
import { EditSubscribers } from '../src/subscribers/edit-subscribers';
import { Importing } from './importing';
import { SubscriberService, aSubscriber, code } from './subscriber-service';

describe('subscribers', () => {
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

  const list = (after: string | null = null, limit = 1000, by = userId) =>
    service.messenger.request('subscriber.list', {
      userId: by,
      groupId: group.id,
      channel: null,
      after,
      limit,
    });
  const remove = async (ids: string[], by = userId, groupId = group.id) =>
    (await service.messenger.request('subscriber.delete', { userId: by, groupId, ids })).ids;

  it('belong to the group with the given slug, and have their own token', async () => {
    const member = aSubscriber(userId, group.slug, { channel: 'SMS', address: '+4915112345678' });
    const created = await service.messenger.request('subscriber.create', member);
    const { groupSlug: _, consent: _consent, ...kept } = member;
    expect(created).toMatchObject({ ...kept, groupId: group.id });
    expect(created.token).toMatch(/^[\w-]{43}$/);
    expect(created.updatedAt).toBe(created.createdAt);
    expect((await list()).items).toEqual([created]);
    expect((await service.member(group)).token).not.toBe(created.token);
  });

  it('keep their extra data unchanged, even keys with a special meaning in the database', async () => {
    const extraData = {
      z: 1,
      'a.b': 'dotted',
      $where: 'x',
      _id: 'mine',
      _bsontype: 'ObjectId',
      $ref: 'r',
      $id: 1,
      '': 'empty',
      nested: { $set: [1.5, -0.1, 12345678901234, null, true, 'ü🎉'] },
      10: 'ten',
    };
    const created = await service.member(group, { extraData });
    expect(created.extraData).toEqual(extraData);
    const { items } = await list();
    expect(JSON.stringify(items[0]?.extraData)).toBe(JSON.stringify(extraData));
  });

  it('store how they became members, without returning it', async () => {
    const consent = { source: 'KEY' as const, keyId: newId() };
    const created = await service.member(group, { consent });
    expect(created).not.toHaveProperty('consent');
    const stored = await service.stored('subscribers').findOne({ address: created.address });
    expect(stored?.consent).toEqual({ ...consent, at: new Date(created.createdAt) });
  });

  it('return the given consent, which an import can add and replace', async () => {
    const given = {
      source: 'Form at /news',
      wording: 'Yes',
      ip: '192.0.2.7',
      at: '2026-03-01T10:00:00.000Z',
    };
    const consent = { source: 'KEY' as const, keyId: newId(), given };
    const ann = await service.member(group, { address: 'ann@mail.test', consent });
    expect(ann.consent).toEqual(given);
    expect(await service.member(group, { address: 'eve@mail.test' })).not.toHaveProperty('consent');
    const lines = [
      'integration,identifier,consent.source',
      'email,bob@mail.test,Fair',
      'email,ann@mail.test,Fair',
      'email,eve@mail.test,',
    ];
    const importing = new Importing(service, userId, group);
    const job = await importing.upload(lines.join('\n'), { onExisting: 'update' });
    expect(await importing.finished(job)).toMatchObject({ state: 'DONE' });
    const shown = (await list()).items.map(({ address, consent }) => [address, consent]);
    expect(Object.fromEntries(shown)).toEqual({
      'ann@mail.test': { source: 'Fair' },
      'bob@mail.test': { source: 'Fair' },
      'eve@mail.test': undefined,
    });
    const columns = { userId, groupId: group.id, after: null };
    expect(await service.messenger.request('export.columns', columns)).toMatchObject({ hasConsent: true });
  });

  it('require a group of the same user', async () => {
    const foreign = await service.group(newId(), { slug: 'foreign' });
    for (const groupSlug of ['unknown', foreign.slug]) {
      const member = aSubscriber(userId, groupSlug);
      await expect(service.messenger.request('subscriber.create', member)).rejects.toMatchObject({
        code: 'group_not_found',
        fields: [{ field: 'groupSlug', code: 'not_found' }],
      });
    }
    expect(await service.audience(foreign)).toEqual([]);
  });

  it('are unique by group, channel, and address, also with concurrent requests', async () => {
    const address = 'ada@mail.test';
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => service.member(group, { address })),
    );
    const [winner] = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toHaveLength(9);
    const exists = expect.objectContaining({
      code: 'subscriber_exists',
      extra: { subscriberId: winner?.id },
    }) as unknown;
    expect(refused).toEqual(refused.map(() => exists));
  });

  it('can have the same address in another group or channel', async () => {
    const address = '+4915112345678';
    const other = await service.group(userId);
    await service.member(group, { channel: 'SMS', address });
    await service.member(group, { channel: 'WHATSAPP', address });
    await service.member(other, { channel: 'SMS', address });
    expect((await list()).items).toHaveLength(2);
  });

  it('are created once for repeated commands', async () => {
    const member = aSubscriber(userId, group.slug, { extraData: { name: 'Ada' } });
    const create = () => service.messenger.request('subscriber.create', member);
    const answers = [...(await Promise.all([create(), create(), create()])), await create()];
    expect(new Set(answers.map((subscriber) => JSON.stringify(subscriber))).size).toBe(1);
    expect((await list()).items).toHaveLength(1);
  });

  it("are not created again by a repeat after they moved or their group's slug changed", async () => {
    const member = aSubscriber(userId, group.slug);
    const create = () => service.messenger.request('subscriber.create', member);
    const { id } = await create();
    const other = await service.group(userId);
    const moved = { userId, id, groupSlug: other.slug };
    await service.messenger.request('subscriber.update', moved);
    expect(await create()).toMatchObject({ id, groupId: other.id });
    await service.messenger.request('group.update', { userId, id: group.id, slug: 'renamed' });
    expect(await create()).toMatchObject({ id, groupId: other.id });
    expect((await list()).items).toEqual([]);
    const theirs = { ...member, userId: newId() };
    await expect(service.messenger.request('subscriber.create', theirs)).rejects.toEqual(
      code('group_not_found'),
    );
  });

  it('are listed oldest first, page by page', async () => {
    const created = [];
    for (let n = 0; n < 5; n++) created.push(await service.member(group));
    const first = await list(null, 2);
    const second = await list(first.next, 2);
    const third = await list(second.next, 2);
    expect([...first.items, ...second.items, ...third.items]).toEqual(created);
    expect([first.next, second.next, third.next]).toEqual([created[1]?.id, created[3]?.id, null]);
  });

  it('have pages of at most about 1 MiB', async () => {
    const extraData = { text: 'ü'.repeat(8_000) };
    await Promise.all(Array.from({ length: 100 }, () => service.member(group, { extraData })));
    const first = await list();
    const second = await list(first.next);
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(1.05 * 1024 * 1024);
    expect(first.items.length).toBeGreaterThan(60);
    expect(first.items.length + second.items.length).toBe(100);
    expect(second.next).toBeNull();
  });

  it('are returned once in the requested order when they are deleted, without unknown IDs', async () => {
    const [a, b, c] = [await service.member(group), await service.member(group), await service.member(group)];
    const elsewhere = await service.member(await service.group(userId));
    const foreign = await service.member(await service.group(newId()));
    const ids = [c.id, 'nonsense', newId(), a.id, c.id, elsewhere.id, foreign.id, a.id.toUpperCase()];
    expect(await remove(ids)).toEqual([c.id, a.id]);
    expect((await list()).items).toEqual([b]);
    expect(await service.audience({ userId: foreign.userId, id: foreign.groupId })).toHaveLength(1);
    expect(await service.audience({ userId, id: elsewhere.groupId })).toHaveLength(1);
    expect(await remove(ids)).toEqual([]);
  });

  it('can be added again after they were deleted', async () => {
    const address = 'ada@mail.test';
    const { id } = await service.member(group, { address });
    await remove([id]);
    const again = await service.member(group, { address });
    expect(again.id).not.toBe(id);
    expect((await list()).items).toEqual([again]);
  });

  it('are deleted once, and a redelivery gets the same reply', async () => {
    const { id } = await service.member(group);
    const { id: other } = await service.member(group);
    const message = newId();
    const deletion = service.part(EditSubscribers);
    const command = { userId, groupId: group.id, ids: [id] };
    expect(await deletion.delete(command, message)).toEqual({ ids: [id] });
    expect(await deletion.delete(command, message)).toEqual({ ids: [id] });
    expect(await deletion.delete(command, newId())).toEqual({ ids: [] });
    expect((await list()).items.map((subscriber) => subscriber.id)).toEqual([other]);
  });

  it('are visible only to their user', async () => {
    const { id } = await service.member(group);
    const other = newId();
    await expect(list(null, 10, other)).rejects.toEqual(code('group_not_found'));
    await expect(remove([id], other)).rejects.toEqual(code('group_not_found'));
    await expect(remove([id], userId, newId())).rejects.toEqual(code('group_not_found'));
    const member = aSubscriber(other, group.slug);
    await expect(service.messenger.request('subscriber.create', member)).rejects.toEqual(
      code('group_not_found'),
    );
    expect((await list()).items).toHaveLength(1);
  });
});

import { type Amounts, AppError, type Group, type Payload, newId } from '@carillon/contracts';
import { Recounts } from '@carillon/quotas';
import { someone, eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { MemberBatches } from '../src/membership/member-batches';
import { Importing } from './importing';
import { SubscriberService, aSubscriber, code } from './subscriber-service';

let service: SubscriberService;
beforeAll(async () => {
  service = await SubscriberService.start();
});
afterAll(() => service.stop());

/** A user whose plan allows this much, with a group. */
const userWith = async (limits: Amounts): Promise<Group> => {
  const userId = newId();
  service.limits.set(userId, limits);
  return service.group(userId);
};
const usage = async (userId: string): Promise<Amounts> =>
  (await service.messenger.request('subscriber.usage', { userId })).used;
const quotaOf = (quota: string): unknown =>
  expect.objectContaining({ code: 'quota_exceeded', extra: expect.objectContaining({ quota }) as object });
const create = (command: Payload<'subscriber.create'>) =>
  service.messenger.request('subscriber.create', command);
const remove = ({ userId, id: groupId }: Group, ids: string[]) =>
  service.messenger.request('subscriber.delete', { userId, groupId, ids });
const suppress = (userId: string, address: string) =>
  service.messenger.request('suppression.create', {
    by: someone,
    id: newId(),
    userId,
    channel: 'EMAIL',
    address,
  });
/** Changes the stored usage of a user, as a crash would. The next count can begin immediately. */
const tamper = (userId: string, set: object) =>
  service.stored('usage').updateOne({ _id: new ObjectId(userId) }, { $set: set, $unset: { countAfter: '' } });
const file = (from: number, to: number): string =>
  ['integration,identifier', ...Array.from({ length: to - from }, (_, n) => `email,p${from + n}@mail.test`)]
    .concat('')
    .join('\n');
const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : String(error));

describe('the quota of subscribers', () => {
  it('rejects one more than the plan allows, and returns the limit', async () => {
    const group = await userWith({ subscribers: 2 });
    await service.member(group);
    await service.member(group);
    await expect(service.member(group)).rejects.toMatchObject({
      code: 'quota_exceeded',
      detail: 'The plan allows 2 subscribers, and 2 are used',
      extra: { quota: 'subscribers', limit: '2', used: '2' },
    });
    expect(await service.audience(group)).toHaveLength(2);
  });

  it('gives repeated commands and existing members their earlier replies', async () => {
    const group = await userWith({ subscribers: 1 });
    const command = aSubscriber(group.userId, group.slug);
    const created = await create(command);
    expect(await create(command)).toEqual(created);
    await expect(create({ ...command, id: newId() })).rejects.toMatchObject({
      code: 'subscriber_exists',
      extra: { subscriberId: created.id },
    });
  });

  it('frees room for each removed member, and for those of a deleted group', async () => {
    const group = await userWith({ subscribers: 1 });
    const { id } = await service.member(group);
    await remove(group, [id]);
    await service.member(group);
    await service.messenger.request('group.delete', { userId: group.userId, id: group.id });
    await eventually(async () => (await usage(group.userId)).subscribers === 0);
    await service.member(await service.group(group.userId));
  });

  it('applies when two copies of the service write at the same time', async () => {
    await service.boot();
    const group = await userWith({ subscribers: 5 });
    await service.member(group);
    const tries = await Promise.all(
      Array.from({ length: 16 }, () => service.member(group).then(() => 'created', codeOf)),
    );
    expect(tries.filter((result) => result === 'created')).toHaveLength(4);
    expect(tries.filter((result) => result === 'quota_exceeded')).toHaveLength(12);
    expect(await service.audience(group)).toHaveLength(5);
    expect((await usage(group.userId)).subscribers).toBe(5);
    await service.shutDown();
    await service.boot();
  });

  it('is counted in batches while far from the limit', async () => {
    const group = await userWith({ subscribers: 1_000_000 });
    const members = await Promise.all(Array.from({ length: 30 }, () => service.member(group)));
    await remove(
      group,
      members.slice(0, 10).map(({ id }) => id),
    );
    expect((await usage(group.userId)).subscribers).toBe(20);
  });

  it('is counted again before a rejection, so that a crash takes no room', async () => {
    const group = await userWith({ subscribers: 3 });
    await service.member(group);
    await tamper(group.userId, { 'used.subscribers': 3 });
    await service.member(group);
    expect((await usage(group.userId)).subscribers).toBe(2);
  });

  it('is counted again every day, so that a crash frees no room', async () => {
    const group = await userWith({ subscribers: 3 });
    await service.member(group);
    await tamper(group.userId, { 'used.subscribers': 0, 'used.suppressions': 7, dueAt: new Date(0) });
    await service.part(Recounts).round();
    expect(await usage(group.userId)).toMatchObject({ subscribers: 1, suppressions: 0 });
  });

  it('applies to users from before anything was counted', async () => {
    const group = await userWith({});
    await Promise.all(Array.from({ length: 5 }, () => service.member(group)));
    await service.stored('usage').deleteOne({ _id: new ObjectId(group.userId) });
    await service.shutDown();
    service.limits.set(group.userId, { subscribers: 5 });
    await service.boot();
    await expect(service.member(group)).rejects.toEqual(quotaOf('subscribers'));
    expect((await usage(group.userId)).subscribers).toBe(5);
  });
});

describe('an import', () => {
  it('fails at the first line that exceeds the quota, and keeps what it wrote', async () => {
    const group = await userWith({ subscribers: 5 });
    const importing = new Importing(service, group.userId, group);
    await service.member(group, { address: 'p1@mail.test' });
    const done = await importing.finished(await importing.upload(file(0, 8)));
    expect(done).toMatchObject({ state: 'FAILED', counts: { lines: 5, created: 4, skipped: 1 } });
    expect(await importing.rejected(done)).toEqual([
      { line: 7, reason: 'quota_exceeded: subscribers', text: '' },
    ]);
    expect((await service.audience(group)).map(({ address }) => address).sort()).toEqual(
      [0, 1, 2, 3, 4].map((n) => `p${n}@mail.test`),
    );
    expect((await usage(group.userId)).subscribers).toBe(5);
  });

  it('needs no room for existing members', async () => {
    const group = await userWith({ subscribers: 3 });
    const importing = new Importing(service, group.userId, group);
    expect(await importing.run(file(0, 3))).toEqual({ state: 'DONE', lines: 3, created: 3 });
    expect(await importing.run(file(0, 3))).toEqual({ state: 'DONE', lines: 3, skipped: 3 });
  });

  it('frees room when it removes people', async () => {
    const group = await userWith({ subscribers: 3 });
    const importing = new Importing(service, group.userId, group);
    await importing.run(file(0, 3));
    await importing.run(file(0, 2), { kind: 'REMOVE' });
    expect(await importing.run(file(5, 7))).toEqual({ state: 'DONE', lines: 2, created: 2 });
  });

  it('stores as many rejected lines as the plan allows, counts all, and reports where it stopped', async () => {
    const group = await userWith({ rejectedLines: 3 });
    const importing = new Importing(service, group.userId, group);
    const bad = ['integration,identifier', ...Array.from({ length: 5 }, () => 'email,nonsense'), ''].join(
      '\n',
    );
    const done = await importing.finished(await importing.upload(bad));
    expect(done).toMatchObject({ state: 'DONE', counts: { lines: 5, rejected: 5 } });
    const rejected = await importing.rejected(done);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'identifier: invalid_email'],
      [3, 'identifier: invalid_email'],
      [4, 'identifier: invalid_email'],
      [5, 'quota_exceeded: rejectedLines'],
    ]);
    expect((await usage(group.userId)).rejectedLines).toBe(3);
  });

  it('is rejected during the upload if its file exceeds the quota, and frees the room soon', async () => {
    const group = await userWith({ importBytes: 1_000 });
    const importing = new Importing(service, group.userId, group);
    const upload = importing.upload(file(0, 200), {}, 500);
    await expect(upload).rejects.toEqual(quotaOf('importBytes'));
    const { items } = await service.messenger.request('import.list', {
      userId: group.userId,
      kind: 'ADD',
      after: null,
      limit: 10,
    });
    expect(items).toHaveLength(1);
    for (const failed of items) {
      expect(failed.state).toBe('FAILED');
      expect(await importing.rejected(failed)).toEqual([
        { line: 1, reason: 'quota_exceeded: importBytes', text: '' },
      ]);
    }
    await eventually(async () => (await usage(group.userId)).importBytes === 0);
    expect(await importing.run(file(0, 20))).toMatchObject({ state: 'DONE' });
  });
});

describe('an import near the limit', () => {
  it('takes room only for new members, so that other requests are not rejected in the meantime', async () => {
    const group = await userWith({ subscribers: 22 });
    const importing = new Importing(service, group.userId, group);
    expect(await importing.run(file(0, 20))).toMatchObject({ state: 'DONE', created: 20 });
    const memberBatches = service.part(MemberBatches);
    const add = memberBatches.add.bind(memberBatches);
    const meanwhile: unknown[] = [];
    const adding = jest.spyOn(memberBatches, 'add').mockImplementationOnce(async (members) => {
      meanwhile.push(await service.member(group).then(() => 'created', codeOf));
      return add(members);
    });
    expect(await importing.run(file(0, 21))).toMatchObject({ state: 'DONE', created: 1, skipped: 20 });
    expect(meanwhile).toEqual(['created']);
    adding.mockRestore();
    expect((await usage(group.userId)).subscribers).toBe(22);
  });
});

describe('the quota of suppressions', () => {
  it('rejects a new address by the user, but never a request by a recipient', async () => {
    const { userId } = await userWith({ suppressions: 2 });
    await suppress(userId, 'a@mail.test');
    await suppress(userId, 'b@mail.test');
    await expect(suppress(userId, 'c@mail.test')).rejects.toEqual(quotaOf('suppressions'));
    expect(await suppress(userId, 'b@mail.test')).toMatchObject({ created: false });
    const at = new Date().toISOString();
    const wish = { userId, address: 'd@mail.test', campaignId: null, at };
    await service.messenger.request('suppression.unsubscribe', wish);
    expect((await usage(userId)).suppressions).toBe(3);
  });
});

describe('the quota of groups', () => {
  it('rejects one more than the plan allows, also with concurrent requests', async () => {
    const { userId } = await userWith({ groups: 3 });
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => service.group(userId).then(() => 'created', codeOf)),
    );
    expect(tries.filter((result) => result === 'created')).toHaveLength(2);
    await expect(service.group(userId)).rejects.toEqual(quotaOf('groups'));
    expect((await usage(userId)).groups).toBe(3);
  });

  it('rejects more even if the limit was lowered below the current number', async () => {
    const { userId } = await userWith({ groups: 10 });
    for (let n = 0; n < 4; n++) await service.group(userId);
    await service.shutDown();
    service.limits.set(userId, { groups: 2 });
    await service.boot();
    await expect(service.group(userId)).rejects.toEqual(code('quota_exceeded'));
  });
});

describe('the quota of segments', () => {
  const add = (userId: string) =>
    service.messenger.request('segment.create', {
      ...{ by: someone, userId, id: newId(), name: 'Germany', conditions: { country: ['DE'] } },
    });

  it('rejects one more than the plan allows, also with concurrent requests', async () => {
    const { userId } = await userWith({ segments: 2 });
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => add(userId).then(() => 'created', codeOf)),
    );
    expect(tries.filter((result) => result === 'created')).toHaveLength(2);
    await expect(add(userId)).rejects.toMatchObject({
      code: 'quota_exceeded',
      extra: { quota: 'segments', limit: '2', used: '2' },
    });
    expect((await usage(userId)).segments).toBe(2);
  });

  it('is free again after a deletion', async () => {
    const { userId } = await userWith({ segments: 1 });
    const { id } = await add(userId);
    await service.messenger.request('segment.delete', { by: someone, userId, id });
    expect(await add(userId)).toMatchObject({ name: 'Germany' });
  });
});

describe('usage', () => {
  it("includes only the user's own data", async () => {
    const group = await userWith({ subscribers: 100, suppressions: 100 });
    const other = await userWith({ subscribers: 100 });
    await service.member(group);
    await suppress(group.userId, 'a@mail.test');
    const nothing = {
      subscribers: 0,
      people: 0,
      suppressions: 0,
      rejectedLines: 0,
      importBytes: 0,
      groups: 1,
      segments: 0,
    };
    expect(await usage(group.userId)).toEqual({ ...nothing, subscribers: 1, people: 1, suppressions: 1 });
    expect(await usage(other.userId)).toEqual(nothing);
  });
});

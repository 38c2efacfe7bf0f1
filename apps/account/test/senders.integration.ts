import { newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import { AccountService, aTwilioSender, aSender, code, by, vault } from './account-service';

describe('senders', () => {
  let service: AccountService;
  let userId: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    service.senderInUse = false;
    ({ id: userId } = await service.user());
  });
  afterAll(() => service.stop());

  const create = (sender = aSender(userId)) => service.messenger.request('sender.create', sender);
  const get = (id: string, by = userId) => service.messenger.request('sender.get', { userId: by, id });
  const open = (id: string, by = userId) => service.messenger.request('sender.open', { userId: by, id });
  const remove = (id: string, user = userId) =>
    service.messenger.request('sender.delete', { by, userId: user, id });
  /** Asks about a callback that was signed with this token, as the gateway does. */
  const callback = (senderId: string, token: string) => {
    const url = `https://carillon.example.com/api/v1/callbacks/twilio/${senderId}/inbound`;
    const form: [string, string][] = [['Body', 'STOP']];
    const signature = getExpectedTwilioSignature(token, url, Object.fromEntries(form));
    const callback = { senderId, provider: 'twilio' as const, url, signature, content: { form } };
    return service.messenger.request('sender.verify-callback', callback);
  };
  const test = (id: string, by = userId) =>
    service.messenger.request('sender.test', { userId: by, id, address: null });

  it('never return secrets, only their masked forms', async () => {
    const { by: _by, isOnly: _isOnly, sealed, ...shown } = aSender(userId);
    const created = await create({ by, ...shown, sealed, isOnly: true });
    expect(created).toMatchObject({ ...shown, status: 'UNTESTED', statusReason: null, checkedAt: null });
    const page = { userId, channel: null, after: null, limit: 10 };
    const answers = [
      created,
      await get(created.id),
      (await service.messenger.request('sender.list', page)).items[0],
      await service.messenger.request('sender.update', { by, userId, id: created.id, name: 'New' }),
    ];
    expect(JSON.stringify(answers)).not.toContain('sealed');
    expect(answers[1]).toEqual(created);
    expect(answers[2]).toEqual(created);
  });

  it('verify callbacks by their ID alone, and return only their user and channel', async () => {
    const sender = aTwilioSender(userId, 'SMS');
    const seal = (token: string) => ({ authToken: vault.seal(token, `sender:${sender.id}:authToken`) });
    await create({ ...sender, sealed: seal('first') });
    const unknown = { isKnown: false, verified: null };
    expect(await callback(sender.id, 'first')).toEqual({
      isKnown: true,
      verified: { userId, channel: 'SMS' },
    });
    expect(await callback(sender.id, 'second')).toEqual({ isKnown: true, verified: null });
    const { id } = await create(aSender(userId));
    expect(await callback(id, 'first')).toEqual(unknown);
    expect(await callback(newId(), 'first')).toEqual(unknown);
    await remove(sender.id);
    await eventually(async () => !(await callback(sender.id, 'first')).isKnown);
  });

  it('verify callbacks with a changed token immediately, in every copy of the service', async () => {
    await service.boot();
    const sender = aTwilioSender(userId, 'SMS');
    const seal = (token: string) => ({ authToken: vault.seal(token, `sender:${sender.id}:authToken`) });
    await create({ ...sender, sealed: seal('first') });
    const verified = async (token: string) => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => callback(sender.id, token)));
      return answers.map((answer) => answer.verified !== null);
    };
    expect(new Set(await verified('first'))).toEqual(new Set([true]));
    const change = { by, userId, id: sender.id, sealed: seal('second'), secrets: { authToken: '…cond' } };
    await service.messenger.request('sender.update', change);
    await eventually(async () => !(await verified('first')).includes(true));
    expect(new Set(await verified('second'))).toEqual(new Set([true]));
  });

  it('are opened for workers with their sealed secrets', async () => {
    const sender = aSender(userId);
    const { id } = await create(sender);
    expect(await open(id)).toMatchObject({
      id,
      channel: 'EMAIL',
      settings: sender.settings,
      sealed: sender.sealed,
    });
  });

  it('are created once for repeated commands', async () => {
    const sender = aSender(userId);
    const [first, second] = await Promise.all([create(sender), create(sender)]);
    expect(second).toEqual(first);
  });

  it('are limited to one per user and channel for clients of the contract, also with concurrent requests', async () => {
    const tries = await Promise.allSettled([create(aSender(userId)), create(aSender(userId))]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(create()).rejects.toMatchObject({
      code: 'integration_exists',
      detail: 'An integration for EMAIL already exists. Change or delete it',
    });
  });

  it('are not deleted while a running campaign needs them', async () => {
    const { id } = await create();
    service.senderInUse = true;
    await expect(remove(id)).rejects.toEqual(code('sender_in_use'));
    expect((await get(id)).id).toBe(id);
  });

  it('allow another one after they are deleted', async () => {
    const { id } = await create();
    expect(await remove(id)).toEqual({ ids: [id] });
    await expect(get(id)).rejects.toEqual(code('sender_not_found'));
    await eventually(() => service.broadcasts.includes(`sender.changed ${id}`));
    await create();
  });

  it('are not found for other users', async () => {
    const sender = aSender(userId);
    const { id } = await create(sender);
    const { id: other } = await service.user();
    const absent = code('sender_not_found');
    await expect(get(id, other)).rejects.toEqual(absent);
    await expect(open(id, other)).rejects.toEqual(absent);
    await expect(remove(id, other)).rejects.toEqual(absent);
    await expect(test(id, other)).rejects.toEqual(absent);
    const change = { by, userId: other, id, name: 'Mine' };
    await expect(service.messenger.request('sender.update', change)).rejects.toEqual(absent);
    const page = { userId: other, channel: null, after: null, limit: 10 };
    expect(await service.messenger.request('sender.list', page)).toEqual({ items: [], next: null });
    await expect(create({ ...sender, userId: other })).rejects.toEqual(code('integration_exists'));
    expect((await get(id)).name).toBe(sender.name);
  });

  it('are not found if they were never created', async () => {
    await expect(open(newId())).rejects.toEqual(code('sender_not_found'));
    await expect(open('elsewhere')).rejects.toEqual(code('sender_not_found'));
  });

  it('are listed by channel', async () => {
    const email = await create();
    const sms = await create(aTwilioSender(userId, 'SMS'));
    const list = async (channel: 'EMAIL' | 'SMS' | null) => {
      const page = { userId, channel, after: null, limit: 10 };
      return (await service.messenger.request('sender.list', page)).items;
    };
    expect(await list(null)).toEqual([email, sms]);
    expect(await list('SMS')).toEqual([sms]);
  });
});

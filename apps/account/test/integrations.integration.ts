import { AppError, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { AccountService, aTwilioIntegration, anIntegration, code } from './account-service';

const check = {
  ok: false,
  reason: 'LOGIN_REFUSED',
  providerCode: '535',
  detail: '5.7.8 Authentication failed',
  checkedAt: '2026-03-01T12:00:00.000Z',
};

describe('integrations', () => {
  let service: AccountService;
  let userId: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    service.integrationInUse = false;
    service.check = () => Promise.resolve(check);
    ({ id: userId } = await service.user());
  });
  afterAll(() => service.stop());

  const create = (given = anIntegration(userId)) => service.messenger.request('integration.create', given);
  const get = (id: string, by = userId) => service.messenger.request('integration.get', { userId: by, id });
  const open = (id: string, by = userId) => service.messenger.request('integration.open', { userId: by, id });
  const remove = (id: string, by = userId) =>
    service.messenger.request('integration.delete', { userId: by, id });
  const test = (id: string, by = userId) =>
    service.messenger.request('integration.test', { userId: by, id, address: null });

  it('keep secrets to themselves and show what may be shown', async () => {
    const { sealed: _sealed, ...shown } = anIntegration(userId);
    const created = await create({ ...shown, sealed: { password: 'v1.k1.sealed' } });
    expect(created).toMatchObject({ ...shown, status: 'UNTESTED', statusReason: null, checkedAt: null });
    const page = { userId, channel: null, after: null, limit: 10 };
    const answers = [
      created,
      await get(created.id),
      (await service.messenger.request('integration.list', page)).items[0],
      await service.messenger.request('integration.update', { userId, id: created.id, name: 'New' }),
    ];
    expect(JSON.stringify(answers)).not.toContain('sealed');
    expect(answers[1]).toEqual(created);
    expect(answers[2]).toEqual(created);
  });

  it('are opened for workers with what was sealed', async () => {
    const given = anIntegration(userId);
    const { id } = await create(given);
    expect(await open(id)).toMatchObject({
      id,
      channel: 'EMAIL',
      settings: given.settings,
      sealed: given.sealed,
    });
  });

  it('are created once, however often the command comes', async () => {
    const given = anIntegration(userId);
    const [first, second] = await Promise.all([create(given), create(given)]);
    expect(second).toEqual(first);
  });

  it('are one a user and channel, also when two are created at once', async () => {
    const tries = await Promise.allSettled([create(anIntegration(userId)), create(anIntegration(userId))]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(create()).rejects.toEqual(code('integration_exists'));
  });

  it('need what every mail server needs', async () => {
    const { settings, ...rest } = anIntegration(userId);
    const given = { ...rest, settings: { ...settings, host: null } };
    await expect(create(given)).rejects.toEqual(code('validation_failed'));
    const { id } = await create();
    const change = { userId, id, settings: { fromAddress: null } };
    await expect(service.messenger.request('integration.update', change)).rejects.toMatchObject({
      fields: [{ field: 'settings.fromAddress', code: 'required' }],
    });
  });

  it('change from a number to a messaging service and back, and never have both', async () => {
    const { id } = await create(aTwilioIntegration(userId, 'SMS'));
    const change = (settings: Record<string, unknown>) =>
      service.messenger.request('integration.update', { userId, id, settings });
    const messagingServiceSid = `MG${'1'.repeat(32)}`;
    await expect(change({ messagingServiceSid })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'settings.messagingServiceSid', code: 'not_allowed' }],
    });
    await expect(change({ from: null })).rejects.toMatchObject({
      fields: [{ field: 'settings.from', code: 'required' }],
    });
    expect((await change({ messagingServiceSid, from: null })).settings).toEqual({
      accountSid: `AC${'0'.repeat(32)}`,
      messagingServiceSid,
    });
    expect((await change({ messagingServiceSid: null, from: 'Choir' })).settings).toEqual({
      accountSid: `AC${'0'.repeat(32)}`,
      from: 'Choir',
    });
  });

  it('take an API key with its secret, and forget the secret with the key', async () => {
    const { id } = await create(aTwilioIntegration(userId, 'WHATSAPP'));
    const settings = { apiKeySid: `SK${'1'.repeat(32)}` };
    const keyed = { userId, id, settings };
    await expect(service.messenger.request('integration.update', keyed)).rejects.toMatchObject({
      fields: [{ field: 'settings.apiKeySecret', code: 'required' }],
    });
    const secret = { sealed: { apiKeySecret: 'v1.k1.key' }, secrets: { apiKeySecret: '…cret' } };
    const changed = await service.messenger.request('integration.update', { ...keyed, ...secret });
    expect(changed.secrets).toEqual({ authToken: '…oken', apiKeySecret: '…cret' });
    expect((await open(id)).sealed).toEqual({ authToken: 'v1.k1.sealed', apiKeySecret: 'v1.k1.key' });
    const removed = { userId, id, settings: { apiKeySid: null } };
    expect((await service.messenger.request('integration.update', removed)).secrets).toEqual({
      authToken: '…oken',
    });
    expect((await open(id)).sealed).toEqual({ authToken: 'v1.k1.sealed' });
  });

  it('change in what was given; workers are told, and see another version', async () => {
    const { id } = await create();
    const before = await open(id);
    const settings = { port: 465, security: 'tls', fromName: null };
    const updated = await service.messenger.request('integration.update', { userId, id, settings });
    expect(updated.settings).toEqual({
      host: 'mail.test',
      port: 465,
      security: 'tls',
      username: 'ada',
      fromAddress: 'ada@mail.test',
    });
    const after = await open(id);
    expect(after.settings).toEqual(updated.settings);
    expect(after.version).not.toBe(before.version);
    expect(after.sealed).toEqual(before.sealed);
    await eventually(() => service.heard.includes(`integration.changed ${id}`));
  });

  it('take all of several changes that come at once', async () => {
    const { id } = await create();
    const settings = ['fromName', 'replyTo', 'bounceAddress', 'postalAddress'].map((name) => ({
      [name]: name,
    }));
    await Promise.all(
      settings.map((each) => service.messenger.request('integration.update', { userId, id, settings: each })),
    );
    expect((await get(id)).settings).toMatchObject(Object.assign({}, ...settings) as object);
  });

  it('keep what the provider said of them until they are edited', async () => {
    const { id } = await create();
    expect(await test(id)).toEqual(check);
    expect(service.checked.at(-1)).toEqual({ integration: await open(id), address: null });
    const failing = { status: 'FAILING', statusReason: 'LOGIN_REFUSED', checkedAt: check.checkedAt };
    expect(await get(id)).toMatchObject(failing);
    await service.messenger.request('integration.update', { userId, id, name: 'New' });
    expect(await get(id)).toMatchObject(failing);
    await service.messenger.request('integration.update', { userId, id, settings: { port: 25 } });
    expect(await get(id)).toMatchObject({ status: 'UNTESTED', statusReason: null, checkedAt: null });
    service.check = () => Promise.resolve({ ...check, ok: true, reason: null });
    await test(id);
    expect(await get(id)).toMatchObject({ status: 'OK', statusReason: null });
  });

  it('do not take an answer about settings that were edited meanwhile', async () => {
    const { id } = await create();
    service.check = async () => {
      await service.messenger.request('integration.update', { userId, id, settings: { port: 25 } });
      return check;
    };
    expect(await test(id)).toEqual(check);
    expect(await get(id)).toMatchObject({ status: 'UNTESTED' });
  });

  it('stay untested when nobody is there to test them', async () => {
    const { id } = await create();
    service.check = () => Promise.reject(new AppError('service_unavailable'));
    await expect(test(id)).rejects.toEqual(code('service_unavailable'));
    expect(await get(id)).toMatchObject({ status: 'UNTESTED' });
  });

  it('are not deleted while a running campaign needs them', async () => {
    const { id } = await create();
    service.integrationInUse = true;
    await expect(remove(id)).rejects.toEqual(code('integration_in_use'));
    expect((await get(id)).id).toBe(id);
  });

  it('make room for another when they are deleted', async () => {
    const { id } = await create();
    expect(await remove(id)).toEqual({ ids: [id] });
    await expect(get(id)).rejects.toEqual(code('integration_not_found'));
    await eventually(() => service.heard.includes(`integration.changed ${id}`));
    await create();
  });

  it('are somebody’s own: to anybody else they are not there', async () => {
    const given = anIntegration(userId);
    const { id } = await create(given);
    const { id: other } = await service.user();
    const absent = code('integration_not_found');
    await expect(get(id, other)).rejects.toEqual(absent);
    await expect(open(id, other)).rejects.toEqual(absent);
    await expect(remove(id, other)).rejects.toEqual(absent);
    await expect(test(id, other)).rejects.toEqual(absent);
    const change = { userId: other, id, name: 'Mine' };
    await expect(service.messenger.request('integration.update', change)).rejects.toEqual(absent);
    const page = { userId: other, channel: null, after: null, limit: 10 };
    expect(await service.messenger.request('integration.list', page)).toEqual({ items: [], next: null });
    await expect(create({ ...given, userId: other })).rejects.toEqual(code('integration_exists'));
    expect((await get(id)).name).toBe(given.name);
  });

  it('that never were are not found', async () => {
    await expect(open(newId())).rejects.toEqual(code('integration_not_found'));
    await expect(open('elsewhere')).rejects.toEqual(code('integration_not_found'));
  });

  it('are listed by channel', async () => {
    const email = await create();
    const sms = await create(aTwilioIntegration(userId, 'SMS'));
    const list = async (channel: 'EMAIL' | 'SMS' | null) => {
      const page = { userId, channel, after: null, limit: 10 };
      return (await service.messenger.request('integration.list', page)).items;
    };
    expect(await list(null)).toEqual([email, sms]);
    expect(await list('SMS')).toEqual([sms]);
  });
});

import { type Payload, newId, routesOf } from '@carillon/contracts';
import { AccountService, aSender, aTwilioSender, by, code } from './account-service';

describe('several senders of a channel', () => {
  let service: AccountService;
  let userId: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    ({ id: userId } = await service.user());
  });
  afterAll(() => service.stop());

  const create = async (name: string, overrides: Partial<Payload<'sender.create'>> = {}) => {
    const { isOnly: _, ...sender } = aSender(userId, { name, ...overrides });
    return service.messenger.request('sender.create', sender);
  };
  const list = async (query: Partial<Payload<'sender.list'>> = {}) => {
    const page = { userId, channel: null, after: null, limit: 100, ...query };
    const { items } = await service.messenger.request('sender.list', page);
    return items.map(({ name, isDefault }) => (isDefault ? `${name}*` : name));
  };
  const request = (id: string) => ({ by, userId, id });

  it('use the first one as the default, also when two are created at the same time', async () => {
    await Promise.all([create('one'), create('two'), create('three')]);
    await create('number', aTwilioSender(userId, 'SMS'));
    const names = await list();
    expect(names.filter((name) => name.endsWith('*'))).toHaveLength(2);
    expect(names.map((name) => name.replace('*', '')).sort()).toEqual(['Our Twilio', 'one', 'three', 'two']);
    expect(await list({ isDefault: true, channel: 'EMAIL' })).toHaveLength(1);
  });

  it('have different names', async () => {
    await create('News');
    await expect(create('News')).rejects.toEqual(code('sender_name_taken'));
    const { id } = await create('Shop');
    const rename = service.messenger.request('sender.update', { ...request(id), name: 'News' });
    await expect(rename).rejects.toEqual(code('sender_name_taken'));
  });

  it('switch the default on request, with an entry in the audit trail', async () => {
    await create('News');
    const { id } = await create('Shop');
    const made = await service.messenger.request('sender.make-default', request(id));
    expect(made).toMatchObject({ id, isDefault: true });
    expect(await service.messenger.request('sender.make-default', request(id))).toEqual(made);
    expect(await list()).toEqual(['News', 'Shop*']);
    const entries = (await service.documents('auditEntries')) as unknown as {
      target: { id: string };
      changes: object[];
    }[];
    const changes = entries.filter(({ target }) => target.id === id).flatMap((entry) => entry.changes);
    expect(changes).toContainEqual({ field: 'isDefault', before: false, after: true });
    const unknown = service.messenger.request('sender.make-default', request(newId()));
    await expect(unknown).rejects.toEqual(code('sender_not_found'));
  });

  it('are paused and resumed, with an edit for reports and an entry in the audit trail', async () => {
    const { id } = await create('News');
    const change = (isPaused: boolean) =>
      service.messenger.request('sender.update', { ...request(id), isPaused });
    const open = () => service.messenger.request('sender.open', { userId, id });
    expect(await change(true)).toMatchObject({ isPaused: true, status: 'UNTESTED' });
    expect(await open()).toMatchObject({ isPaused: true });
    await service.messenger.request('sender.update', { ...request(id), name: 'Shop' });
    expect(await open()).toMatchObject({ isPaused: true });
    expect(await change(false)).not.toHaveProperty('isPaused');
    expect(await open()).not.toHaveProperty('isPaused');
    const entries = (await service.documents('auditEntries')) as unknown as {
      target: { id: string };
      changes: object[];
    }[];
    const changes = entries.filter(({ target }) => target.id === id).flatMap((entry) => entry.changes);
    expect(changes).toContainEqual({ field: 'isPaused', before: null, after: true });
    expect(changes).toContainEqual({ field: 'isPaused', before: true, after: null });
  });

  it('have daily limits until they are removed, with their route and in the audit trail', async () => {
    const rampUp = {
      ...{ startsOn: '2026-12-01', startPerDay: 50, targetPerDay: 5_000, factor: 1.5, step: null },
      domainGroups: [{ group: 'GMAIL' as const, startPerDay: 20, targetPerDay: 500 }],
      ...{ maxBounceRate: 0.05, maxComplaintRate: 0.003 },
    };
    const { id } = await create('News');
    const update = (change: object) =>
      service.messenger.request('sender.update', { ...request(id), ...change });
    const limits = async () => {
      const { senders } = await service.messenger.request('account.sending-profile', { userId });
      return senders.find(({ senderId }) => senderId === id)?.rampUp;
    };
    expect(await update({ rampUp })).toMatchObject({ rampUp, status: 'UNTESTED' });
    await update({ name: 'Shop' });
    expect(await limits()).toEqual(rampUp);
    expect(await update({ rampUp: null })).not.toHaveProperty('rampUp');
    expect(await limits()).toBeUndefined();
    const entries = (await service.documents('auditEntries')) as unknown as {
      target: { id: string };
      changes: object[];
    }[];
    const changes = entries.filter(({ target }) => target.id === id).flatMap((entry) => entry.changes);
    expect(changes).toContainEqual({ field: 'rampUp.startPerDay', before: null, after: 50 });
    expect(changes).toContainEqual({ field: 'rampUp.domainGroups', before: null, after: 'GMAIL 20–500' });
    expect(changes).toContainEqual({ field: 'rampUp.targetPerDay', before: 5_000, after: null });
  });

  it('reject deletion of the default while others exist', async () => {
    const { id: first } = await create('News');
    const { id: second } = await create('Shop');
    const remove = (id: string) => service.messenger.request('sender.delete', request(id));
    await expect(remove(first)).rejects.toEqual(code('default_sender'));
    expect(await list()).toEqual(['News*', 'Shop']);
    await remove(second);
    await remove(first);
    expect(await list()).toEqual([]);
    await create('Again');
    expect(await list()).toEqual(['Again*']);
  });

  it('keep one default during concurrent creations and deletions', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { id } = await create('News');
      await Promise.allSettled([create('Shop'), service.messenger.request('sender.delete', request(id))]);
      const names = await list();
      expect(names.filter((name) => name.endsWith('*'))).toHaveLength(1);
      await service.messenger.request('user.get', { id: userId });
      ({ id: userId } = await service.user());
    }
  });

  it('are all part of the profile, in which campaigns find their named senders', async () => {
    const { id: usual } = await create('News', { ratePerSecond: 5 });
    const { id: other } = await create('Shop', { ratePerSecond: 7 });
    const profile = await service.messenger.request('account.sending-profile', { userId });
    expect(routesOf(profile, {}).EMAIL).toMatchObject({ senderId: usual, ratePerSecond: 5 });
    expect(routesOf(profile, { EMAIL: other }).EMAIL).toMatchObject({
      ...{ senderId: other, ratePerSecond: 7, maxConnections: null },
    });
    expect(routesOf(profile, { EMAIL: newId() }).EMAIL).toBeNull();
    expect(routesOf(profile, { SMS: other }).SMS).toBeNull();
  });

  it('can have different providers, each with its own required settings', async () => {
    const secret = { sealed: { secret: 'v2.k1.sealed' }, secrets: { secret: '…cret' } };
    const settings = { url: 'https://sender.example.com/', fromAddress: 'news@mail.test' };
    const { id } = await create('Endpoint', { provider: 'HTTP', settings, ...secret });
    const opened = await service.messenger.request('sender.open', { userId, id });
    expect(opened).toMatchObject({ provider: 'HTTP', settings, sealed: secret.sealed });
    const without = create('Other', {
      provider: 'HTTP',
      settings: { fromAddress: 'news@mail.test' },
      ...secret,
    });
    await expect(without).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'settings.url', code: 'required' }],
    });
  });

  it('are limited to fifty in total', async () => {
    for (let n = 0; n < 50; n += 1) await create(`Sender ${n}`);
    await expect(create('One more')).rejects.toEqual(code('limit_reached'));
  });
});

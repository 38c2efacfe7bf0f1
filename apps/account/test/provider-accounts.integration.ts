import { type Payload, newId } from '@carillon/contracts';
import { AccountService, aSender, aTwilioSender, by, code } from './account-service';

describe('provider accounts', () => {
  let service: AccountService;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  afterAll(() => service.stop());

  const create = async (sender: Payload<'sender.create'>) => {
    const { isOnly: _, ...others } = sender;
    return service.messenger.request('sender.create', others);
  };
  const list = async () =>
    (await service.messenger.request('provider-account.list', { after: null, limit: 100 })).items;
  const update = (id: string, change: object) =>
    service.messenger.request('provider-account.update', { by, id, ...change });
  const profileOf = (userId: string) => service.messenger.request('account.sending-profile', { userId });

  it('are shared by the senders of all users with the same server and user', async () => {
    const [ann, ben] = [await service.user(), await service.user()];
    const settings = { ...aSender(ann.id).settings, host: 'shared.example.com', username: 'ann' };
    const one = await create(aSender(ann.id, { settings }));
    const other = await create(aSender(ben.id, { settings: { ...settings, host: 'SHARED.example.com' } }));
    const alone = await create(aSender(ben.id, { name: 'Own', settings: { ...settings, username: 'ben' } }));
    const [accountOfOne, accountOfOther] = await Promise.all(
      [ann, ben].map(async ({ id }) => (await profileOf(id)).routes.EMAIL?.providerAccount),
    );
    expect(accountOfOne).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      ratePerSecond: null,
    });
    expect(accountOfOther).toEqual(accountOfOne);
    const { senders } = await profileOf(ben.id);
    const accountOf = (id: string) => senders.find(({ senderId }) => senderId === id)?.providerAccount?.id;
    expect(accountOf(other.id)).toBe(accountOfOne?.id);
    expect(accountOf(alone.id)).not.toBe(accountOfOne?.id);
    const found = (await list()).find(({ id }) => id === accountOfOne?.id);
    expect(found).toEqual({
      ...{ id: accountOfOne?.id, ratePerSecond: null, provider: 'SMTP' },
      ...{ name: 'shared.example.com · ann', channels: ['EMAIL'], senders: 2, users: 2 },
    });
    expect(one.id).not.toBe(other.id);
  });

  it('are found by the senders of any user, for operators, without secrets', async () => {
    const { id: userId } = await service.user();
    const settings = { ...aSender(userId).settings, host: 'named.example.com', username: 'ann' };
    const sender = await create(aSender(userId, { name: 'Ours', settings }));
    const ids = [sender.id, newId(), 'default'];
    const { items } = await service.messenger.request('sender.identities', { ids });
    expect(items.filter(({ id }) => id !== 'default')).toEqual([
      {
        ...{ id: sender.id, userId, name: 'Ours', provider: 'SMTP' },
        account: {
          ...{ id: expect.any(String) as string, ratePerSecond: null },
          name: 'named.example.com · ann',
        },
      },
    ]);
  });

  it('include several channels, and are stored without secrets', async () => {
    const { id: userId } = await service.user();
    await create(aTwilioSender(userId, 'SMS'));
    await create(aTwilioSender(userId, 'WHATSAPP'));
    const found = (await list()).find(({ provider }) => provider === 'TWILIO');
    expect(found).toMatchObject({ channels: ['WHATSAPP', 'SMS'], senders: 2, users: 1 });
    const changed = await update(found?.id ?? '', { ratePerSecond: 5 });
    expect(await service.documents('providerAccounts')).toEqual([{ _id: changed.id, ratePerSecond: 5 }]);
    await update(changed.id, { ratePerSecond: null });
  });

  it('are paused and limited, with entries in the audit trail', async () => {
    const { id: userId } = await service.user();
    const settings = { ...aSender(userId).settings, host: 'pausing.example.com' };
    const sender = await create(aSender(userId, { settings }));
    const id = (await profileOf(userId)).routes.EMAIL?.providerAccount?.id ?? '';
    const open = () => service.messenger.request('sender.open', { userId, id: sender.id });
    expect(await open()).not.toHaveProperty('isAccountPaused');

    const paused = await update(id, { isPaused: true });
    expect(paused.pausedAt).toMatch(/Z$/);
    expect(await update(id, { ratePerSecond: 50 })).toMatchObject({
      pausedAt: paused.pausedAt,
      ratePerSecond: 50,
    });
    expect((await profileOf(userId)).routes.EMAIL?.providerAccount).toEqual({
      ...{ id, pausedAt: paused.pausedAt, ratePerSecond: 50 },
    });
    expect(await open()).toMatchObject({ isAccountPaused: true });
    const test = { userId, id: sender.id, address: null };
    expect(await service.messenger.request('sender.test', test)).toMatchObject({
      ...{ ok: false, reason: 'PROVIDER_ACCOUNT_PAUSED' },
    });
    const { status } = await service.messenger.request('sender.get', { userId, id: sender.id });
    expect(status).toBe('UNTESTED');

    const resumed = await update(id, { isPaused: false });
    expect(resumed).not.toHaveProperty('pausedAt');
    expect(await service.messenger.request('sender.test', test)).toMatchObject({ ok: true });
    const all = { userId: null, action: 'provider_account.updated' as const, since: null, until: null };
    const { items } = await service.messenger.request('audit.page', { ...all, after: null, limit: 100 });
    const own = items.filter(({ target }) => target.id === id);
    expect(own.map(({ changes }) => changes)).toEqual([
      [{ field: 'isPaused', before: false, after: true }],
      [{ field: 'ratePerSecond', before: null, after: 50 }],
      [{ field: 'isPaused', before: true, after: false }],
    ]);
    await expect(update(newId(), { isPaused: true })).rejects.toEqual(code('provider_account_not_found'));
  });
});

import { newId } from '@carillon/contracts';
import { AccountService, aTwilioSender, aSender, code, by } from './account-service';

describe('the senders of a user', () => {
  const environment = { DEFAULT_SMTP_URL: 'smtp://127.0.0.1:2525', DEFAULT_FROM: 'news@mail.test' };
  let service: AccountService;
  beforeAll(async () => {
    service = await AccountService.start(environment);
  });
  afterAll(() => service.stop());

  const profile = (userId: string) => service.messenger.request('account.sending-profile', { userId });
  const open = (userId: string) => service.messenger.request('sender.open', { userId, id: 'default' });
  const providerAccount = { id: expect.stringMatching(/^[0-9a-f]{24}$/) as string, ratePerSecond: null };
  const byDefault = {
    ...{ senderId: 'default', ratePerSecond: null, maxConnections: null },
    ...{ provider: 'SMTP', providerAccount },
  };

  it('are the operator’s sender for email, and none for other channels', async () => {
    const { id } = await service.user({ plan: 'UPGRADED' });
    expect(await profile(id)).toEqual({
      plan: 'UPGRADED',
      status: 'ACTIVE',
      routes: { EMAIL: byDefault, WHATSAPP: null, SMS: null },
      senders: [],
    });
  });

  it('include the user’s own sender as soon as it exists', async () => {
    const { id: userId } = await service.user();
    const email = aSender(userId, { ratePerSecond: 3 });
    email.settings.maxConnections = 8;
    const sms = { ...aTwilioSender(userId, 'SMS'), ratePerSecond: 40 };
    await service.messenger.request('sender.create', email);
    await service.messenger.request('sender.create', sms);
    expect((await profile(userId)).routes).toEqual({
      EMAIL: {
        ...{ senderId: email.id, ratePerSecond: 3, maxConnections: 8 },
        ...{ provider: 'SMTP', providerAccount },
      },
      WHATSAPP: null,
      SMS: {
        ...{ senderId: sms.id, ratePerSecond: 40, maxConnections: null },
        ...{ provider: 'TWILIO', providerAccount },
      },
    });
  });

  it('use the default rate of the channel', async () => {
    const { id: userId } = await service.user();
    const own = [aTwilioSender(userId, 'SMS'), aTwilioSender(userId, 'WHATSAPP')];
    for (const each of own) await service.messenger.request('sender.create', each);
    expect((await profile(userId)).routes).toMatchObject({
      SMS: { ratePerSecond: 10 },
      WHATSAPP: { ratePerSecond: 20 },
    });
    const change = { by, userId, id: own[0]?.id ?? '' };
    await service.messenger.request('sender.update', { ...change, ratePerSecond: 3 });
    expect((await profile(userId)).routes.SMS).toMatchObject({ ratePerSecond: 3 });
    await service.messenger.request('sender.update', { ...change, ratePerSecond: null });
    expect((await profile(userId)).routes.SMS).toMatchObject({ ratePerSecond: 10 });
  });

  it('belong to that user only, on every channel', async () => {
    const users = await Promise.all(
      [['+15005550006'], ['+14155238886'], []].map(async (numbers) => {
        const { id: userId } = await service.user();
        const sealed = `v2.k1.of ${userId}`;
        const own = numbers.flatMap((from) => [
          aTwilioSender(userId, 'SMS', { from, sealed }),
          aTwilioSender(userId, 'WHATSAPP', { from, sealed }),
        ]);
        for (const each of own) await service.messenger.request('sender.create', each);
        return { userId, own };
      }),
    );
    for (const { userId, own } of users) {
      const { SMS, WHATSAPP } = (await profile(userId)).routes;
      expect([SMS?.senderId, WHATSAPP?.senderId]).toEqual([own[0]?.id, own[1]?.id]);
      for (const { id, settings } of users.flatMap((each) => each.own)) {
        const opened = service.messenger.request('sender.open', { userId, id });
        if (own.some((each) => each.id === id))
          expect(await opened).toMatchObject({ settings, sealed: { authToken: `v2.k1.of ${userId}` } });
        else await expect(opened).rejects.toEqual(code('sender_not_found'));
      }
    }
  });

  it('carry the user’s name and Reply-To, also after a change', async () => {
    const { id } = await service.user({ name: 'Ada', email: 'ada@home.test' });
    const before = await open(id);
    expect(before.settings).toMatchObject({
      host: '127.0.0.1',
      port: 2525,
      fromAddress: 'news@mail.test',
      fromName: 'Ada',
      replyTo: 'ada@home.test',
    });
    expect(await open(id)).toEqual(before);
    await service.messenger.request('user.update', { by, id, name: 'Ada L.', email: null });
    const after = await open(id);
    expect(after.settings).toMatchObject({ fromName: 'Ada L.' });
    expect(after.settings).not.toHaveProperty('replyTo');
    expect(after.version).not.toBe(before.version);
  });

  it('are not found for an erased user', async () => {
    await expect(profile(newId())).rejects.toEqual(code('user_not_found'));
    await expect(open(newId())).rejects.toEqual(code('user_not_found'));
  });

  it('are none for email when the operator has no sender', async () => {
    await service.shutDown();
    await service.boot();
    const { id } = await service.user();
    expect((await profile(id)).routes.EMAIL).toBeNull();
    await expect(open(id)).rejects.toEqual(code('sender_not_found'));
  });
});

import type { Payload, SenderCheck } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { AccountService, aSender } from './account-service';

const checkedAt = '2026-11-30T12:00:00.000Z';
const passed: SenderCheck = { ok: true, reason: null, providerCode: null, detail: null, checkedAt };
const unrated = {
  number: null,
  quality: null,
  messagingLimit: null,
  restriction: null,
  restrictedUntil: null,
};

describe('the standing of a sender', () => {
  let service: AccountService;
  let userId: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    ({ id: userId } = await service.user());
    service.check = () => Promise.resolve(passed);
  });
  afterAll(() => service.stop());

  const create = async () =>
    (
      await service.messenger.request('sender.create', {
        ...aSender(userId),
        ...{ channel: 'WHATSAPP', provider: 'META', name: 'Shop' },
        settings: { phoneNumberId: '15550783881', businessAccountId: '102290129340398' },
        sealed: { accessToken: 'v2.k1.sealed', appSecret: 'v2.k1.sealed' },
        secrets: { accessToken: '…oken', appSecret: '…cret' },
      })
    ).id;
  const read = async (id: string) => (await service.messenger.request('sender.get', { userId, id })).standing;
  const test = (id: string) => service.messenger.request('sender.test', { userId, id, address: null });
  const report = (
    senderId: string,
    change: Payload<'sender.standing-reported'>['change'],
    { minute = 1, ofNumber }: { minute?: number; ofNumber?: string } = {},
  ) =>
    service.messenger.publish('sender.standing-reported', {
      ...{ senderId, change, at: `2026-11-30T12:0${minute}:00.000Z` },
      ...(ofNumber !== undefined && { ofNumber }),
    });

  it('is unknown until the provider states it in a test, and is forgotten with new settings', async () => {
    const id = await create();
    expect(await read(id)).toBeUndefined();
    service.check = () =>
      Promise.resolve({
        ...passed,
        standing: { number: '+15550783881', quality: 'HIGH', messagingLimit: 2_000 },
      });
    await test(id);
    const standing = {
      ...unrated,
      number: '+15550783881',
      quality: 'HIGH',
      messagingLimit: 2_000,
      at: checkedAt,
    };
    expect(await read(id)).toEqual(standing);
    const change = { userId, id, by: { role: 'operator', keyId: id } } as const;
    await service.messenger.request('sender.update', { ...change, name: 'Store' });
    expect(await read(id)).toEqual(standing);
    await service.messenger.request('sender.update', { ...change, settings: { phoneNumberId: '1' } });
    expect(await read(id)).toBeUndefined();
  });

  it('changes with each report, but not with an older one', async () => {
    const id = await create();
    await report(id, { messagingLimit: 'UNLIMITED' }, { minute: 2 });
    await eventually(async () => (await read(id)) !== undefined);
    await report(id, { messagingLimit: 250 }, { minute: 1 });
    await report(id, { restriction: 'RESTRICTED', restrictedUntil: checkedAt }, { minute: 3 });
    await eventually(async () => (await read(id))?.restriction === 'RESTRICTED');
    expect(await read(id)).toEqual({
      ...unrated,
      ...{ messagingLimit: 'UNLIMITED', restriction: 'RESTRICTED', restrictedUntil: checkedAt },
      at: '2026-11-30T12:03:00.000Z',
    });
    // A test doesn't state restrictions.
    service.check = () =>
      Promise.resolve({ ...passed, checkedAt: '2026-11-30T12:04:00.000Z', standing: { quality: 'LOW' } });
    await test(id);
    expect(await read(id)).toMatchObject({ quality: 'LOW', restriction: 'RESTRICTED' });
  });

  it('changes with a report about its number only', async () => {
    const id = await create();
    service.check = () => Promise.resolve({ ...passed, standing: { number: '+15550783881' } });
    await report(id, { quality: 'LOW' }, { ofNumber: '+15550783881' });
    await test(id);
    expect(await read(id)).toMatchObject({ quality: null });
    await report(id, { quality: 'LOW' }, { ofNumber: '+15550783882' });
    await report(id, { quality: 'MEDIUM' }, { ofNumber: '+15550783881', minute: 2 });
    await eventually(async () => (await read(id))?.quality === 'MEDIUM');
    expect(await read(id)).toMatchObject({ at: '2026-11-30T12:02:00.000Z' });
  });
});

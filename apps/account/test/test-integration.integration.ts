import { AppError, channels } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { AccountService, aTwilioSender, aSender, code, by } from './account-service';

const check = {
  ok: false,
  reason: 'LOGIN_REFUSED',
  providerCode: '535',
  detail: '5.7.8 Authentication failed',
  checkedAt: '2026-03-01T12:00:00.000Z',
} as const;

describe('testing a sender', () => {
  let service: AccountService;
  let userId: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    service.check = () => Promise.resolve(check);
    ({ id: userId } = await service.user());
  });
  afterAll(() => service.stop());

  const create = (sender = aSender(userId)) => service.messenger.request('sender.create', sender);
  const get = (id: string) => service.messenger.request('sender.get', { userId, id });
  const open = (id: string) => service.messenger.request('sender.open', { userId, id });
  const test = (id: string, address: string | null = null) =>
    service.messenger.request('sender.test', { userId, id, address });

  it("keeps the provider's response until it is edited", async () => {
    const { id } = await create();
    expect(await test(id)).toEqual(check);
    expect(service.checked.at(-1)).toEqual({ by: 'email.check', sender: await open(id), address: null });
    const failing = { status: 'FAILING', statusReason: 'LOGIN_REFUSED', checkedAt: check.checkedAt };
    expect(await get(id)).toMatchObject(failing);
    await service.messenger.request('sender.update', { by, userId, id, name: 'New' });
    expect(await get(id)).toMatchObject(failing);
    await service.messenger.request('sender.update', {
      by,
      userId,
      id,
      settings: { replyTo: 'b@mail.test' },
    });
    expect(await get(id)).toMatchObject({ status: 'UNTESTED', statusReason: null, checkedAt: null });
    service.check = () => Promise.resolve({ ...check, ok: true, reason: null });
    await test(id);
    expect(await get(id)).toMatchObject({ status: 'OK', statusReason: null });
  });

  it('is done by the worker of the sender’s channel', async () => {
    const made = {
      EMAIL: aSender(userId),
      WHATSAPP: aTwilioSender(userId, 'WHATSAPP'),
      SMS: aTwilioSender(userId, 'SMS'),
    };
    for (const channel of channels) {
      const { id } = await create(made[channel]);
      await test(id, 'somebody');
      const by = `${channel.toLowerCase()}.check`;
      expect(service.checked.at(-1)).toEqual({ by, sender: await open(id), address: 'somebody' });
    }
  });

  it('discards a response about settings that were edited in the meantime', async () => {
    const { id } = await create();
    service.check = async () => {
      await service.messenger.request('sender.update', {
        by,
        userId,
        id,
        settings: { replyTo: 'b@mail.test' },
      });
      return check;
    };
    expect(await test(id)).toEqual(check);
    expect(await get(id)).toMatchObject({ status: 'UNTESTED' });
  });

  it('is limited to three concurrent tests per user', async () => {
    const { id } = await create();
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    service.check = () => held.then(() => check);
    const before = service.checked.length;
    const first = [test(id), test(id), test(id)];
    await eventually(() => service.checked.length === before + 3);
    await expect(test(id)).rejects.toEqual(code('rate_limited'));
    go();
    await Promise.all(first);
    expect(await test(id)).toEqual(check);
  });

  it('leaves it untested when no worker is available', async () => {
    const { id } = await create();
    service.check = () => Promise.reject(new AppError('service_unavailable'));
    await expect(test(id)).rejects.toEqual(code('service_unavailable'));
    expect(await get(id)).toMatchObject({ status: 'UNTESTED' });
  });
});

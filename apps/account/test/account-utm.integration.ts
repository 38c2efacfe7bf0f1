import { type Payload, newId } from '@carillon/contracts';
import { AccountService, by } from './account-service';

describe('UTM parameters of an account', () => {
  let service: AccountService;
  let id: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    ({ id } = await service.user());
  });
  afterAll(() => service.stop());

  const change = (utm: Payload<'user.update'>['utm'], asker = by) =>
    service.messenger.request('user.update', { by: asker, id, ...(utm && { utm }) });
  const stored = () => service.messenger.request('user.get', { id });
  const profile = () => service.messenger.request('account.sending-profile', { userId: id });

  it('are absent until one is set, and are kept by other changes', async () => {
    expect(await stored()).not.toHaveProperty('utm');
    expect(await profile()).not.toHaveProperty('utm');
    await change({ source: 'Shop' });
    const shop = { isOn: false, source: 'Shop', medium: 'email', campaign: null };
    expect(await stored()).toMatchObject({ utm: shop });
    const all = { isOn: true, source: '$set.utm {{x}} 🎻', medium: 'mail', campaign: 'all' };
    expect(await change(all)).toMatchObject({ utm: all });
    await change(undefined);
    await change({ campaign: null });
    expect(await stored()).toMatchObject({ utm: { ...all, campaign: null } });
    expect(await profile()).toMatchObject({ utm: { ...all, campaign: null } });
  });

  it('are recorded in the audit trail when they change', async () => {
    const asker = { role: 'user' as const, keyId: newId() };
    await change({ isOn: true, campaign: 'all' }, asker);
    await change({ isOn: true, source: 'newsletter' }, asker);
    await change({ campaign: null }, asker);
    const { items } = await service.messenger.request('audit.page', {
      ...{ userId: id, action: 'user.updated', since: null, until: null, after: null, limit: 100 },
    });
    expect(items.map(({ actor, changes }) => [actor, changes])).toMatchObject([
      [
        asker,
        [
          { field: 'utm.isOn', before: false, after: true },
          { field: 'utm.campaign', before: '', after: 'all' },
        ],
      ],
      [asker, [{ field: 'utm.campaign', before: 'all', after: '' }]],
    ]);
  });
});

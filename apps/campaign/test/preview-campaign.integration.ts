import { type Payload, type Plan, type SendingProfile, AppError, newId } from '@carillon/contracts';
import { CampaignService } from './campaign-service';

const at = '2026-01-01T00:00:00.000Z';
const settingsOf: Record<string, Record<string, string>> = { default: {}, german: { footerLanguage: 'de' } };
const unsubscribeUrl = 'https://carillon.example.com/u/preview';

describe('previewing a campaign', () => {
  let service: CampaignService;
  const userId = newId();
  const subscriberId = newId();
  let plan: Plan;
  let sender: string | null;
  /** The number of requests to the account service for the sender. */
  let requests = 0;

  beforeAll(async () => {
    service = await CampaignService.start({
      'account.sending-profile': (): SendingProfile => {
        requests += 1;
        const EMAIL =
          sender === null ? null : { senderId: sender, ratePerSecond: null, maxConnections: null };
        return { plan, status: 'ACTIVE', routes: { EMAIL, WHATSAPP: null, SMS: null }, senders: [] };
      },
      'sender.open': ({ id }) => ({
        ...{ id, channel: 'EMAIL', provider: 'SMTP', version: '1', sealed: {} },
        settings: settingsOf[id] ?? { postalAddress: '1 High Street' },
      }),
      'subscriber.get': (query) => {
        expect(query.withValues).toBe(true);
        if (query.userId !== userId || query.id !== subscriberId) throw new AppError('subscriber_not_found');
        return {
          ...{ id: subscriberId, userId, groupId: newId(), channel: 'EMAIL', address: 'ann@example.com' },
          ...{ token: 'tok', extraData: { name: 'Ann' }, createdAt: at, updatedAt: at },
        };
      },
    });
  });
  beforeEach(() => {
    service.clear();
    [plan, sender] = ['FREE', 'default'];
  });
  afterAll(() => service.stop());

  const preview = (id: string, query: Partial<Payload<'campaign.preview'>> = {}) =>
    service.messenger.request('campaign.preview', {
      ...{ userId, id, subscriberId: null, extraData: {}, unsubscribeUrl },
      ...query,
    });
  const bodies = { EMAIL: '<p>Hi {{name}}</p>', SMS: 'Hi {{name}}' };
  const withoutWatermark = { bodies, shouldRemoveWatermark: true };

  it('renders for a subscriber, or for given values', async () => {
    const { id } = await service.create({ userId, name: 'For {{name|you}}', content: { bodies } });
    expect(await preview(id, { subscriberId })).toEqual({
      EMAIL: {
        subject: 'For Ann',
        html: expect.stringMatching(/^<p>Hi Ann<\/p><div .*Sent with Carillon<br><a href="https:/) as unknown,
        text: `Hi Ann\n\n-- \nSent with Carillon\nUnsubscribe: ${unsubscribeUrl}\n`,
      },
      WHATSAPP: null,
      SMS: { text: 'Hi Ann', encoding: 'GSM-7', segments: 1 },
      whatsappTemplate: null,
      missingKeys: [],
      unquotedKeys: [],
      warnings: [],
    });
    expect(await preview(id, { extraData: { name: 'Bob' } })).toMatchObject({ SMS: { text: 'Hi Bob' } });
    expect((await preview(id)).missingKeys).toEqual(['name']);
  });

  it('has the footer and the link in the language of the reader, or else of the sender', async () => {
    const { id } = await service.create({ userId, content: { bodies } });
    const lastLine = async (extraData: Record<string, unknown>) =>
      (await preview(id, { extraData })).EMAIL?.text.trimEnd().split('\n').at(-1);
    sender = 'german';
    expect(await lastLine({})).toBe(`Abmelden: ${unsubscribeUrl}`);
    expect(await lastLine({ Language: 'en-GB' })).toBe(`Unsubscribe: ${unsubscribeUrl}?lang=en`);
    sender = 'default';
    expect(await lastLine({ Sprache: 'Deutsch' })).toBe(`Abmelden: ${unsubscribeUrl}?lang=de`);
  });

  it('reflects every edit', async () => {
    const { id } = await service.create({ userId, content: { bodies } });
    await preview(id);
    const change = { content: { bodies: { EMAIL: '<p>Bye</p>', SMS: null } } };
    await service.messenger.request('campaign.update', { userId, id, ...change });
    const { EMAIL, SMS, missingKeys } = await preview(id);
    expect([EMAIL?.text.split('\n')[0], SMS, missingKeys]).toEqual(['Bye', null, []]);
  });

  it('has the postal address of the sender, and the watermark that the plan requires', async () => {
    const { id } = await service.create({ userId, content: withoutWatermark });
    const lines = async () => (await preview(id)).EMAIL?.text.split('\n').slice(3, -2);
    expect(await lines()).toEqual(['Sent with Carillon']);
    [plan, sender] = ['UPGRADED', newId()];
    expect(await lines()).toEqual(['1 High Street']);
    sender = null;
    expect(await lines()).toEqual([]);
  });

  it('uses the plan at publish', async () => {
    const { id } = await service.create({ userId, content: withoutWatermark });
    service.plan = 'UPGRADED';
    await service.publish(id, userId);
    expect((await preview(id)).EMAIL?.text).not.toContain('Carillon\n');
  });

  it('requests no sender for a campaign without an email', async () => {
    const { id } = await service.create({ userId, content: { bodies: { WHATSAPP: '*Hi*' } } });
    const before = requests;
    expect(await preview(id)).toEqual({
      ...{
        EMAIL: null,
        WHATSAPP: { text: '*Hi*' },
        SMS: null,
        whatsappTemplate: null,
        missingKeys: [],
        unquotedKeys: [],
        warnings: [],
      },
    });
    expect(requests).toBe(before);
  });

  it('does not find unknown or foreign campaigns and subscribers', async () => {
    const { id } = await service.create({ userId, content: { bodies: { SMS: 'Hi' } } });
    const unknown = { code: 'campaign_not_found' };
    await expect(preview(newId())).rejects.toMatchObject(unknown);
    await expect(preview(id, { userId: newId() })).rejects.toMatchObject(unknown);
    await expect(preview(id, { subscriberId: newId() })).rejects.toMatchObject({
      code: 'subscriber_not_found',
    });
  });
});

import { createHmac } from 'node:crypto';
import { stack } from '@carillon/stack';
import { call, data, type Json, list, text, until } from '../dev/driver/api';
import { type TestGroup, newGroup, newUser, send, subscribeTo, unique } from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';
import { type PhoneUser, magicNumber, newNumber, writeBack } from '../dev/driver/phones';

jest.setTimeout(150_000);

/** The value that docs/sandbox.md describes. */
const appSecret = 'app-secret-of-the-sandbox';

describe('a WhatsApp sender of Meta', () => {
  let user: PhoneUser;
  let group: TestGroup;
  let sender: Json;
  let settings: { phoneNumberId: string; businessAccountId: string; accessToken: string; appSecret: string };
  const addSender = async (name: string, changes: object = {}): Promise<Json> => {
    const body = { channel: 'WHATSAPP', provider: 'META', name, settings: { ...settings, ...changes } };
    return (await data('POST', '/senders', { ...body, ratePerSecond: 100 }, user.key)).createSender as Json;
  };
  const test = async (id: string): Promise<Json> =>
    (await data('POST', `/senders/${id}/test`, {}, user.key)).testSender as Json;
  const read = async (): Promise<Json> =>
    (await data('GET', `/senders/${text(sender, '_id')}`, undefined, user.key)).sender as Json;

  /** Enters the URL and the token at Meta, which then asks for a challenge. */
  const connect = async (token = text(sender, 'webhookVerifyToken')): Promise<number> => {
    const url = `${stack().twilioUrl}/meta/v25.0/${settings.phoneNumberId}`;
    const webhook_configuration = { override_callback_uri: text(sender, 'webhookUrl'), verify_token: token };
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ webhook_configuration }),
    });
    return response.status;
  };

  beforeEach(async () => {
    const number = newNumber();
    user = { ...(await newUser()), sender: number };
    group = await newGroup(user);
    const accessToken = `EAAG${number.slice(1)}`;
    settings = {
      phoneNumberId: number.slice(1),
      businessAccountId: `10${number.slice(1)}`,
      accessToken,
      appSecret,
    };
    sender = await addSender(unique('Meta'));
    await test(text(sender, '_id'));
  });

  const reaches = (address: string, state: string, campaign: string): Promise<Json> =>
    until(`${state} for ${address}`, 60, async () => {
      const found = await data('GET', `/campaigns/${campaign}/deliveries`, undefined, user.key);
      const all = list(found, 'deliveries');
      return all.find((each) => each.identifier === address && each.state === state) ?? null;
    });

  it('sends campaigns, and hears what became of them and who opts out', async () => {
    expect([await connect('x'.repeat(32)), await connect()]).toEqual([400, 200]);
    const [reader, phone, gone, closed] = [magicNumber(732), newNumber(), magicNumber(305), magicNumber(630)];
    for (const each of [reader, phone, gone, closed])
      await subscribeTo('whatsapp', user, group, each, { name: 'Ada' });
    const whatsappTemplate = {
      contentSid: 'weekend_offer:en',
      variables: { HEADER_place: 'Oslo', first_name: '{{name}}', BUTTON_0: 'spring' },
    };
    const campaign = await send(user, [group], { name: unique('Offer'), whatsappTemplate });
    expect(await reaches(reader, 'READ', campaign)).toMatchObject({ channel: 'WHATSAPP' });
    await reaches(phone, 'DELIVERED', campaign);
    // A template also reaches a person outside of the service window.
    await reaches(closed, 'DELIVERED', campaign);
    expect(await reaches(gone, 'FAILED', campaign)).toMatchObject({
      ...{ reason: 'NOT_ON_WHATSAPP', providerCode: '131026' },
    });
    expect(await inboxOf(phone)).toMatchObject([
      {
        ...{ channel: 'WHATSAPP', from: user.sender },
        text: 'Only in Oslo\nHello Ada! This weekend, everything is reduced.\nReply STOP to get no more offers',
      },
    ]);

    const free = await send(user, [group], { name: unique('Text'), whatsappMessage: 'Hello {{name}}' });
    expect(await reaches(closed, 'FAILED', free)).toMatchObject({
      reason: 'OUTSIDE_WINDOW',
      providerCode: '131047',
    });

    await writeBack('WHATSAPP', user, phone, 'Stop promotions');
    await until('the suppression', 60, async () => {
      const path = `/suppressions?identifier=${encodeURIComponent(phone)}`;
      const found = await data('GET', path, undefined, user.key);
      return list(found, 'suppressions').length > 0 ? found : null;
    });
    const last = await send(user, [group], { name: unique('Again'), whatsappTemplate });
    expect(await reaches(phone, 'SKIPPED', last)).toMatchObject({ reason: 'SUPPRESSED' });
  });

  it('is tested, and shows its quality and limit, which webhooks change', async () => {
    expect(await test(text(sender, '_id'))).toMatchObject({ ok: true });
    expect(await read()).toMatchObject({
      status: 'OK',
      standing: { number: user.sender, quality: 'HIGH', messagingLimit: 2_000, restriction: null },
    });
    const wrong = await addSender(unique('Wrong'), { accessToken: 'wrong-token-1' });
    expect(await test(text(wrong, '_id'))).toMatchObject({
      ok: false,
      reason: 'LOGIN_REFUSED',
      providerCode: '190',
    });
    const mixed = await addSender(unique('Mixed'), { appSecret: 'another-secret' });
    expect(await test(text(mixed, '_id'))).toMatchObject({ ok: false, providerCode: '100/proof' });

    const change = {
      field: 'phone_number_quality_update',
      value: {
        ...{ display_phone_number: settings.phoneNumberId, event: 'FLAGGED' },
        max_daily_conversations_per_business: 'TIER_250',
      },
    };
    const entry = [
      { id: settings.businessAccountId, time: Math.floor(Date.now() / 1_000) + 5, changes: [change] },
    ];
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
    const post = (secret: string) =>
      fetch(stack().gatewayUrl + new URL(text(sender, 'webhookUrl')).pathname, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
        body,
      });
    expect([(await post('another')).status, (await post(appSecret)).status]).toEqual([403, 200]);
    const standing = { number: user.sender, quality: 'LOW', messagingLimit: 250 };
    await until('the quality', 30, async () => {
      const { standing: found } = (await read()) as { standing: Json };
      return found.quality === 'LOW' ? found : null;
    });
    expect(await read()).toMatchObject({ standing });
  });

  it('has templates, and campaigns use only those that WhatsApp has approved', async () => {
    const path = `/senders/${text(sender, '_id')}/content-templates`;
    const { contentTemplates: all } = await data('GET', path, undefined, user.key);
    expect((all as Json[]).map(({ contentSid, status }) => [contentSid, status])).toEqual([
      ['order_ready:en_US', 'APPROVED'],
      ['order_ready:de', 'APPROVED'],
      ['weekend_offer:en', 'APPROVED'],
      ['concert_invitation:en', 'APPROVED'],
      ['feedback_request:en', 'PAUSED'],
      ['flash_sale:en', 'REJECTED'],
    ]);
    const { contentTemplates: page } = await data('GET', `${path}?limit=2`, undefined, user.key);
    expect(page).toEqual((all as Json[]).slice(0, 2));

    const campaign = {
      ...{ name: unique('Offer'), groups: [group.id] },
      whatsappTemplate: { contentSid: `HX${'1'.padStart(32, '0')}`, variables: { 1: 'Ada', 2: '42' } },
      translations: {
        de: { whatsappTemplate: { contentSid: 'feedback_request:en', variables: { 1: 'Ada' } } },
      },
    };
    const created = (await data('POST', '/campaigns/drafts', campaign, user.key)).createDraft as Json;
    const refused = await call('POST', '/campaigns/publish', { campaignId: text(created, '_id') }, user.key);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'campaign_templates_unusable',
        errors: [
          { field: 'whatsappTemplate.contentSid', code: 'not_found' },
          { field: 'translations.de.whatsappTemplate.contentSid', code: 'not_allowed' },
        ],
      },
    ]);
  });
});

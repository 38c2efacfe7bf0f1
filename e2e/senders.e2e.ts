import { randomBytes } from 'node:crypto';
import { stack } from '@carillon/stack';
import { type Json, call, data, list, text, until } from '../dev/driver/api';
import {
  type TestGroup,
  type TestUser,
  newGroup,
  newSender,
  newUser,
  send,
  subscribeTo,
  unique,
} from '../dev/driver/arrange';
import { inboxOf } from '../dev/driver/inbox';
import { magicNumber, newNumber } from '../dev/driver/phones';

jest.setTimeout(150_000);

async function report(user: TestUser, campaign: string): Promise<Json> {
  return (await data('GET', `/campaigns/${campaign}/report`, undefined, user.key)).report as Json;
}

async function ended(user: TestUser, campaign: string): Promise<Json> {
  return until('the end of the campaign', 60, async () => {
    const found = await report(user, campaign);
    return found.status === 'SENT' ? found : null;
  });
}

describe('an HTTP sender', () => {
  let user: TestUser;
  let group: TestGroup;
  beforeEach(async () => {
    user = await newUser();
    group = await newGroup(user);
  });

  it('lists the WhatsApp templates of a Twilio account', async () => {
    const { accountSid, authToken } = stack().twilio;
    const add = async (channel: string, token: string): Promise<string> => {
      const settings = { accountSid, authToken: token, from: '+14155550100' };
      const sender = { channel, provider: 'TWILIO', name: unique('Twilio'), settings };
      return ((await data('POST', '/senders', sender, user.key)).createSender as { _id: string })._id;
    };
    const path = `/senders/${await add('WHATSAPP', authToken)}/content-templates`;
    const { contentTemplates } = await data('GET', path, undefined, user.key);
    const [first, ...others] = contentTemplates as Json[];
    expect(first).toEqual({
      ...{
        contentSid: `HX${'1'.padStart(32, '0')}`,
        name: 'order_ready',
        language: 'en',
        status: 'APPROVED',
        category: 'UTILITY',
      },
      body: 'Hello {{1}}, your order {{2}} is ready to collect.',
      ...{ rejectionReason: null, variables: { 1: 'Ada', 2: '1042' }, buttons: [], hasMedia: false },
    });
    expect(others.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 3 }, () => 'APPROVED'),
      ...['PENDING', 'REJECTED'],
    ]);
    const { contentTemplates: page } = await data('GET', `${path}?limit=2`, undefined, user.key);
    expect(page).toEqual([first, others[0]]);

    const refused = await call(
      'GET',
      `/senders/${await add('WHATSAPP', 'x'.repeat(32))}/content-templates`,
      undefined,
      user.key,
    );
    expect(refused.body).toMatchObject({ status: 502, code: 'provider_failed', reason: 'LOGIN_REFUSED' });
    const sms = await call(
      'GET',
      `/senders/${await add('SMS', authToken)}/content-templates`,
      undefined,
      user.key,
    );
    expect(sms.body).toMatchObject({ status: 409, code: 'content_templates_unsupported' });
  });

  it('sends a campaign on all three channels', async () => {
    const [mail, whatsapp, sms] = [`${unique('zoe')}@example.com`, newNumber(), newNumber()];
    await subscribeTo('email', user, group, mail, { name: 'Zoë' });
    await subscribeTo('whatsapp', user, group, whatsapp, { name: 'Zoë' });
    await subscribeTo('sms', user, group, sms, { name: 'Zoë' });
    for (const channel of ['EMAIL', 'WHATSAPP', 'SMS']) {
      const id = await newSender(
        user,
        channel,
        'Endpoint',
        channel === 'EMAIL' ? 'news@shop.example' : 'Shop',
      );
      const { testSender } = await data('POST', `/senders/${id}/test`, {}, user.key);
      expect(testSender).toMatchObject({ ok: true });
    }
    const campaign = await send(user, [group], {
      name: 'For {{name}}',
      emailMessage: '<p>Dear {{name}}</p>',
      whatsappMessage: '*Dear* {{name}}',
      smsMessage: 'Dear {{name}}',
    });
    expect(await ended(user, campaign)).toMatchObject({ states: { SENT: 3 } });
    expect(await inboxOf(mail)).toMatchObject([
      {
        subject: 'For Zoë',
        from: 'The Shop <news@shop.example>',
        html: expect.stringContaining('Dear Zoë') as unknown,
        headers: { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' },
      },
    ]);
    expect(await inboxOf(whatsapp)).toMatchObject([{ channel: 'WHATSAPP', text: '*Dear* Zoë' }]);
    expect(await inboxOf(sms)).toMatchObject([{ channel: 'SMS', from: 'Shop', text: 'Dear Zoë' }]);
  });

  it('reports refusals, and messages in doubt, which are never sent again', async () => {
    const [refused, silent, works] = ['+15005550001', magicNumber(408), newNumber()];
    for (const person of [refused, silent, works]) await subscribeTo('sms', user, group, person);
    await newSender(user, 'SMS', 'Endpoint', unique('S').slice(0, 11));
    const campaign = await send(user, [group], { name: 'News', smsMessage: 'Hi' });
    expect(await ended(user, campaign)).toMatchObject({
      states: { SENT: 1, FAILED: 1, UNCONFIRMED: 1 },
      reasons: expect.arrayContaining([
        expect.objectContaining({ state: 'FAILED', reason: 'INVALID_ADDRESS' }),
      ]) as unknown,
    });
  });

  it('is used only by campaigns that name it', async () => {
    const person = newNumber();
    await subscribeTo('sms', user, group, person);
    const [usual, other] = [unique('U').slice(0, 11), unique('O').slice(0, 11)];
    await newSender(user, 'SMS', 'Usual', usual);
    const id = await newSender(user, 'SMS', 'Other', other);
    const names = list(await data('GET', '/senders', undefined, user.key), 'senders');
    expect(names.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Usual', true],
      ['Other', false],
    ]);
    await ended(user, await send(user, [group], { name: 'One', smsMessage: 'One' }));
    await ended(user, await send(user, [group], { name: 'Two', smsMessage: 'Two', senders: { SMS: id } }));
    await data('POST', `/senders/${id}/default`, undefined, user.key);
    await ended(user, await send(user, [group], { name: 'Three', smsMessage: 'Three' }));
    const received = await inboxOf(person);
    expect(received.map(({ text: content, from }) => [content, from])).toEqual([
      ['Three', other],
      ['Two', other],
      ['One', usual],
    ]);
  });

  it('holds back the recipients while it is paused', async () => {
    const person = newNumber();
    await subscribeTo('sms', user, group, person);
    const id = await newSender(user, 'SMS', 'Shop');
    const pause = async (isPaused: boolean) => data('PATCH', `/senders/${id}`, { isPaused }, user.key);
    const { updateSender } = await pause(true);
    expect(updateSender).toMatchObject({ isPaused: true });
    const campaign = await send(user, [group], { name: 'News', smsMessage: 'Hi' });
    await until('the campaign waits for the sender', 30, async () =>
      JSON.stringify(await report(user, campaign)).includes('SENDER_PAUSED'),
    );
    const { testSender } = await data('POST', `/senders/${id}/test`, {}, user.key);
    expect(testSender).toMatchObject({ ok: true });
    expect(await inboxOf(person)).toEqual([]);
    await pause(false);
    expect(await ended(user, campaign)).toMatchObject({ states: { SENT: 1 } });
    expect(await inboxOf(person)).toMatchObject([{ text: 'Hi' }]);
  });

  it('sends no more emails than its daily limit', async () => {
    for (const name of ['ann', 'ben', 'cleo'])
      await subscribeTo('email', user, group, `${unique(name)}@example.com`);
    const id = await newSender(user, 'EMAIL', 'Warm', 'news@shop.example');
    const limit = async (startPerDay: number) =>
      data('PATCH', `/senders/${id}`, { rampUp: { startPerDay, targetPerDay: 100 } }, user.key);
    await limit(1);
    const campaign = await send(user, [group], { name: 'News', emailMessage: '<p>Hi</p>' });
    await until('the campaign waits for the next day', 30, async () => {
      const found = JSON.stringify(await report(user, campaign));
      return found.includes('RAMP_UP_LIMIT') && found.includes('"SENT":1');
    });
    const { rampUp } = await data('GET', `/senders/${id}/ramp-up`, undefined, user.key);
    expect(rampUp).toMatchObject({ day: 1, limit: 1, sent: 1, paused: null });
    await limit(3);
    expect(await ended(user, campaign)).toMatchObject({ states: { SENT: 3 } });
  });

  it('prevents publishing of campaigns that name it after it is deleted', async () => {
    await newSender(user, 'SMS', 'Usual');
    const id = await newSender(user, 'SMS', 'Other');
    const draft = { name: 'News', smsMessage: 'Hi', groups: [group.id], senders: { SMS: id } };
    const campaignId = text(
      await data('POST', '/campaigns/create', draft, user.key),
      'createCampaign',
      '_id',
    );
    await data('DELETE', `/senders/${id}`, undefined, user.key);
    const { status, body } = await call('POST', '/campaigns/publish', { campaignId }, user.key);
    expect([status, body.code]).toEqual([409, 'campaign_senders_missing']);
    expect(body.errors).toMatchObject([{ field: 'senders.SMS', code: 'not_found' }]);
    const unknown = await call('POST', '/campaigns/create', draft, user.key);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'sender_not_found']);
  });
});

describe('a pool of senders', () => {
  it('sends by its next sender if the first refuses or is down, and reports both', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const people = [newNumber(), newNumber(), newNumber()];
    for (const person of people) await subscribeTo('sms', user, group, person);
    const down = await newSender(user, 'SMS', 'Down', 'Down');
    const works = await newSender(user, 'SMS', 'Works', 'Works');
    // Nothing listens there.
    await data(
      'PATCH',
      `/senders/${down}`,
      { settings: { url: 'http://127.0.0.1:9/', secret: `whsec_${randomBytes(32).toString('base64')}` } },
      user.key,
    );
    const settings = { strategy: 'ORDER', members: [{ senderId: down }, { senderId: works }] };
    const body = { channel: 'SMS', provider: 'POOL', name: 'Both', settings };
    const pool = text(await data('POST', '/senders', body, user.key), 'createSender', '_id');
    const { testSender } = await data('POST', `/senders/${pool}/test`, {}, user.key);
    expect(testSender).toMatchObject({ ok: false, detail: expect.stringContaining('Down') as unknown });
    const campaign = await send(user, [group], {
      ...{ name: 'News', smsMessage: 'Hi' },
      senders: { SMS: pool },
    });
    expect(await ended(user, campaign)).toMatchObject({ states: { SENT: 3 }, waiting: [] });
    for (const person of people)
      expect(await inboxOf(person)).toMatchObject([{ channel: 'SMS', from: 'Works', text: 'Hi' }]);
    const { campaignSenders } = await data('GET', `/campaigns/${campaign}/senders`, undefined, user.key);
    expect(campaignSenders).toMatchObject({
      senders: [{ sender: works, name: 'Works', provider: 'HTTP', channel: 'SMS', addressed: 3, sent: 3 }],
    });
    const { status, body: refused } = await call('DELETE', `/senders/${works}`, undefined, user.key);
    expect([status, refused.code]).toEqual([409, 'sender_in_use']);
  });
});

/** The senders of mail providers, whose APIs the sandbox serves. */
const mailApis: Readonly<Record<string, Json>> = {
  SENDGRID: { apiKey: 'SG.an-id.a-secret' },
  POSTMARK: { serverToken: 'a-server-token' },
  MAILGUN: { domain: 'shop.example', apiKey: 'a-key' },
  SES: { awsRegion: 'eu-central-1', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'a-secret' },
};

describe.each(Object.entries(mailApis))('a sender of %s', (provider, credentials) => {
  it('is tested, sends a campaign, and has the URL of its webhook', async () => {
    const user = await newUser();
    const group = await newGroup(user);
    const [secretName = ''] = Object.keys(credentials).slice(-1);
    const create = async (name: string, secrets: Json): Promise<Json> => {
      const settings = { ...secrets, fromAddress: 'news@shop.example', fromName: 'The Shop' };
      const body = { channel: 'EMAIL', provider, name, settings };
      return (await data('POST', '/senders', body, user.key)).createSender as Json;
    };
    const { _id: id, webhookUrl, secrets } = await create('Newsletter', credentials);
    expect(String(webhookUrl)).toMatch(
      new RegExp(`/api/v1/callbacks/email/${provider.toLowerCase()}/${String(id)}$`),
    );
    expect(Object.keys(secrets as Json)).toEqual([secretName]);
    const tested = await data('POST', `/senders/${String(id)}/test`, {}, user.key);
    expect(tested.testSender).toMatchObject({ ok: true });
    // The sandbox can't know the secret of an access key of AWS, so that its ID is wrong.
    const wrongName = provider === 'SES' ? 'accessKeyId' : secretName;
    const wrong = await create('Wrong', { ...credentials, [wrongName]: 'a-wrong-key' });
    const refused = await data('POST', `/senders/${String(wrong._id)}/test`, {}, user.key);
    expect(refused.testSender).toMatchObject({ ok: false, reason: 'LOGIN_REFUSED' });

    const mail = `${unique('zoe')}@example.com`;
    await subscribeTo('email', user, group, mail, { name: 'Zoë' });
    const campaign = await send(user, [group], {
      name: 'For {{name}}',
      emailMessage: '<p>Dear {{name}}</p>',
    });
    expect(await ended(user, campaign)).toMatchObject({ states: { SENT: 1 } });
    expect(await inboxOf(mail)).toMatchObject([
      {
        subject: 'For Zoë',
        from: 'The Shop <news@shop.example>',
        html: expect.stringContaining('Dear Zoë') as unknown,
        headers: { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' },
      },
    ]);
  });
});

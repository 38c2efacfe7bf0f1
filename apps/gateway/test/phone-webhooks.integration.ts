import {
  type EventName,
  type Payload,
  type PhoneProvider,
  type SignedCallback,
  deliveryId,
  newId,
} from '@carillon/contracts';
import { phoneFeedbackSources } from '@carillon/phone-apis';
import { eventually } from '@carillon/testing';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import {
  type Hook,
  META_APP_SECRET,
  type SmsProvider,
  metaEvent,
  metaHook,
  metaMessage,
  metaSender,
  metaStatus,
  phoneHooks,
  smsProviders,
} from '../../../libs/phone-apis/test/webhooks';
import { USER } from './callers';
import { Gateway } from './gateway';

const delivery = deliveryId('65e1c0000000000000000001-0000001024', 7);
const senderId = newId();
const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
const ago = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);

let gateway: Gateway;
const published: { name: EventName; payload: unknown }[] = [];

beforeAll(async () => {
  const sources = phoneFeedbackSources();
  const verifiedMeta = (id: string, signed: SignedCallback) => {
    const isRight = id === metaId && sources.META.isRight(META_APP_SECRET, signed);
    const about = { userId: USER, channel: 'WHATSAPP' as const, addresses: null, settings: metaSender };
    return { isKnown: id === metaId, verified: isRight ? about : null };
  };
  gateway = await Gateway.start({
    // In the same way as the account service.
    'sender.verify-webhooks': ({ webhooks }) => ({
      results: webhooks.map(({ senderId: id, provider, ...signed }) => {
        if (provider === 'META') return verifiedMeta(id, signed);
        const name = provider as SmsProvider;
        const isRight = id === senderId && sources[name].isRight(phoneHooks[name].key, signed);
        const verified = isRight ? { userId: USER, channel: 'SMS' as const, addresses: null } : null;
        return { isKnown: id === senderId, verified };
      }),
    }),
    'sender.create': ({ by: _by, sealed: _sealed, isOnly: _isOnly, ...sender }) => ({
      ...sender,
      isDefault: true,
      ...{ status: 'UNTESTED', statusReason: null, checkedAt: null },
      ...{ createdAt: now.toISOString(), updatedAt: now.toISOString() },
    }),
    'sender.find-existing': ({ ids }) => ({ existing: ids.filter((id) => id === senderId || id === metaId) }),
  });
  const note =
    <N extends EventName>(name: N) =>
    (payload: Payload<N>): void =>
      void published.push({ name, payload });
  await gateway.others.hear('dispatcher.callbacks', { 'delivery.reported': note('delivery.reported') });
  await gateway.others.hear('subscriber.events', {
    'message.received': note('message.received'),
    'address.refused': note('address.refused'),
  });
  await gateway.others.hear('account.events', {
    'sender.standing-reported': note('sender.standing-reported'),
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  published.length = 0;
});

const metaId = newId();
const statusOf = async (provider: string, { headers, body }: Hook, id = senderId): Promise<number> => {
  const path = `/api/v1/callbacks/phone/${provider.toLowerCase()}/${id}`;
  return (await gateway.plain('POST', path, { headers, body })).status;
};

async function publishes(...expected: object[]): Promise<void> {
  await eventually(() => published.length >= expected.length);
  expect(published).toMatchObject(expected);
}

describe.each(smsProviders)('a webhook of %s', (provider) => {
  const { sign, status, inbound } = phoneHooks[provider];
  const optOut = provider === 'VONAGE' ? '1240' : '40300';

  it('gets a response after the state of its delivery is published', async () => {
    expect(await statusOf(provider, sign(status(delivery, 'delivered'), now))).toBe(200);
    await publishes({
      name: 'delivery.reported',
      payload: { deliveryId: delivery, senderId, state: 'DELIVERED', providerCode: null },
    });
  });

  it('publishes the failure and the opt-out of a recipient', async () => {
    expect(await statusOf(provider, sign(status(delivery, 'failed', optOut), now))).toBe(200);
    await eventually(() => published.length >= 2);
    expect(published).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'address.refused',
          payload: expect.objectContaining({
            ...{ userId: USER, channel: 'SMS', addresses: ['+4915155502001'], cause: 'STOPPED' },
          }) as unknown,
        }),
        expect.objectContaining({
          name: 'delivery.reported',
          payload: expect.objectContaining({
            ...{ deliveryId: delivery, state: 'FAILED', reason: 'OPTED_OUT', providerCode: optOut },
          }) as unknown,
        }),
      ]),
    );
  });

  it('publishes the message of a person', async () => {
    expect(await statusOf(provider, sign(inbound('STOP'), now))).toBe(200);
    await publishes({
      name: 'message.received',
      payload: {
        ...{ userId: USER, senderId, channel: 'SMS', address: '+14155552671' },
        ...{ sender: '+4915155502001', body: 'STOP' },
      },
    });
  });

  it('is refused if it is forged, unsigned, old, or for another sender', async () => {
    const hook = sign(inbound('STOP'), now);
    const other = provider === 'VONAGE' ? 'TELNYX' : 'VONAGE';
    expect([
      await statusOf(provider, { ...hook, body: hook.body.replace('STOP', 'START') }),
      await statusOf(provider, { ...hook, headers: { 'content-type': 'application/json' } }),
      await statusOf(provider, sign(inbound('STOP'), ago(26))),
      await statusOf(provider, hook, newId()),
      await statusOf(other, hook),
      await statusOf('fax', hook),
    ]).toEqual([403, 403, 403, 403, 403, 403]);
    expect(published).toEqual([]);
  });

  it('without meaning gets the same response', async () => {
    expect(await statusOf(provider, sign({ data: { event_type: 'call.answered' } }, now))).toBe(200);
    expect(await statusOf(provider, sign(status('none', 'delivered'), now))).toBe(200);
    expect(published).toEqual([]);
  });
});

describe('a webhook of META', () => {
  const post = (event: object, id = metaId): Promise<number> => statusOf('META', metaHook(event), id);

  it('publishes the events of a batch: statuses, messages, and the standing of the sender', async () => {
    const statuses = [metaStatus(delivery, 'delivered'), metaStatus(delivery, 'failed', 131050)];
    const message = metaMessage({
      type: 'button',
      button: { text: 'Stop promotions', payload: 'Stop promotions' },
    });
    const events = [
      metaEvent('messages', { statuses }),
      metaEvent('messages', { messages: [message] }),
      metaEvent('phone_number_quality_update', { display_phone_number: '15550783881', event: 'FLAGGED' }),
    ] as { entry: object[] }[];
    expect(await post({ ...events[0], entry: events.flatMap(({ entry }) => entry) })).toBe(200);
    await eventually(() => published.length >= 5);
    const about = { senderId: metaId };
    const person = { userId: USER, channel: 'WHATSAPP' };
    expect(published).toEqual(
      expect.arrayContaining(
        [
          { name: 'delivery.reported', payload: { ...about, deliveryId: delivery, state: 'DELIVERED' } },
          { name: 'delivery.reported', payload: { ...about, state: 'FAILED', reason: 'OPTED_OUT' } },
          { name: 'address.refused', payload: { ...person, addresses: ['+16505551234'], cause: 'STOPPED' } },
          {
            name: 'message.received',
            payload: { ...person, ...about, address: '+16505551234', body: '', button: 'Stop promotions' },
          },
          {
            name: 'sender.standing-reported',
            payload: {
              ...about,
              ...{ ofNumber: '+15550783881', change: { quality: 'LOW' }, at: '2025-02-12T00:43:44.000Z' },
            },
          },
        ].map(({ name, payload }) => ({ name, payload: expect.objectContaining(payload) as unknown })),
      ),
    );
  });

  it('is accepted again, because Meta repeats it, and also with 2 MB', async () => {
    const event = metaEvent('messages', {
      statuses: [metaStatus(delivery, 'sent')],
      pad: 'x'.repeat(2_000_000),
    });
    expect([await post(event), await post(event)]).toEqual([200, 200]);
    await eventually(() => published.length >= 2);
    expect(published).toHaveLength(2);
  });

  it('about another number or account gets the same response', async () => {
    const statuses = [metaStatus(delivery, 'delivered')];
    expect(await post(metaEvent('messages', { statuses }, { ...metaSender, phoneNumberId: '2' }))).toBe(200);
    expect(
      await post(
        metaEvent('account_update', { event: 'ACCOUNT_DELETED' }, { ...metaSender, businessAccountId: '2' }),
      ),
    ).toBe(200);
    expect(published).toEqual([]);
  });

  it('is refused if it is forged, unsigned, or for another sender', async () => {
    const event = metaEvent('messages', { statuses: [metaStatus(delivery, 'delivered')] });
    const hook = metaHook(event);
    expect([
      await statusOf('META', metaHook(event, 'another secret'), metaId),
      await statusOf('META', { ...hook, body: hook.body.replace('delivered', 'read') }, metaId),
      await statusOf('META', { ...hook, headers: { 'content-type': 'application/json' } }, metaId),
      await post(event, newId()),
    ]).toEqual([403, 403, 403, 403]);
    expect(await statusOf('META', metaHook('{"object":'), metaId)).toBe(400);
    expect(published).toEqual([]);
  });
});

describe('the verification of a webhook URL', () => {
  const ask = async (query: Record<string, string>, provider = 'meta', id = metaId) => {
    const path = `/api/v1/callbacks/phone/${provider}/${id}?${new URLSearchParams(query).toString()}`;
    const { status, headers, text } = await gateway.plain('GET', path);
    return [status, headers['content-type'], text];
  };
  const questionOf = async () => {
    const { body } = await gateway.call('POST', '/senders', {
      body: {
        ...{ channel: 'WHATSAPP', provider: 'META', name: 'Shop' },
        settings: { ...metaSender, accessToken: 'EAAG-a-token', appSecret: 'an-app-secret' },
      },
    });
    const { _id, webhookUrl, webhookVerifyToken } = (
      body as { data: { createSender: Record<string, string> } }
    ).data.createSender;
    expect(webhookUrl).toBe(`https://carillon.example.com/api/v1/callbacks/phone/meta/${_id}`);
    const query = {
      ...{ 'hub.mode': 'subscribe', 'hub.challenge': '1158201444' },
      'hub.verify_token': webhookVerifyToken ?? '',
    };
    return { id: _id ?? '', query };
  };

  it('repeats the challenge if the token is that of the sender', async () => {
    const { id, query } = await questionOf();
    expect(await ask(query, 'meta', id)).toEqual([200, 'text/plain; charset=utf-8', '1158201444']);
  });

  it('is refused in any other case', async () => {
    const { id, query } = await questionOf();
    const statuses = [
      await ask({ ...query, 'hub.verify_token': 'x'.repeat(32) }, 'meta', id),
      await ask({ ...query, 'hub.mode': 'unsubscribe' }, 'meta', id),
      await ask({ ...query, 'hub.challenge': '<script>' }, 'meta', id),
      await ask({}, 'meta', id),
      await ask(query, 'vonage', id),
      await ask(query, 'meta', newId()),
    ].map(([status]) => status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403]);
  });
});

describe('a sender', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const ec = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const rsaKey = (bytes: number, lastByte: number): string => {
    const n = Buffer.alloc(bytes, 0xff);
    n[bytes - 1] = lastByte;
    const numbers = [n, Buffer.from([1, 0, 1]), n, ...[3, 5, 1, 1, 1].map((each) => Buffer.from([each]))];
    const jwk = Object.fromEntries(
      ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'].map((name, at) => [
        name,
        numbers[at]?.toString('base64url'),
      ]),
    );
    const key = createPrivateKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' });
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  };
  const vonage = {
    applicationId: '01234567-89ab-4cde-8f01-23456789abcd',
    ...{ privateKey, signatureSecret: 'a-signature-secret', from: '+1 (415) 555-2671' },
  };
  const telnyx = { apiKey: 'KEY0123456789', publicKey: phoneHooks.TELNYX.key, from: 'Shop' };
  const meta = { ...metaSender, accessToken: 'EAAG-a-token', appSecret: 'an-app-secret' };
  const create = async (provider: PhoneProvider, settings: object) => {
    const body = { channel: provider === 'META' ? 'WHATSAPP' : 'SMS', provider, name: 'Ours', settings };
    const answer = await gateway.call('POST', '/senders', { body });
    const { data, errors = [] } = answer.body as {
      data?: { createSender: Record<string, unknown> };
      errors?: { field: string; code: string }[];
    };
    return { sender: data?.createSender, errors: errors.map(({ field, code }) => `${field} ${code}`) };
  };

  it('of a phone provider has sealed secrets and a URL for webhooks', async () => {
    const { sender } = await create('VONAGE', vonage);
    expect(sender).toMatchObject({
      provider: 'VONAGE',
      settings: { applicationId: vonage.applicationId, from: '+14155552671' },
      webhookUrl: `https://carillon.example.com/api/v1/callbacks/phone/vonage/${String(sender?._id)}`,
    });
    expect(JSON.stringify(sender)).not.toContain('PRIVATE KEY');
    expect(Object.keys(gateway.payloads('sender.create').at(-1)?.sealed ?? {})).toEqual([
      'privateKey',
      'signatureSecret',
    ]);
    const other = await create('TELNYX', telnyx);
    expect(other.sender).toMatchObject({
      settings: { publicKey: telnyx.publicKey, from: 'Shop' },
      webhookUrl: `https://carillon.example.com/api/v1/callbacks/phone/telnyx/${String(other.sender?._id)}`,
    });
  });

  it.each<[PhoneProvider, object, string]>([
    ['VONAGE', { ...vonage, applicationId: 'my application' }, 'settings.applicationId not_allowed'],
    ['VONAGE', { ...vonage, privateKey: 'a key' }, 'settings.privateKey not_allowed'],
    ['VONAGE', { ...vonage, privateKey: ec.privateKey }, 'settings.privateKey not_allowed'],
    ['VONAGE', { ...vonage, privateKey: rsaKey(1_024, 0xff) }, 'settings.privateKey not_allowed'],
    ['VONAGE', { ...vonage, privateKey: rsaKey(256, 0xfe) }, 'settings.privateKey not_allowed'],
    ['VONAGE', { ...vonage, from: undefined }, 'settings.from required'],
    ['VONAGE', { ...vonage, signatureSecret: undefined }, 'settings.signatureSecret required'],
    ['TELNYX', { ...telnyx, publicKey: 'a key' }, 'settings.publicKey not_allowed'],
    ['TELNYX', { ...telnyx, messagingProfileId: 'x' }, 'settings.messagingProfileId not_allowed'],
    ['TELNYX', { ...telnyx, apiKey: undefined }, 'settings.apiKey required'],
    ['TELNYX', { ...telnyx, privateKey }, 'settings.privateKey unknown_field'],
    ['META', { ...meta, phoneNumberId: '+1 555 078 3881' }, 'settings.phoneNumberId not_allowed'],
    ['META', { ...meta, phoneNumberId: '1'.repeat(31) }, 'settings.phoneNumberId too_long'],
    ['META', { ...meta, businessAccountId: undefined }, 'settings.businessAccountId required'],
    ['META', { ...meta, appSecret: undefined }, 'settings.appSecret required'],
    ['META', { ...meta, from: '+15550783881' }, 'settings.from unknown_field'],
  ])('of %s is not created with wrong settings (%#)', async (provider, settings, error) => {
    expect((await create(provider, settings)).errors).toEqual([error]);
  });
});

import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { type ProviderResult, UnusableSender } from '@carillon/channel';
import type { ContentChanges } from '@carillon/contracts';
import {
  FakeApiServer,
  type FakePhoneApi,
  type FakePhoneApiOptions,
  FakeTelnyx,
  FakeVonage,
  type PhoneAct,
  type PhoneRefusal,
  WRONG_APPLICATION,
} from '@carillon/fake-providers';
import { uploadedPicture } from '@carillon/testing';
import {
  type ApiActs,
  EndpointSending,
  apiProviders,
  deliveryId,
  describeProvider,
  endpointSender,
} from '@carillon/testing/providers';
import { FixedClock } from '@carillon/testing/clock';
import type { SmsWorkerConfig } from '../config';
import { TelnyxProvider } from './telnyx-provider';
import { VonageProvider } from './vonage-provider';

const config = {
  PUBLIC_URL: 'https://carillon.example.com',
  SMS_LEASES: 5,
  SMS_CONCURRENCY: 10,
} as SmsWorkerConfig;
const webhookUrl = (provider: string): string =>
  `https://carillon.example.com/api/v1/callbacks/phone/${provider}/${sender('VONAGE').id}`;
const profile = '0d9f1a2b-3c4d-4e5f-8a9b-0c1d2e3f4a5b';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const accounts = {
  VONAGE: {
    settings: { applicationId: '01234567-89ab-4cde-8f01-23456789abcd', from: '+15005550006' },
    secrets: { privateKey, signatureSecret: 'a-signature-secret' },
  },
  TELNYX: {
    settings: { publicKey: Buffer.alloc(32, 7).toString('base64'), from: '+15005550006' },
    secrets: { apiKey: 'KEY0123456789' },
  },
};
type SmsProvider = keyof typeof accounts;
interface ApiUnderTest {
  /** The path of the provider at `PROVIDER_API_URL`. */
  path: string;
  fake: (options: FakePhoneApiOptions) => FakePhoneApi;
  acts: ApiActs;
}

const telnyxError = (code: string): object => ({ errors: [{ code, title: 'Error', detail: 'It failed' }] });
const apis: Record<SmsProvider, ApiUnderTest> = {
  VONAGE: {
    path: 'vonage',
    fake: (options) => new FakeVonage('a-signature-secret', options),
    acts: {
      takes: { status: 202, body: { message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab' } },
      'refuses the recipient for good': { status: 422, body: { title: '1170' } },
      'refuses the recipient for now': { status: 422, body: { title: '1220' } },
      throttles: { status: 429, body: { title: '1000' } },
      'refuses the login': {
        status: 401,
        body: { type: 'https://developer.vonage.com/api-errors#unauthorized' },
      },
    },
  },
  TELNYX: {
    path: 'telnyx',
    fake: (options) => new FakeTelnyx(Buffer.alloc(32, 7), options),
    acts: {
      takes: { status: 200, body: { data: { id: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab' } } },
      'refuses the recipient for good': { status: 400, body: telnyxError('40310') },
      'refuses the recipient for now': { status: 400, body: telnyxError('40006') },
      throttles: { status: 429, body: telnyxError('10011') },
      'refuses the login': { status: 401, body: telnyxError('10009') },
    },
  },
};

function sender(provider: SmsProvider, settings: object = {}) {
  const { settings: own, secrets } = accounts[provider];
  return { ...endpointSender(''), provider, settings: { ...own, ...settings }, secrets: { ...secrets } };
}

function sendingTo(
  provider: SmsProvider,
  url: string | undefined,
  changes: Partial<SmsWorkerConfig> = {},
  settings: object = {},
) {
  const all = { ...config, ...(url !== undefined && { PROVIDER_API_URL: url }), ...changes };
  const type = { VONAGE: VonageProvider, TELNYX: TelnyxProvider }[provider];
  const made = new type(new FixedClock(new Date()), all);
  return new EndpointSending<ProviderResult>('SMS', made, sender(provider, settings), null);
}

describe.each(['VONAGE', 'TELNYX'] as const)('%s', (provider) => {
  describeProvider(
    provider,
    apiProviders(apis[provider].path, apis[provider].acts, (url) => sendingTo(provider, url)),
  );

  let act: PhoneAct;
  let fake: FakePhoneApi;
  let server: FakeApiServer;
  let sending: EndpointSending<ProviderResult>;
  const { path } = apis[provider];
  beforeEach(async () => {
    act = 'takes';
    fake = apis[provider].fake({ conduct: () => act });
    server = await new FakeApiServer({ [path]: fake }).start();
    sending = sendingTo(provider, server.url);
  });
  afterEach(async () => {
    await sending.end();
    await server.stop();
  });
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;
  const sends = (content: ContentChanges): Promise<ProviderResult> => sending.send(5_000, {}, content);

  it('accepts a text, whose webhooks name the delivery', async () => {
    expect(await sending.send()).toEqual({ kind: 'sent', providerId: id, segments: 1 });
    const text = { to: '+15005550009', from: '+15005550006', text: 'Hello Zoë' };
    const url = webhookUrl(path);
    expect(fake.messages.map(({ body }) => body)).toEqual([
      provider === 'VONAGE'
        ? {
            ...{ channel: 'sms', message_type: 'text', to: '15005550009', from: '15005550006' },
            ...{ text: 'Hello Zoë', client_ref: deliveryId, ttl: 90 },
            ...{ webhook_url: url, webhook_version: 'v1' },
          }
        : { ...text, type: 'SMS', webhook_url: `${url}?delivery=${deliveryId}` },
    ]);
  });

  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['ж'.repeat(71), 2],
  ])('counts the billed segments (%#)', async (text, segments) => {
    expect(await sends({ bodies: { SMS: text } })).toMatchObject({ kind: 'sent', segments });
  });

  it('accepts an MMS, which has no segments, with a file', async () => {
    const content = { bodies: { SMS: 'Menu' }, media: { SMS: uploadedPicture } };
    expect(await sends(content)).toEqual({ kind: 'sent', providerId: id });
    const mediaUrl = `https://carillon.example.com/m/${uploadedPicture.token}/Menu-1.png`;
    expect(fake.messages).toMatchObject([{ text: 'Menu', mediaUrl }]);
  });

  it('gets no request for an empty text', async () => {
    expect(await sends({ bodies: { SMS: ' ' } })).toMatchObject({ reason: 'EMPTY_MESSAGE' });
    expect(fake.requests).toBe(0);
  });

  it.each<[PhoneRefusal, object]>([
    ['invalid number', { kind: 'failed', reason: 'INVALID_ADDRESS', permanent: true }],
    ['opted out', { kind: 'failed', reason: 'OPTED_OUT', suppress: 'STOPPED', sender: '+15005550006' }],
    ['too many requests', { kind: 'throttled', scope: 'provider', retryAfterMs: 1_000 }],
    ['internal error', { kind: 'unknown', reason: 'SERVER_ERROR', suspect: true }],
    ['unavailable', { kind: 'unknown', reason: 'SERVER_ERROR', suspect: true }],
  ])('refuses: %s', async (refusal, result) => {
    act = { refuses: refusal };
    expect(await sending.send()).toMatchObject(result);
    expect(fake.requests).toBe(1);
  });

  it('may have accepted a message if its response names none', async () => {
    for (const answer of [{ status: 202, body: {} }, { status: 200, body: 'OK' }, { status: 204 }]) {
      act = answer;
      expect(await sending.send()).toMatchObject({ kind: 'unknown', reason: 'ANSWER_UNREADABLE' });
    }
  });

  it('is tested without a message, or with one', async () => {
    const ok = { ok: true, reason: null, providerCode: null, detail: null };
    expect(await sending.provider.tryOut(sending.sender, null)).toEqual(ok);
    expect(fake.messages).toEqual([]);
    expect(await sending.provider.tryOut(sending.sender, '+15005550009')).toEqual(ok);
    expect(fake.messages).toMatchObject([{ to: '+15005550009', webhookUrl: null }]);
  });

  it('refuses a wrong login', async () => {
    const wrong =
      provider === 'VONAGE'
        ? sender(provider, { applicationId: WRONG_APPLICATION })
        : { ...sender(provider), secrets: { apiKey: 'wrong-key-1' } };
    const check = await sending.provider.tryOut(wrong, '+15005550009');
    expect(check).toMatchObject({ ok: false, reason: 'LOGIN_REFUSED' });
    expect(fake.messages).toEqual([]);
  });

  it('is not used with incomplete settings', () => {
    const bad = new EndpointSending('SMS', sending.provider, { ...sending.sender, secrets: {} }, null);
    expect(() => bad.send()).toThrow(UnusableSender);
  });

  it('gets no file from a gateway that only this machine can reach', async () => {
    const content = { bodies: { SMS: 'Menu' }, media: { SMS: uploadedPicture } };
    const own = sendingTo(provider, undefined, { PUBLIC_URL: 'http://127.0.0.1:3000' });
    expect(await own.send(5_000, {}, content)).toMatchObject({ reason: 'MEDIA_UNREACHABLE' });
    await own.end();
    const pretend = sendingTo(provider, server.url, { PUBLIC_URL: 'http://127.0.0.1:3000' });
    expect(await pretend.send(5_000, {}, content)).toMatchObject({ kind: 'sent' });
    await pretend.end();
  });
});

describe('Vonage', () => {
  it('gets a token that the private key of the application signed, for many messages', async () => {
    const logins: string[] = [];
    const clock = new FixedClock(new Date());
    const server = await new FakeApiServer({
      vonage: {
        answer: ({ headers }) => {
          logins.push(headers.authorization ?? '');
          return { status: 202, body: { message_uuid: 'x' } };
        },
      },
    }).start();
    const made = new VonageProvider(clock, { ...config, PROVIDER_API_URL: server.url });
    const sending = new EndpointSending<ProviderResult>('SMS', made, sender('VONAGE'), null);
    await sending.send();
    clock.advance(599_000);
    await sending.send();
    clock.advance(1_000);
    await sending.send();
    await sending.end();
    await server.stop();
    expect(logins[1]).toBe(logins[0]);
    expect(logins[2]).not.toBe(logins[0]);
    const [header = '', claims = '', signature = ''] = (logins[0] ?? '').replace('Bearer ', '').split('.');
    const signed = Buffer.from(`${header}.${claims}`);
    const key = createPublicKey(publicKey);
    expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
    const {
      application_id: application,
      iat,
      exp,
    } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    expect([application, Number(exp) - Number(iat)]).toEqual([accounts.VONAGE.settings.applicationId, 900]);
  });

  it('gets no text or file that it does not take', async () => {
    const sending = sendingTo('VONAGE', 'http://127.0.0.1:9');
    const send = (content: ContentChanges) => sending.send(5_000, {}, content);
    expect(await send({ bodies: { SMS: 'a'.repeat(1_001) } })).toMatchObject({ reason: 'MESSAGE_TOO_LONG' });
    const pdf = { bodies: { SMS: 'Menu' }, media: { SMS: { ...uploadedPicture, type: 'application/pdf' } } };
    expect(await send(pdf)).toMatchObject({ reason: 'MEDIA_NOT_SUPPORTED' });
    await sending.end();
  });
});

it('sends with the messaging profile of Telnyx, and checks it', async () => {
  const paths: string[] = [];
  const server = await new FakeApiServer({
    telnyx: {
      answer: ({ method, path }) => {
        paths.push(`${method} ${path}`);
        return { status: 200, body: { data: { id: 'x', parts: 3 } } };
      },
    },
  }).start();
  const sending = sendingTo('TELNYX', server.url, {}, { from: 'Shop', messagingProfileId: profile });
  // Telnyx's own count is the one that it bills.
  expect(await sending.send()).toEqual({ kind: 'sent', providerId: 'x', segments: 3 });
  await sending.provider.tryOut(sending.sender, null);
  await sending.end();
  await server.stop();
  expect(paths).toEqual(['POST /v2/messages', `GET /v2/messaging_profiles/${profile}`]);
});

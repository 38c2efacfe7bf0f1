import { type ProviderResult, UnusableSender } from '@carillon/channel';
import { type EndpointAct, FakeEndpoint } from '@carillon/fake-providers';
import { FixedClock } from '@carillon/testing/clock';
import { uploadedPicture } from '@carillon/testing';
import {
  EndpointSending,
  deliveryId,
  describeProvider,
  endpointProviders,
  endpointSecret,
  endpointSender,
} from '@carillon/testing/providers';
import type { SmsWorkerConfig } from '../config';
import { HttpSmsProvider } from './http-provider';

const config = {
  ALLOW_PRIVATE_SENDER_HOSTS: true,
  PUBLIC_URL: 'https://carillon.example.com',
  SMS_LEASES: 5,
  SMS_CONCURRENCY: 10,
} as SmsWorkerConfig;

function sendingTo(
  url: string,
  endpoint: FakeEndpoint | null = null,
  changes: Partial<SmsWorkerConfig> = {},
) {
  const provider = new HttpSmsProvider(new FixedClock(new Date()), { ...config, ...changes });
  return new EndpointSending<ProviderResult>(
    'SMS',
    provider,
    endpointSender(url, { from: 'Shop' }),
    endpoint,
  );
}

describeProvider(
  'An endpoint for SMS',
  endpointProviders((url) => sendingTo(url)),
);

describe('sending SMS by HTTP', () => {
  let act: EndpointAct;
  let endpoint: FakeEndpoint;
  let sending: EndpointSending<ProviderResult>;
  beforeEach(async () => {
    act = 'takes';
    endpoint = await new FakeEndpoint({ secret: endpointSecret, conduct: () => act }).start();
    sending = sendingTo(endpoint.url, endpoint);
  });
  afterEach(() => sending.end());

  it('posts a signed message, which the endpoint recognizes when it is repeated', async () => {
    expect(await sending.send()).toEqual({ kind: 'sent', providerId: `taken-${deliveryId}` });
    await sending.send();
    const message = {
      id: deliveryId,
      type: 'message.send',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      data: {
        deliveryId,
        campaignId: '64b7c0ffee64b7c0ffee0001',
        channel: 'SMS',
        to: '+15005550009',
        from: 'Shop',
        text: 'Hello Zoë',
        segments: 1,
        validForSeconds: 90,
      },
    };
    expect(endpoint.requests).toEqual([message, message]);
    expect(endpoint.taken.size).toBe(1);
    expect(endpoint.forged).toBe(0);
  });

  it('links to the file of an MMS', async () => {
    const content = { bodies: { SMS: 'Menu' }, media: { SMS: uploadedPicture } };
    await sending.send(5_000, {}, content);
    const [{ data } = { data: {} }] = endpoint.requests;
    expect(data).toMatchObject({
      text: 'Menu',
      media: {
        ...{ name: 'Menü 1.png', type: 'image/png', bytes: 9 },
        url: `https://carillon.example.com/m/${uploadedPicture.token}/Menu-1.png`,
      },
    });
    expect(data).not.toHaveProperty('segments');
  });

  it.each<[EndpointAct, object]>([
    [{ status: 202 }, { kind: 'sent' }],
    [
      { status: 200, body: { id: 17 } },
      { kind: 'sent', providerId: '17' },
    ],
    [{ status: 422 }, { kind: 'failed', reason: 'REJECTED', permanent: true, code: '422' }],
    [
      { status: 400, body: { reason: 'OPTED_OUT' } },
      { kind: 'failed', reason: 'OPTED_OUT', permanent: true, suppress: 'STOPPED' },
    ],
    [
      { status: 400, body: { reason: 'NONE_OF_OURS', code: 'X1', detail: 'No\r\nthanks' } },
      { kind: 'failed', reason: 'REJECTED', permanent: true, code: 'X1', detail: 'No thanks' },
    ],
    [
      { status: 404, body: { reason: 'UNROUTABLE' } },
      { kind: 'failed', reason: 'UNROUTABLE' },
    ],
    [{ status: 404 }, { kind: 'providerDown', reason: 'UNEXPECTED_ANSWER', code: '404' }],
    [{ status: 403 }, { kind: 'providerDown', reason: 'ACCESS_DENIED' }],
    [
      { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
      { kind: 'providerDown', reason: 'UNEXPECTED_ANSWER' },
    ],
    [{ status: 429 }, { kind: 'throttled', scope: 'provider', retryAfterMs: null }],
    [
      { status: 503, headers: { 'retry-after': '30' } },
      { kind: 'throttled', scope: 'provider', retryAfterMs: 30_000 },
    ],
    [{ status: 503 }, { kind: 'unknown', reason: 'SERVER_ERROR', suspect: true }],
    [{ status: 500 }, { kind: 'unknown', reason: 'SERVER_ERROR', suspect: true }],
  ])('interprets the response %j', async (answer, result) => {
    act = answer;
    expect(await sending.send()).toMatchObject(result);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('sends no request for a message that is empty or too long', async () => {
    const text = (body: string) => sending.send(5_000, {}, { bodies: { SMS: body } });
    expect(await text(' ')).toMatchObject({ kind: 'failed', reason: 'EMPTY_MESSAGE', permanent: true });
    expect(await text('x'.repeat(1_601))).toMatchObject({ kind: 'failed', reason: 'MESSAGE_TOO_LONG' });
    expect(endpoint.requests).toEqual([]);
  });

  it('refuses private addresses unless the operator allows them', async () => {
    const { provider, sender } = sendingTo(endpoint.url, null, { ALLOW_PRIVATE_SENDER_HOSTS: false });
    const result = await new EndpointSending('SMS', provider, sender, null).send();
    expect(result).toMatchObject({ kind: 'providerDown', reason: 'HOST_NOT_ALLOWED' });
    expect(endpoint.requests).toEqual([]);
  });

  it('refuses incomplete settings', () => {
    const bad = new EndpointSending('SMS', sending.provider, { ...sending.sender, secrets: {} }, null);
    expect(() => bad.send()).toThrow(UnusableSender);
  });

  it('tests an endpoint with a request without a message, or with one', async () => {
    const ok = { ok: true, reason: null, providerCode: null, detail: null };
    expect(await sending.provider.tryOut(sending.sender, null)).toEqual(ok);
    expect(await sending.provider.tryOut(sending.sender, '+15005550009')).toEqual(ok);
    expect(endpoint.requests).toMatchObject([
      { id: expect.stringMatching(/^test_/) as unknown, type: 'sender.test', data: { channel: 'SMS' } },
      { type: 'message.send', data: { to: '+15005550009', isTest: true } },
    ]);
    act = { status: 401, body: { detail: 'The signature does not match' } };
    expect(await sending.provider.tryOut(sending.sender, null)).toEqual({
      ...{ ok: false, reason: 'LOGIN_REFUSED', providerCode: '401' },
      detail: 'The signature does not match',
    });
  });
});

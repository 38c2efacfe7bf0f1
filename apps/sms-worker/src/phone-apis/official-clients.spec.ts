import { generateKeyPairSync } from 'node:crypto';
import type { ProviderResult } from '@carillon/channel';
import {
  type ApiRequest,
  type FakeApi,
  FakeApiServer,
  FakeTelnyx,
  FakeVonage,
} from '@carillon/fake-providers';
import { uploadedPicture } from '@carillon/testing';
import { FixedClock } from '@carillon/testing/clock';
import { EndpointSending, deliveryId, endpointSender } from '@carillon/testing/providers';
import { Messages, MMSImage, SMS } from '@vonage/messages';
import { Telnyx } from 'telnyx';
import type { SmsWorkerConfig } from '../config';
import { TelnyxProvider } from './telnyx-provider';
import { VonageProvider } from './vonage-provider';

const PUBLIC_URL = 'https://carillon.example.com';
const picture = `${PUBLIC_URL}/m/${uploadedPicture.token}/Menu-1.png`;
const webhookUrl = (provider: string): string =>
  `${PUBLIC_URL}/api/v1/callbacks/phone/${provider}/${endpointSender('').id}`;
const text = { bodies: { SMS: 'Hello' } };
const mms = { bodies: { SMS: 'Menu' }, media: { SMS: uploadedPicture } };

/** The fakes accept the requests of the providers' own clients, which are the same as Carillon's. */
describe('the official client of', () => {
  let requests: ApiRequest[];
  let server: FakeApiServer;
  let config: SmsWorkerConfig;
  const recorded = (api: FakeApi): FakeApi => ({
    answer: (request) => {
      requests.push(request);
      return api.answer(request);
    },
  });
  beforeEach(async () => {
    requests = [];
    server = await new FakeApiServer({
      telnyx: recorded(new FakeTelnyx(Buffer.alloc(32, 7))),
      vonage: recorded(new FakeVonage('a-signature-secret')),
    }).start();
    config = {
      ...{ PUBLIC_URL, SMS_LEASES: 5, SMS_CONCURRENCY: 10, PROVIDER_API_URL: server.url },
    } as SmsWorkerConfig;
  });
  afterEach(() => server.stop());

  /** Sends a text and a picture as Carillon does. */
  const sendBoth = async (sending: EndpointSending<ProviderResult>): Promise<void> => {
    for (const content of [text, mms])
      expect(await sending.send(5_000, {}, content)).toMatchObject({ kind: 'sent' });
    await sending.end();
  };
  /** The requests of Carillon come first, and then those of the client. */
  const expectSame = (): void => {
    const parts = requests.map(({ method, path, query, body }) => ({
      ...{ method, path, query: query.toString(), body: JSON.parse(body.toString()) as object },
    }));
    expect(parts).toHaveLength(4);
    expect(parts.slice(0, 2)).toEqual(parts.slice(2));
  };

  it('Telnyx', async () => {
    const sender = {
      ...{ ...endpointSender(''), provider: 'TELNYX' as const, secrets: { apiKey: 'KEY0123456789' } },
      settings: { publicKey: Buffer.alloc(32, 7).toString('base64'), from: '+15005550006' },
    };
    const provider = new TelnyxProvider(new FixedClock(new Date()), config);
    await sendBoth(new EndpointSending<ProviderResult>('SMS', provider, sender, null));
    const client = new Telnyx({ apiKey: 'KEY0123456789', baseURL: `${server.url}/telnyx/v2`, maxRetries: 0 });
    const about = {
      ...{ from: '+15005550006', to: '+15005550009' },
      webhook_url: `${webhookUrl('telnyx')}?delivery=${deliveryId}`,
    };
    const { data } = await client.messages.send({ ...about, text: 'Hello', type: 'SMS' });
    expect(data).toMatchObject({ parts: 1, to: [{ status: 'queued' }] });
    await client.messages.send({ ...about, text: 'Menu', type: 'MMS', media_urls: [picture] });
    expectSame();
    expect(requests[2]?.headers.authorization).toBe(requests[0]?.headers.authorization);
    await expect(client.messages.send({ ...about, to: '+1', text: 'Hello' })).rejects.toMatchObject({
      status: 400,
      error: { errors: [{ code: '40310' }] },
    });
    expect((await client.messagingProfiles.list()).data).toEqual([]);
  });

  it('Vonage', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const applicationId = '01234567-89ab-4cde-8f01-23456789abcd';
    const sender = {
      ...{ ...endpointSender(''), provider: 'VONAGE' as const },
      settings: { applicationId, from: '+15005550006' },
      secrets: { privateKey, signatureSecret: 'a-signature-secret' },
    };
    const provider = new VonageProvider(new FixedClock(new Date()), config);
    await sendBoth(new EndpointSending<ProviderResult>('SMS', provider, sender, null));
    const client = new Messages({ applicationId, privateKey }, { apiHost: `${server.url}/vonage` });
    const about = {
      ...{ from: '15005550006', to: '15005550009', clientRef: deliveryId },
      ...{ webhookUrl: webhookUrl('vonage'), webhookVersion: 'v1' as const },
    };
    const sms = { ...about, channel: 'sms', messageType: 'text', text: 'Hello' };
    const { messageUUID } = await client.send(new SMS({ ...sms, ttl: 90 }));
    expect(messageUUID).toMatch(/^[0-9a-f-]{36}$/);
    const image = new MMSImage({ ...about, image: { url: picture, caption: 'Menu' } });
    // The class leaves out the time that its type has.
    image.ttl = 300;
    await client.send(image);
    expectSame();
    await expect(client.send(new SMS({ ...sms, to: '1' }))).rejects.toMatchObject({
      response: { status: 422 },
    });
  });
});

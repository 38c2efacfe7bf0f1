import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import type { ProviderResult } from '@carillon/channel';
import { FakeApiServer, FakeTelnyx, FakeVonage, type PhoneAct } from '@carillon/fake-providers';
import { uploadedPicture } from '@carillon/testing';
import { FixedClock } from '@carillon/testing/clock';
import { DescribedApi, recordExchanges } from '@carillon/testing/described-apis';
import { EndpointSending, endpointSender } from '@carillon/testing/providers';
import type { SmsWorkerConfig } from '../config';
import { TelnyxProvider } from './telnyx-provider';
import { VonageProvider } from './vonage-provider';

const config = {
  ...{ PUBLIC_URL: 'https://carillon.example.com', SMS_LEASES: 5, SMS_CONCURRENCY: 10 },
} as SmsWorkerConfig;
const privateKey = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;

interface Changes {
  settings?: Record<string, string>;
  secrets?: Record<string, string>;
}

const senders = {
  TelnyxApi: {
    type: TelnyxProvider,
    sender: {
      ...{ ...endpointSender(''), provider: 'TELNYX' as const, secrets: { apiKey: 'KEY0123456789' } },
      settings: { publicKey: Buffer.alloc(32, 7).toString('base64'), from: '+15005550006' },
    },
    others: [
      { settings: { from: 'Shop', messagingProfileId: '0d9f1a2b-3c4d-4e5f-8a9b-0c1d2e3f4a5b' } },
      { secrets: { apiKey: 'wrong-key-1' } },
    ],
  },
  VonageApi: {
    type: VonageProvider,
    sender: {
      ...{ ...endpointSender(''), provider: 'VONAGE' as const },
      settings: { applicationId: '01234567-89ab-4cde-8f01-23456789abcd', from: '+15005550006' },
      secrets: { privateKey, signatureSecret: 'a-signature-secret' },
    },
    others: [
      { settings: { from: 'Shop' } },
      { settings: { applicationId: '00000000-0000-0000-0000-000000000000' } },
    ],
  },
};

const video = { ...uploadedPicture, name: 'Menu.mp4', type: 'video/mp4' };
const contents = [
  { bodies: { SMS: 'Hello {{name}}' } },
  { bodies: { SMS: 'ж'.repeat(200) } },
  { bodies: { SMS: 'Menu' }, media: { SMS: uploadedPicture } },
  { bodies: { SMS: 'Film' }, media: { SMS: video } },
];
const acts: PhoneAct[] = [
  ...(['invalid number', 'opted out', 'landline', 'queue full'] as const).map((refuses) => ({ refuses })),
  ...(['too many requests', 'internal error', 'unavailable'] as const).map((refuses) => ({ refuses })),
];
const apis = DescribedApi.in(join(__dirname, '../../test/described-apis.ts'));

describe.each(Object.entries(senders))(
  'the requests and responses of %s',
  (name, { type, sender, others }) => {
    let act: PhoneAct;
    let server: FakeApiServer;
    let exchanges: ReturnType<typeof recordExchanges>;
    beforeEach(async () => {
      act = 'takes';
      exchanges = recordExchanges();
      const options = { conduct: () => act };
      server = await new FakeApiServer({
        telnyx: new FakeTelnyx(Buffer.alloc(32, 7), options),
        vonage: new FakeVonage('a-signature-secret', options),
      }).start();
    });
    afterEach(async () => {
      jest.restoreAllMocks();
      await server.stop();
    });
    const sendingBy = ({ settings, secrets }: Changes = {}): EndpointSending<ProviderResult> => {
      const own = {
        ...sender,
        settings: { ...sender.settings, ...settings },
        secrets: { ...sender.secrets, ...secrets },
      };
      const provider = new type(new FixedClock(new Date()), { ...config, PROVIDER_API_URL: server.url });
      return new EndpointSending<ProviderResult>('SMS', provider, own, null);
    };
    const faults = (): string[] => exchanges.flatMap((each) => apis.get(name)?.faultsIn(each) ?? [name]);

    it('fit its description for texts, pictures, and videos', async () => {
      const sending = sendingBy();
      for (const content of contents)
        expect(await sending.send(5_000, {}, content)).toMatchObject({ kind: 'sent' });
      await sending.end();
      expect(faults()).toEqual([]);
      expect(exchanges).toHaveLength(contents.length);
    });

    it('fit its description for refused messages', async () => {
      const sending = sendingBy();
      for (act of acts) expect(await sending.send()).not.toMatchObject({ kind: 'sent' });
      await sending.end();
      expect(faults()).toEqual([]);
      expect(exchanges).toHaveLength(acts.length);
    });

    it('fit its description for tests of senders of each kind, also with wrong credentials', async () => {
      for (const changes of [{}, ...(others as Changes[])]) {
        const sending = sendingBy(changes);
        await sending.provider.tryOut(sending.sender, null);
        await sending.provider.tryOut(sending.sender, '+15005550009');
        await sending.end();
      }
      expect(faults()).toEqual([]);
      expect(exchanges.map(({ answer }) => answer.status)).toContain(401);
    });
  },
);

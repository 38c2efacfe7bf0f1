import type { ProviderResult } from '@carillon/channel';
import type { SenderProvider } from '@carillon/contracts';
import { type FakeApi, type FakeApiOptions, FakeSendgrid } from '@carillon/fake-providers';
import {
  type ApiActs,
  type EndpointSending,
  apiProviders,
  deliveryId,
  describeProvider,
} from '@carillon/testing';
import { RunningApi, apiSending, config } from '../../test/api-sending';
import { ReturnPaths } from '../unsubscribe/unsubscribe-links';
import { SendgridProvider } from './mail-api-providers';

interface ProviderCase {
  provider: SenderProvider;
  sendingTo: (url: string, wrong?: Record<string, string>) => EndpointSending<ProviderResult>;
  fake: (options: FakeApiOptions) => FakeApi;
  acts: ApiActs;
  /** Whether the provider replaces the Message-ID. */
  hasOwnMessageId?: true;
}

const throttles = { status: 429, headers: { 'retry-after': '2' }, body: {} };

const cases: ProviderCase[] = [
  {
    provider: 'SENDGRID',
    sendingTo: (url, wrong) =>
      apiSending(SendgridProvider, 'SENDGRID', { secrets: { apiKey: 'SG.a.b', ...wrong } }, url),
    fake: (options) => new FakeSendgrid(options),
    acts: {
      throttles,
      takes: { status: 202 },
      'refuses the recipient for good': {
        status: 400,
        body: {
          errors: [{ message: 'Does not contain a valid address.', field: 'personalizations.0.to.0.email' }],
        },
      },
      'refuses the login': { status: 401, body: { errors: [{ message: 'authorization required' }] } },
    },
  },
];

describe.each(cases)('$provider', ({ provider, sendingTo, fake, acts, hasOwnMessageId }) => {
  const name = provider.toLowerCase();
  describeProvider(
    provider,
    apiProviders(name, acts, (url) => sendingTo(url)),
  );

  describe('its emails', () => {
    let api: RunningApi;
    let sending: EndpointSending<ProviderResult>;
    const open = async (conduct?: FakeApiOptions['conduct']): Promise<void> => {
      api = await new RunningApi(name, fake, conduct).start();
      sending = sendingTo(api.url);
    };
    afterEach(async () => {
      await sending.end();
      await api.stop();
    });
    const content = {
      subject: 'For {{name}}: 100 % “€”',
      bodies: { EMAIL: '<p>Dear {{name}}</p>' },
      shouldRemoveWatermark: true,
    };

    it('have the texts, the headers, and the token of an email over SMTP', async () => {
      await open();
      expect(await sending.send(5_000, {}, content)).toMatchObject({ kind: 'sent' });
      const { headers, html, text, ...mail } = await api.mail();
      expect(mail).toMatchObject({
        ...{ to: 'zoe@example.org', sender: 'news@shop.example', subject: 'For Zoë: 100 % “€”' },
        from: { value: [{ address: 'news@shop.example', name: 'The Shöp' }] },
        replyTo: { value: [{ address: 'ann@shop.example' }] },
        ...{ token: new ReturnPaths(config).of(origin)(deliveryId).token, attachments: [] },
      });
      expect(html).toContain('<p>Dear Zoë</p>');
      expect(html).toContain('1 Main Street');
      expect(text).toContain('Dear Zoë');
      const list = headers.get('list') as unknown as ListFields;
      const { url = '' } = list.unsubscribe ?? {};
      expect(url).toMatch(/^https:\/\/carillon\.example\.com\/u\//);
      expect(html).toContain(url);
      expect(list['unsubscribe-post']).toMatchObject({ name: 'List-Unsubscribe=One-Click' });
      expect(headers.get('feedback-id')).toMatch(/:email:carillon$/);
      if (!hasOwnMessageId) expect(headers.get('message-id')).toMatch(/^<[\w-]+@shop\.example>$/);
    });

    it('have the attached files', async () => {
      await open();
      const file = { id: 'm', token: 'T1', name: 'Menü 1.pdf', type: 'application/pdf', bytes: 9 };
      const attached = { ...content, attachments: [file] };
      const bytes = Buffer.from('%PDF-1.7\n');
      await sending.send(5_000, {}, attached, { T1: bytes.toString('base64') });
      const { attachments } = await api.mail();
      expect(attachments).toMatchObject([
        { filename: 'Menü 1.pdf', contentType: 'application/pdf', content: bytes },
      ]);
      expect(await sending.send(5_000, {}, attached, {})).toMatchObject({
        ...{ kind: 'failed', permanent: true, reason: 'ATTACHMENT_MISSING' },
      });
      expect(api.mails).toHaveLength(1);
    });

    it('are not sent after the lease was lost', async () => {
      await open();
      const message = sending.provider.compile(sending.contentBy(content), sending.sender);
      const terms = { deliveryId, timeoutMs: 5_000, validForMs: 90_000, mayDeliver: () => false };
      expect(await sending.provider.send(sending.recipient(), message, sending.sender, terms)).toMatchObject({
        kind: 'throttled',
        reason: 'LEASE_LOST',
      });
      expect(api.mails).toEqual([]);
    });

    it('are refused for an address that the provider cannot use', async () => {
      await open();
      const result = await sending.send(5_000, { address: 'nobody@localhost' }, content);
      expect(result).toMatchObject({ kind: 'failed', permanent: true, reason: 'INVALID_ADDRESS' });
    });

    it('wait as long as the provider asks', async () => {
      await open(() => throttles);
      expect(await sending.send(5_000, {}, content)).toMatchObject({
        ...{ kind: 'throttled', scope: 'provider', reason: 'TOO_MANY_REQUESTS', retryAfterMs: 2_000 },
      });
    });

    it('are tested: first the settings alone, then with an email', async () => {
      await open();
      const { provider: by, sender } = sending;
      expect(await by.tryOut(sender, null)).toMatchObject({ ok: true });
      expect(api.mails).toEqual([]);
      expect(await by.tryOut(sender, 'ann@example.org')).toMatchObject({ ok: true });
      const mail = await api.mail();
      expect(mail).toMatchObject({
        to: 'ann@example.org',
        subject: 'Test of your mail settings',
        token: null,
      });
      expect(mail.headers.get('list')).not.toHaveProperty('unsubscribe');
    });

    it('are not sent with wrong credentials', async () => {
      await open();
      const [secret = ''] = Object.keys(sending.sender.secrets);
      const wrong = sendingTo(api.url, { [secret]: 'wrong' });
      expect(await wrong.send(5_000, {}, content)).toMatchObject({
        ...{ kind: 'providerDown', reason: 'LOGIN_REFUSED' },
      });
      expect(await wrong.provider.tryOut(wrong.sender, null)).toMatchObject({
        ...{ ok: false, reason: 'LOGIN_REFUSED', detail: expect.stringMatching(/\w+/) as unknown },
      });
      await wrong.end();
    });
  });
});

const origin = { bounceDomain: undefined, domain: 'shop.example', feedbackProvider: 'SENDGRID' } as const;

/** The fields of a mailing list, as mailparser reads them. */
interface ListFields {
  unsubscribe?: { url: string };
  'unsubscribe-post'?: object;
}

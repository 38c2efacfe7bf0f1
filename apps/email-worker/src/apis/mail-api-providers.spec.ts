import type { ProviderResult } from '@carillon/channel';
import type { SenderProvider } from '@carillon/contracts';
import {
  type FakeApi,
  type FakeApiOptions,
  FakeMailgun,
  FakePostmark,
  FakeSendgrid,
  FakeSes,
} from '@carillon/fake-providers';
import {
  type ApiActs,
  type EndpointSending,
  apiProviders,
  deliveryId,
  describeProvider,
} from '@carillon/testing/providers';
import { RunningApi, apiSending, config } from '../../test/api-sending';
import { ReturnPaths } from '../unsubscribe/unsubscribe-links';
import { MailgunProvider, PostmarkProvider, SendgridProvider, SesProvider } from './mail-api-providers';

interface ProviderCase {
  provider: SenderProvider;
  sendingTo: (url: string, wrong?: Record<string, string>) => EndpointSending<ProviderResult>;
  fake: (options: FakeApiOptions) => FakeApi;
  acts: ApiActs;
}

const throttles = { status: 429, headers: { 'retry-after': '2' }, body: {} };

const postmarkResult = (code: number) => ({
  ErrorCode: code,
  Message: code === 0 ? 'OK' : 'No',
  MessageID: '1',
});

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
  {
    provider: 'POSTMARK',
    sendingTo: (url, wrong) =>
      apiSending(PostmarkProvider, 'POSTMARK', { secrets: { serverToken: 'a-token', ...wrong } }, url),
    fake: (options) => new FakePostmark(options),
    acts: {
      throttles: { ...throttles, body: { ErrorCode: 429, Message: 'Rate Limit Exceeded' } },
      takes: (mails) => ({ status: 200, body: Array.from({ length: mails }, () => postmarkResult(0)) }),
      'refuses the recipient for good': (mails) => ({
        ...{ status: 200, body: Array.from({ length: mails }, () => postmarkResult(406)) },
      }),
      'refuses the login': { status: 401, body: postmarkResult(10) },
    },
  },
  {
    provider: 'MAILGUN',
    sendingTo: (url, wrong) =>
      apiSending(
        MailgunProvider,
        'MAILGUN',
        { settings: { domain: 'shop.example' }, secrets: { apiKey: 'key-1', ...wrong } },
        url,
      ),
    fake: (options) => new FakeMailgun(options),
    acts: {
      throttles,
      takes: { status: 200, body: { id: '<1@shop.example>', message: 'Queued. Thank you.' } },
      'refuses the recipient for good': {
        status: 400,
        body: { message: "'to' parameter is not a valid address. please check documentation" },
      },
      'refuses the login': { status: 401, body: 'Forbidden' },
    },
  },
  {
    provider: 'SES',
    sendingTo: (url, wrong) =>
      apiSending(
        SesProvider,
        'SES',
        {
          settings: { awsRegion: 'eu-central-1', accessKeyId: 'AKIAIOSFODNN7EXAMPLE' },
          secrets: { secretAccessKey: 'a-secret', ...wrong },
        },
        url,
      ),
    // The signature is verified.
    fake: (options) => new FakeSes({ ...options, secretAccessKey: 'a-secret' }),
    acts: {
      throttles: {
        ...throttles,
        headers: { ...throttles.headers, 'x-amzn-errortype': 'TooManyRequestsException' },
      },
      takes: { status: 200, body: { MessageId: '0100-1' } },
      'refuses the recipient for good': {
        ...{ status: 400, headers: { 'x-amzn-errortype': 'MessageRejected' } },
        body: { message: 'Invalid content' },
      },
      'refuses the login': {
        ...{ status: 403, headers: { 'x-amzn-errortype': 'UnrecognizedClientException' } },
        body: { message: 'The security token included in the request is invalid.' },
      },
    },
  },
];

describe('emails that share a request', () => {
  it('have their own results, and wait for each other at most', async () => {
    const api = await new RunningApi(
      'postmark',
      (options) => new FakePostmark(options),
      (mail) => (mail.to.startsWith('silent') ? 'keeps silent' : 'takes'),
    ).start();
    const sending = apiSending(
      PostmarkProvider,
      'POSTMARK',
      { secrets: { serverToken: 'a-token' } },
      api.url,
    );
    const content = { subject: 'Hi', bodies: { EMAIL: '<p>Hi</p>' } };
    const send = (address: string, timeoutMs = 5_000) => sending.send(timeoutMs, { address }, content);
    const results = await Promise.all([
      send('ann@example.org'),
      send('bob?@example.org'),
      send('cy@example.org'),
    ]);
    expect(results).toMatchObject([
      { kind: 'sent', providerId: expect.any(String) as string },
      { kind: 'failed', permanent: true, code: '300' },
      { kind: 'sent' },
    ]);
    expect(new Set(results.map((each) => (each as { providerId?: string }).providerId)).size).toBe(3);
    expect(api.mails.map(({ to }) => to)).toEqual(['ann@example.org', 'cy@example.org']);
    expect(api.requests).toBe(1);
    const doubtful = await Promise.all([send('dan@example.org', 300), send('silent@example.org', 300)]);
    expect(doubtful).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown' }]);
    await sending.end();
    await api.stop();
  });

  it('are at most fifty', async () => {
    const api = await new RunningApi('postmark', (options) => new FakePostmark(options)).start();
    const sending = apiSending(
      PostmarkProvider,
      'POSTMARK',
      { secrets: { serverToken: 'a-token' } },
      api.url,
    );
    const content = { subject: 'Hi', bodies: { EMAIL: '<p>Hi</p>' } };
    await Promise.all(Array.from({ length: 120 }, () => sending.send(5_000, {}, content)));
    expect([api.mails.length, api.requests]).toEqual([120, 3]);
    await sending.end();
    await api.stop();
  });
});

describe.each(cases)('$provider', ({ provider, sendingTo, fake, acts }) => {
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
      expect(headers.get('message-id')).toMatch(/^<[\w-]+@shop\.example>$/);
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

    it('have no address beyond ASCII', async () => {
      await open();
      expect(await sending.send(5_000, { address: 'jürgen@example.org' }, content)).toMatchObject({
        ...{ kind: 'failed', permanent: true, reason: 'INTERNATIONAL_ADDRESS' },
      });
      expect(api.mails).toEqual([]);
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

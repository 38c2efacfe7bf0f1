import type { ProviderResult } from '@carillon/channel';
import { FakeEndpoint } from '@carillon/fake-providers';
import { FixedClock } from '@carillon/testing/clock';
import {
  EndpointSending,
  describeProvider,
  endpointProviders,
  endpointSecret,
  endpointSender,
} from '@carillon/testing/providers';
import type { EmailWorkerConfig } from '../config';
import { CountedLinks } from '../unsubscribe/counted-links';
import { ReturnPaths, UnsubscribeLinks } from '../unsubscribe/unsubscribe-links';
import { HttpEmailProvider } from './http-provider';

const config = {
  PUBLIC_URL: 'https://carillon.example.com',
  LINK_KEYS: `k1:${Buffer.alloc(32, 3).toString('base64')}`,
  EMAIL_CONNECTIONS: 20,
  ALLOW_PRIVATE_SENDER_HOSTS: true,
} as EmailWorkerConfig;
const settings = { fromAddress: 'News@Shop.example', fromName: 'The Shop', postalAddress: '1 Main Street' };

function sendingTo(url: string, endpoint: FakeEndpoint | null = null, more: Record<string, unknown> = {}) {
  const provider = new HttpEmailProvider(
    new UnsubscribeLinks(config),
    new ReturnPaths(config),
    new CountedLinks(config),
    new FixedClock(new Date()),
    config,
  );
  const sender = endpointSender(url, { ...settings, ...more });
  return new EndpointSending<ProviderResult>('EMAIL', provider, sender, endpoint);
}

describeProvider(
  'An endpoint for email',
  endpointProviders((url) => sendingTo(url)),
);

describe('sending email over HTTP', () => {
  let endpoint: FakeEndpoint;
  let sending: EndpointSending<ProviderResult>;
  beforeEach(async () => {
    endpoint = await new FakeEndpoint({ secret: endpointSecret }).start();
    sending = sendingTo(endpoint.url, endpoint, { replyTo: 'ann@shop.example' });
  });
  afterEach(() => sending.end());
  const body = '<p>Dear {{name}}</p>';
  const content = {
    subject: 'For {{name}}',
    bodies: { EMAIL: body },
    shouldRemoveWatermark: true,
  };

  it('posts the rendered parts of an email and the headers for the endpoint to send', async () => {
    expect(await sending.send(5_000, {}, content)).toMatchObject({ kind: 'sent' });
    const [request] = endpoint.requests;
    expect(request?.data).toMatchObject({
      channel: 'EMAIL',
      to: 'zoe@example.org',
      from: { address: 'news@shop.example', name: 'The Shop' },
      replyTo: 'ann@shop.example',
      subject: 'For Zoë',
    });
    const { html, text, headers } = request?.data as unknown as Record<'html' | 'text', string> & {
      headers: Record<string, string>;
    };
    expect(html).toContain('<p>Dear Zoë</p>');
    expect(html).toContain('1 Main Street');
    expect(text).toContain('Dear Zoë');
    const link = /^<(https:\/\/carillon\.example\.com\/u\/[^>]+)>$/.exec(headers['List-Unsubscribe'] ?? '');
    expect(html).toContain(link?.[1]);
    expect(text).toContain(link?.[1]);
    expect(headers).toMatchObject({
      'Message-ID': expect.stringMatching(/^<[\w-]+@shop\.example>$/) as unknown,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': expect.stringContaining('shop.example') as unknown,
      'Feedback-ID': expect.any(String) as unknown,
    });
  });

  it('names the files to attach, and where to download them', async () => {
    const menu = {
      id: 'm',
      token: 'Vq3Zk0uJq0yGmF1s8bXw2A',
      name: 'Menü 1.pdf',
      type: 'application/pdf',
      bytes: 9,
    };
    const attached = { ...content, attachments: [menu] };
    await sending.send(5_000, {}, attached);
    await sending.send(5_000, {}, content);
    const [data, without] = endpoint.requests.map((request) => request.data);
    expect(data).toMatchObject({
      attachments: [
        {
          ...{ name: 'Menü 1.pdf', type: 'application/pdf', bytes: 9 },
          url: `https://carillon.example.com/m/${menu.token}/Menu-1.pdf`,
        },
      ],
    });
    expect(without).not.toHaveProperty('attachments');
  });

  it('has the same Message-ID in every attempt', async () => {
    await sending.send(5_000, {}, content);
    await sending.send(5_000, {}, content);
    const ids = endpoint.requests.map(
      ({ data }) => (data as { headers?: Record<string, string> }).headers?.['Message-ID'],
    );
    expect(ids[0]).toBeDefined();
    expect(ids[0]).toBe(ids[1]);
  });

  it('suppresses an address that the endpoint reports as nonexistent', async () => {
    await endpoint.stop();
    const refusing = await new FakeEndpoint({
      secret: endpointSecret,
      conduct: () => ({ status: 422, body: { reason: 'NO_SUCH_ADDRESS' } }),
    }).start();
    sending = sendingTo(refusing.url, refusing);
    expect(await sending.send(5_000, {}, content)).toMatchObject({
      ...{ kind: 'failed', reason: 'NO_SUCH_ADDRESS', suppress: 'BOUNCED' },
    });
  });

  it('tests the settings with an email without an unsubscribe link', async () => {
    expect(await sending.provider.tryOut(sending.sender, 'ann@example.org')).toMatchObject({ ok: true });
    const { data } = endpoint.requests[0] ?? {};
    expect(data).toMatchObject({ isTest: true, subject: 'Test of your mail settings' });
    expect((data as { headers?: object }).headers).not.toHaveProperty('List-Unsubscribe');
  });
});

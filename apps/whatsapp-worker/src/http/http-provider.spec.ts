import type { ProviderResult } from '@carillon/channel';
import { FakeEndpoint } from '@carillon/fake-providers';
import { FixedClock } from '@carillon/testing/clock';
import {
  EndpointSending,
  describeProvider,
  endpointProviders,
  endpointSecret,
  endpointSender,
} from '@carillon/testing';
import type { WhatsappWorkerConfig } from '../config';
import { HttpWhatsappProvider } from './http-provider';

const config = {
  ALLOW_PRIVATE_SENDER_HOSTS: true,
  WHATSAPP_LEASES: 5,
  WHATSAPP_CONCURRENCY: 10,
} as WhatsappWorkerConfig;

function sendingTo(url: string, endpoint: FakeEndpoint | null = null) {
  const provider = new HttpWhatsappProvider(new FixedClock(new Date()), config);
  return new EndpointSending<ProviderResult>('WHATSAPP', provider, endpointSender(url), endpoint);
}

describeProvider(
  'An endpoint for WhatsApp',
  endpointProviders((url) => sendingTo(url)),
);

describe('sending WhatsApp messages by HTTP', () => {
  let endpoint: FakeEndpoint;
  let sending: EndpointSending<ProviderResult>;
  beforeEach(async () => {
    endpoint = await new FakeEndpoint({ secret: endpointSecret }).start();
    sending = sendingTo(endpoint.url, endpoint);
  });
  afterEach(() => sending.end());

  it('posts the text, without a sender if there is none', async () => {
    expect(await sending.send()).toMatchObject({ kind: 'sent' });
    expect(endpoint.requests).toMatchObject([{ data: { from: null, text: 'Hello Zoë' } }]);
  });

  it('posts a template with its variables where a text may not be sent', async () => {
    const whatsappTemplate = { contentSid: 'welcome', variables: { 1: 'Dear {{name}}' } };
    const said = { bodies: { WHATSAPP: 'Hi' }, whatsappTemplate };
    await sending.send(5_000, {}, said);
    await sending.send(5_000, { inServiceWindow: true }, said);
    const [first, second] = endpoint.requests.map(({ data }) => data);
    expect(first).toMatchObject({ template: { id: 'welcome', variables: { 1: 'Dear Zoë' } } });
    expect(first).not.toHaveProperty('text');
    expect(second).toMatchObject({ text: 'Hi' });
  });
});

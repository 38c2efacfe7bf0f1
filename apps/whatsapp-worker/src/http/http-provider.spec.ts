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

describe('sending WhatsApp messages over HTTP', () => {
  let endpoint: FakeEndpoint;
  let sending: EndpointSending<ProviderResult>;
  beforeEach(async () => {
    endpoint = await new FakeEndpoint({ secret: endpointSecret }).start();
    sending = sendingTo(endpoint.url, endpoint);
  });
  afterEach(() => sending.end());

  it('posts the text, with the sender null if none is set', async () => {
    expect(await sending.send()).toMatchObject({ kind: 'sent' });
    expect(endpoint.requests).toMatchObject([{ data: { from: null, text: 'Hello Zoë' } }]);
  });

  it('posts the template with its variables outside the service window', async () => {
    const whatsappTemplate = { contentSid: 'welcome', variables: { 1: 'Dear {{name}}' } };
    const messages = { bodies: { WHATSAPP: 'Hi' }, whatsappTemplate };
    await sending.send(5_000, {}, messages);
    await sending.send(5_000, { inServiceWindow: true }, messages);
    const [first, second] = endpoint.requests.map(({ data }) => data);
    expect(first).toMatchObject({ template: { id: 'welcome', variables: { 1: 'Dear Zoë' } } });
    expect(first).not.toHaveProperty('text');
    expect(second).toMatchObject({ text: 'Hi' });
  });
});

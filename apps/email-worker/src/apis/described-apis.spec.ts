import { join } from 'node:path';
import type { ProviderResult } from '@carillon/channel';
import { FakeApiServer, FakeMailgun, FakePostmark, FakeSendgrid, FakeSes } from '@carillon/fake-providers';
import { DescribedApi, recordExchanges } from '@carillon/testing/described-apis';
import type { EndpointSending } from '@carillon/testing/providers';
import { apiSending } from '../../test/api-sending';
import { MailgunProvider, PostmarkProvider, SendgridProvider, SesProvider } from './mail-api-providers';

type Changes = Record<string, string>;

const senders: Record<
  string,
  (url: string, settings?: object, secrets?: Changes) => EndpointSending<ProviderResult>
> = {
  SesApi: (url, settings, secrets) =>
    apiSending(
      SesProvider,
      'SES',
      {
        settings: { awsRegion: 'eu-central-1', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', ...settings },
        secrets: { secretAccessKey: 'a-secret', ...secrets },
      },
      url,
    ),
  SendgridApi: (url, settings = {}, secrets) =>
    apiSending(SendgridProvider, 'SENDGRID', { settings, secrets: { apiKey: 'SG.a.b', ...secrets } }, url),
  MailgunApi: (url, settings, secrets) =>
    apiSending(
      MailgunProvider,
      'MAILGUN',
      { settings: { domain: 'shop.example', ...settings }, secrets: { apiKey: 'key-1', ...secrets } },
      url,
    ),
  PostmarkApi: (url, settings = {}, secrets) =>
    apiSending(
      PostmarkProvider,
      'POSTMARK',
      { settings, secrets: { serverToken: 'a-token', ...secrets } },
      url,
    ),
};

const file = { id: 'm', token: 'T1', name: 'Menü 1.pdf', type: 'application/pdf', bytes: 9 };
const files = { T1: Buffer.from('%PDF-1.7\n').toString('base64') };
const content = { subject: 'For {{name}}: “€”', bodies: { EMAIL: '<p>Dear {{name}}</p>' } };

const apis = DescribedApi.in(join(__dirname, '../../test/described-apis.ts'));

describe.each(Object.entries(senders))('the requests and responses of %s', (name, sendingTo) => {
  let server: FakeApiServer;
  let exchanges: ReturnType<typeof recordExchanges>;
  beforeEach(async () => {
    exchanges = recordExchanges();
    server = await new FakeApiServer({
      ses: new FakeSes({ secretAccessKey: 'a-secret' }),
      ...{ sendgrid: new FakeSendgrid(), mailgun: new FakeMailgun(), postmark: new FakePostmark() },
    }).start();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await server.stop();
  });

  /** Runs requests, and returns their number and what doesn't fit. */
  const faultsOf = async (
    sending: EndpointSending<ProviderResult>,
    run: (sending: EndpointSending<ProviderResult>) => Promise<unknown>,
  ): Promise<[number, string[]]> => {
    await run(sending);
    await sending.end();
    return [exchanges.length, exchanges.flatMap((each) => apis.get(name)?.faultsIn(each) ?? [name])];
  };

  it('fit its description for an email with its links, a footer, and a reply address', async () => {
    const [count, faults] = await faultsOf(sendingTo(server.url), (sending) =>
      sending.send(5_000, {}, content),
    );
    expect(faults).toEqual([]);
    expect(count).toBe(1);
  });

  it('fit its description for an email with a file and with no more settings than necessary', async () => {
    const bare = { fromName: undefined, replyTo: undefined, postalAddress: undefined };
    const attached = { ...content, attachments: [file], shouldRemoveWatermark: true };
    const [count, faults] = await faultsOf(sendingTo(server.url, bare), (sending) =>
      sending.send(5_000, {}, attached, files),
    );
    expect(faults).toEqual([]);
    expect(count).toBe(1);
  });

  it('fit its description for several emails at once, one of which is refused', async () => {
    const recipients = ['ann@example.org', 'bob@-', 'cy@example.org'];
    const [, faults] = await faultsOf(
      sendingTo(server.url, { configurationSet: 'news', messageStream: 'offers' }),
      (sending) => Promise.all(recipients.map((address) => sending.send(5_000, { address }, content))),
    );
    expect(faults).toEqual([]);
  });

  it('fit its description for tests of the settings, also with wrong credentials', async () => {
    const test = async (sending: EndpointSending<ProviderResult>): Promise<void> => {
      await sending.provider.tryOut(sending.sender, null);
      await sending.provider.tryOut(sending.sender, 'ann@example.org');
    };
    const sending = sendingTo(server.url);
    const [secret = ''] = Object.keys(sending.sender.secrets);
    await test(sending);
    const [count, faults] = await faultsOf(sendingTo(server.url, {}, { [secret]: 'wrong' }), test);
    await sending.end();
    expect(faults).toEqual([]);
    expect(count).toBe(4);
  });
});

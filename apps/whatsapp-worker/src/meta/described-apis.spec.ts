import { join } from 'node:path';
import type { ProviderResult } from '@carillon/channel';
import { FakeApiServer, FakeMeta, type MetaTemplate, type PhoneAct } from '@carillon/fake-providers';
import { uploadedPicture } from '@carillon/testing';
import { FixedClock } from '@carillon/testing/clock';
import { DescribedApi, recordExchanges } from '@carillon/testing/described-apis';
import { EndpointSending, endpointSender } from '@carillon/testing/providers';
import type { WhatsappWorkerConfig } from '../config';
import { MetaProvider } from './meta-provider';

const settings = { phoneNumberId: '15550783881', businessAccountId: '102290129340398' };
const secrets = { accessToken: 'EAAG-a-token', appSecret: 'an-app-secret' };
const sender = { ...endpointSender(''), provider: 'META' as const, settings, secrets };

const template = (name: string, components: MetaTemplate['components'], more: object = {}): MetaTemplate => ({
  ...{ id: '1', name, language: 'en', status: 'APPROVED', category: 'MARKETING', components, ...more },
});
const body = { type: 'BODY', text: 'Hello {{first_name}}' };
const buttons = [
  { type: 'URL', text: 'See', url: 'https://example.com/{{1}}' },
  { type: 'COPY_CODE', example: 'SPRING' },
];
const templates = [
  template('plain', [{ type: 'BODY', text: 'Hello' }]),
  template('order', [
    { type: 'HEADER', format: 'TEXT', text: 'For {{1}}' },
    { type: 'BODY', text: '{{1}}, order {{2}}' },
  ]),
  template('sale', [{ type: 'HEADER', format: 'IMAGE' }, body, { type: 'BUTTONS', buttons }], {
    parameter_format: 'NAMED',
  }),
  template('film', [{ type: 'HEADER', format: 'VIDEO' }, body], { parameter_format: 'NAMED' }),
  template('bill', [{ type: 'HEADER', format: 'DOCUMENT' }, body], { parameter_format: 'NAMED' }),
  template('paused', [{ type: 'BODY', text: 'Hello' }], { status: 'PAUSED' }),
];
const calls: [contentSid: string, variables: Record<string, string>][] = [
  ['plain:en', {}],
  ['order:en', { HEADER_1: 'Zoë', 1: '{{name}}', 2: '42' }],
  [
    'sale:en',
    { HEADER_IMAGE: 'https://example.com/a.png', first_name: 'Zoë', BUTTON_0: 'spring', COUPON_1: 'SPRING' },
  ],
  ['film:en', { HEADER_VIDEO: 'https://example.com/a.mp4', first_name: 'Zoë' }],
  ['bill:en', { HEADER_DOCUMENT: 'https://example.com/Bill%201.pdf', first_name: 'Zoë' }],
];
const fileOf = (name: string, type: string) => ({ ...uploadedPicture, name, type });
const contents = [
  { bodies: { WHATSAPP: 'Hello {{name}}' } },
  ...[uploadedPicture, fileOf('Menu.mp4', 'video/mp4'), fileOf('Menu.pdf', 'application/pdf')].map(
    (file) => ({ bodies: { WHATSAPP: 'Menu' }, media: { WHATSAPP: file } }),
  ),
];
const refusals = [
  ...(['invalid number', 'country not allowed', 'opted out', 'invalid sender'] as const),
  ...(['too many requests', 'internal error', 'unavailable'] as const),
].map((refuses) => ({ refuses }));
const api = DescribedApi.in(join(__dirname, '../../test/described-apis.ts')).get('MetaApi');

describe('the requests and responses of Meta fit its description', () => {
  let act: PhoneAct;
  let server: FakeApiServer;
  let sending: EndpointSending<ProviderResult>;
  let exchanges: ReturnType<typeof recordExchanges>;
  let config: WhatsappWorkerConfig;
  beforeEach(async () => {
    act = 'takes';
    exchanges = recordExchanges();
    const fake = new FakeMeta(secrets.appSecret, { conduct: () => act, templates });
    server = await new FakeApiServer({ meta: fake }).start();
    config = {
      ...{ PUBLIC_URL: 'https://carillon.example.com', PROVIDER_API_URL: server.url },
      ...{ WHATSAPP_LEASES: 5, WHATSAPP_CONCURRENCY: 10 },
    } as WhatsappWorkerConfig;
    const provider = new MetaProvider(new FixedClock(new Date()), config);
    sending = new EndpointSending<ProviderResult>('WHATSAPP', provider, sender, null);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await sending.end();
    await server.stop();
  });
  const expectFit = (count: number): void => {
    expect(exchanges.map((each) => api?.faultsIn(each))).toEqual(Array.from({ length: count }, () => []));
  };
  const call = ([contentSid, variables]: (typeof calls)[number]): Promise<ProviderResult> =>
    sending.send(5_000, {}, { bodies: { WHATSAPP: null }, whatsappTemplate: { contentSid, variables } });

  it('for texts and files', async () => {
    for (const content of contents)
      expect(await sending.send(5_000, {}, content)).toMatchObject({ kind: 'sent' });
    expectFit(contents.length);
  });

  it('for templates with each kind of header and button', async () => {
    for (const each of calls) expect(await call(each)).toMatchObject({ kind: 'sent' });
    expectFit(calls.length);
  });

  it('for refused messages', async () => {
    for (act of refusals) expect(await sending.send()).not.toMatchObject({ kind: 'sent' });
    act = 'takes';
    expect(await call(['paused:en', {}])).toMatchObject({ kind: 'failed' });
    expect(await call(['none:en', {}])).toMatchObject({ kind: 'failed' });
    expectFit(refusals.length + 2);
  });

  it('for tests of senders, also with wrong credentials', async () => {
    expect(await sending.provider.tryOut(sender, '+15005550009')).toMatchObject({ ok: true });
    expectFit(4);
    for (const wrong of [{ accessToken: 'a-wrong-token' }, { appSecret: 'another-secret' }])
      await sending.provider.tryOut({ ...sender, secrets: { ...secrets, ...wrong } }, null);
    expectFit(6);
  });

  it('for lists of templates', async () => {
    const provider = new MetaProvider(new FixedClock(new Date()), config);
    const page = await provider.contentTemplates(sender, { after: null, limit: 2 });
    expect(page.items).toHaveLength(2);
    await provider.contentTemplates(sender, { after: page.next, limit: 50 });
    expect(await provider.templateStatuses(sender, ['plain:en'])).toEqual({ 'plain:en': 'APPROVED' });
    await provider.close();
    expectFit(3);
  });
});

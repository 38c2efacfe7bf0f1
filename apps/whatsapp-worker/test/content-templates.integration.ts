import { newId, type OpenSender } from '@carillon/contracts';
import { FakeApiServer, FakeMeta, type MetaTemplate } from '@carillon/fake-providers';
import { TwilioServer } from '@carillon/testing/providers';
import { type WorkerService, manyPeople, ownAccount, startWorker } from '@carillon/testing/workers';
import { worker } from './worker';

const sid = (number: number): string => `HX${String(number).padStart(32, '0')}`;

describe('the templates of a WhatsApp sender', () => {
  let server: TwilioServer;
  let service: WorkerService;
  beforeAll(async () => {
    server = await TwilioServer.start();
    service = await startWorker(worker, server);
  });
  beforeEach(() => server.startOver());
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });
  const page = (sender: OpenSender, after: string | null = null, limit = 2) =>
    service.others.messenger.request('whatsapp.content-templates', { sender, after, limit });
  const statuses = (sender: OpenSender, contentSids: string[]) =>
    service.others.messenger.request('whatsapp.content-template-statuses', { sender, contentSids });

  it('are read from Twilio, page by page', async () => {
    for (const number of [1, 2, 3])
      server.templates.push({
        ...{ sid: sid(number), name: `template_${number}`, language: 'en', category: 'UTILITY' },
        ...{ status: 'approved', variables: { 1: 'Ada' } },
        types: { 'twilio/text': { body: 'Hello {{1}}' } },
      });
    const first = await page(ownAccount(service));
    expect(first.items[0]).toEqual({
      ...{
        contentSid: sid(1),
        name: 'template_1',
        language: 'en',
        status: 'APPROVED',
        rejectionReason: null,
        category: 'UTILITY',
      },
      ...{ body: 'Hello {{1}}', variables: { 1: 'Ada' }, buttons: [], hasMedia: false },
    });
    expect(first.items).toHaveLength(2);
    const second = await page(ownAccount(service), first.next);
    expect([second.items.map(({ name }) => name), second.next]).toEqual([['template_3'], null]);
  });

  it.each([
    [{ status: 401, code: 20003, message: 'Authenticate' }, 'LOGIN_REFUSED', 'Authenticate'],
    [{ status: 404, text: '<html>' }, 'UNEXPECTED_ANSWER', 'HTTP 404'],
    [{ status: 200, text: '{"contents":7}' }, 'ANSWER_UNREADABLE', expect.any(String) as string],
  ])('are not available if Twilio responds with %j', async (behavior, reason, detail) => {
    server.always(behavior);
    await expect(page(ownAccount(service))).rejects.toMatchObject({
      ...{ code: 'provider_failed', detail, extra: { reason } },
    });
  });

  it('are not available without the token', async () => {
    const { sealed: _, ...sender } = ownAccount(service);
    await expect(page({ ...sender, sealed: {} })).rejects.toMatchObject({ code: 'provider_failed' });
    expect(server.requests).toEqual([]);
  });

  it('do not exist at an endpoint', async () => {
    const settings = { url: 'http://127.0.0.1:9/messages' };
    const endpoint = service.addSender(settings, { secret: 'whsec_' }, newId(), 'HTTP');
    await expect(page(endpoint)).rejects.toMatchObject({ code: 'content_templates_unsupported' });
    await expect(statuses(endpoint, [sid(1)])).rejects.toMatchObject({
      code: 'content_templates_unsupported',
    });
  });

  it('of Twilio have a status each', async () => {
    server.templates.splice(0);
    for (const [number, status] of [
      [1, 'approved'],
      [2, 'paused'],
      [3, 'received'],
    ] as const)
      server.templates.push({
        ...{ sid: sid(number), name: `template_${number}`, language: 'en', category: 'UTILITY', status },
        ...{ variables: {}, types: { 'twilio/text': { body: 'Hello' } } },
      });
    const all = [1, 2, 3, 4].map(sid);
    expect(await statuses(ownAccount(service), [...all, 'order:en_US'])).toEqual({
      statuses: {
        ...{ [sid(1)]: 'APPROVED', [sid(2)]: 'PAUSED', [sid(3)]: 'PENDING', [sid(4)]: 'MISSING' },
        'order:en_US': 'MISSING',
      },
    });
    server.always({ status: 401, code: 20003, message: 'Authenticate' });
    await expect(statuses(ownAccount(service), [sid(1)])).rejects.toMatchObject({ code: 'provider_failed' });
  });
});

describe('a WhatsApp sender of Meta', () => {
  const phoneNumberId = '15550783881';
  const template = (name: string, language: string, status: MetaTemplate['status']): MetaTemplate => ({
    ...{ id: '1', name, language, status, category: 'MARKETING' },
    components: [{ type: 'BODY', text: 'Hello {{1}}', example: { body_text: [['Ada']] } }],
  });
  const fake = new FakeMeta('an-app-secret', {
    templates: [
      template('order', 'en_US', 'APPROVED'),
      template('order', 'de', 'PAUSED'),
      template('orders', 'de', 'APPROVED'),
    ],
    conduct: ({ to }) =>
      to.endsWith('1002') ? { refuses: 'opted out' } : to.endsWith('1003') ? 'resets' : 'takes',
  });
  const api = new FakeApiServer({ meta: fake });
  let twilio: TwilioServer;
  let service: WorkerService;
  beforeAll(async () => {
    await api.start();
    twilio = await TwilioServer.start();
    service = await startWorker(worker, twilio, { PROVIDER_API_URL: api.url });
  });
  afterAll(async () => {
    await service.stop();
    await twilio.stop();
    await api.stop();
  });
  const account = (accessToken = 'EAAG-a-token'): OpenSender =>
    service.addSender(
      { phoneNumberId, businessAccountId: '102290129340398' },
      { accessToken, appSecret: 'an-app-secret' },
      newId(),
      'META',
    );

  it('sends a batch, and reports each result', async () => {
    const people = manyPeople(5);
    const { outcomes } = await service.result(await service.offer(account(), people));
    expect(outcomes).toMatchObject([
      { kind: 'sent', providerId: expect.stringMatching(/^wamid/) as unknown },
      { kind: 'sent' },
      { kind: 'failed', permanent: true, reason: 'OPTED_OUT', providerCode: '131050' },
      { kind: 'unknown' },
      { kind: 'sent' },
    ]);
    expect(fake.requests).toBe(5);
    expect(fake.messages.map(({ to }) => to).sort()).toEqual([0, 1, 3, 4].map((at) => people[at]?.address));
  });

  it('has templates in pages, with a status for each language', async () => {
    const page = (after: string | null) =>
      service.others.messenger.request('whatsapp.content-templates', { sender: account(), after, limit: 2 });
    const first = await page(null);
    expect(first.items).toMatchObject([
      { contentSid: 'order:en_US', status: 'APPROVED', variables: { 1: 'Ada' } },
      { contentSid: 'order:de', status: 'PAUSED' },
    ]);
    const second = await page(first.next);
    expect([second.items.map(({ name }) => name), second.next]).toEqual([['orders'], null]);
    const contentSids = ['order:en_US', 'order:de', 'order:fr', sid(1)];
    const asked = { sender: account(), contentSids };
    expect(await service.others.messenger.request('whatsapp.content-template-statuses', asked)).toEqual({
      statuses: {
        'order:en_US': 'APPROVED',
        'order:de': 'PAUSED',
        'order:fr': 'MISSING',
        [sid(1)]: 'MISSING',
      },
    });
  });

  it('has no templates with a wrong token', async () => {
    const asked = { sender: account('a-wrong-token'), after: null, limit: 2 };
    await expect(service.others.messenger.request('whatsapp.content-templates', asked)).rejects.toMatchObject(
      { code: 'provider_failed', extra: { reason: 'LOGIN_REFUSED' } },
    );
  });

  it('learns its standing when it is tested', async () => {
    const check = await service.others.messenger.request('whatsapp.check', {
      sender: account(),
      address: null,
    });
    expect(check).toMatchObject({
      ok: true,
      standing: { number: `+${phoneNumberId}`, quality: 'HIGH', messagingLimit: 2_000 },
    });
  });
});

import { newId, type OpenSender } from '@carillon/contracts';
import { TwilioServer, type WorkerService, ownAccount, startWorker } from '@carillon/testing';
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
  });
});

import { TwilioServer } from '@carillon/testing/providers';
import { twilioAccount } from './twilio-account';
import { TwilioClient } from './twilio-client';
import { templatePage } from './content-templates';

const sid = (kind: string, number: number): string => kind + String(number).padStart(32, '0');
const account = twilioAccount({ accountSid: sid('AC', 1), from: '+15005550006' }, { authToken: 'the token' });
const only = (fields: object) => templatePage({ instances: [{ sid: 'HX1', ...fields }] }).items[0];

describe('the templates of an account at Twilio', () => {
  let server: TwilioServer;
  let client: TwilioClient;
  beforeEach(async () => {
    server = await TwilioServer.start();
    client = new TwilioClient(server.url, 10);
  });
  afterEach(async () => {
    client.close();
    await server.stop();
  });
  const page = (after: string | null, limit = 50) =>
    client.contentTemplates(account, { after, limit }, 60_000);

  it('are listed page by page, at most 50 at once', async () => {
    const template = { language: 'en', category: 'UTILITY', status: 'approved', variables: {} } as const;
    server.templates.push(
      ...Array.from({ length: 120 }, (_, number) => ({
        ...{ ...template, sid: sid('HX', number), name: `template_${number}` },
        types: { 'twilio/text': { body: 'Hello' } },
      })),
    );
    const found: string[] = [];
    let after: string | null = null;
    do {
      const part = await page(after, 100);
      if (part.kind !== 'page') throw new Error(part.reason);
      found.push(...part.items.map(({ name }) => name));
      after = part.next;
    } while (after !== null);
    expect(found).toEqual(Array.from({ length: 120 }, (_, number) => `template_${number}`));
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/v1/ContentAndApprovals?PageSize=50',
      '/v1/ContentAndApprovals?PageSize=50&PageToken=PT50',
      '/v1/ContentAndApprovals?PageSize=50&PageToken=PT100',
    ]);
    expect(server.requests[0]).toMatchObject({ username: sid('AC', 1), password: 'the token' });
  });

  it('cannot be listed with a wrong token', async () => {
    server.always({ code: 20003 });
    expect(await page(null)).toMatchObject({ kind: 'providerDown', reason: 'LOGIN_REFUSED', code: '20003' });
  });

  it.each([
    '{}',
    '[]',
    '{"contents":{}}',
    '{"contents":[{"sid":"HX1"}],"meta":{"next_page_url":"next","key":"contents"}}',
  ])('cannot be read from %s', async (body) => {
    server.always({ status: 200, text: body });
    expect(await page(null)).toMatchObject({ kind: 'unknown', reason: 'ANSWER_UNREADABLE' });
  });
});

describe('a template at Twilio', () => {
  it('has its text, its buttons, its variables, and its approval', () => {
    expect(
      only({
        friendlyName: 'offer',
        language: 'en',
        variables: { 1: 'Ada' },
        types: {
          'twilio/quick-reply': { body: 'Hello {{1}}', actions: [{ id: 'a', title: 'Yes' }, { id: 'b' }] },
        },
        approvalRequests: { status: 'rejected', rejection_reason: 'INVALID_FORMAT', category: 'MARKETING' },
      }),
    ).toEqual({
      ...{ contentSid: 'HX1', name: 'offer', language: 'en', body: 'Hello {{1}}', hasMedia: false },
      ...{
        category: 'MARKETING',
        status: 'REJECTED',
        rejectionReason: 'INVALID_FORMAT',
        variables: { 1: 'Ada' },
        buttons: ['Yes'],
      },
    });
  });

  it.each([
    [{ 'twilio/media': { body: 'Look', media: ['https://example.com/a.png'] } }, 'Look', true],
    [{ 'twilio/card': { title: 'Spring', subtitle: 'Until Sunday' } }, 'Spring\nUntil Sunday', false],
    [{ 'whatsapp/authentication': { add_security_recommendation: true } }, null, false],
    [{}, null, false],
    [null, null, false],
  ])('of the types %j has the text %j', (types, body, hasMedia) => {
    expect(only({ types })).toMatchObject({ body, hasMedia });
  });

  it.each([
    [{ status: 'approved' }, 'APPROVED'],
    [{ status: 'received' }, 'PENDING'],
    [{ status: 'paused' }, 'PAUSED'],
    [{ status: 'in appeal' }, 'UNSUBMITTED'],
    [[{ status: 'approved' }], 'APPROVED'],
    [[], 'UNSUBMITTED'],
    [null, 'UNSUBMITTED'],
    ['approved', 'UNSUBMITTED'],
  ])('with the approval %j is %s', (approvalRequests, status) => {
    expect(only({ approvalRequests })).toMatchObject({ status });
  });

  it('without an ID is left out', () => {
    expect(templatePage({ instances: [{ friendlyName: 'lost' }, { sid: 7 }] }).items).toEqual([]);
  });

  it('has texts of limited length', () => {
    expect(only({ types: { 'twilio/text': { body: 'x'.repeat(10_000) } } })?.body).toHaveLength(4_000);
  });
});

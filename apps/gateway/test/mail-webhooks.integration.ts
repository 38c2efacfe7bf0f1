import {
  type EventName,
  type MailProvider,
  type Payload,
  deliveryId,
  mailProviders,
  newId,
} from '@carillon/contracts';
import { mailFeedbackSources } from '@carillon/feedback';
import { eventually } from '@carillon/testing';
import { BounceAddresses, parseKeyRing } from '@carillon/vault';
import {
  FakeSns,
  type Hook,
  type HookMaker,
  mailgunFailure,
  mailgunHook,
  mailgunHooks,
  postmarkHooks,
  sendgridBounce,
  sendgridEvent,
  sendgridHook,
  sendgridHooks,
  sesHooks,
} from '../../../libs/feedback/test/webhooks';
import type { Answer } from './answer';
import { USER } from './callers';
import { Gateway, LINK_KEYS } from './gateway';

const delivery = deliveryId('65e1c0000000000000000001-0000001024', 7);
const token = new BounceAddresses(parseKeyRing(LINK_KEYS)).token(delivery) ?? '';
const senderId = newId();
const now = new Date(Math.floor(Date.now() / 1_000) * 1_000);
const ago = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);

let gateway: Gateway;
let other: Gateway;
let sns: FakeSns;
let hooks: Record<MailProvider, HookMaker>;
let fetched: jest.SpyInstance;
const account = { isAway: false, addresses: null as string | null };
const published: { name: EventName; payload: unknown }[] = [];

beforeAll(async () => {
  sns = await FakeSns.start();
  hooks = { SES: sesHooks(sns), SENDGRID: sendgridHooks, MAILGUN: mailgunHooks, POSTMARK: postmarkHooks };
  fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(sns.fetch);
  const sources = mailFeedbackSources();
  gateway = await Gateway.start({
    // In the same way as the account service.
    'sender.verify-webhooks': ({ webhooks }) => ({
      results: webhooks.map(({ senderId: id, provider, ...signed }) => {
        if (account.isAway) return null;
        const isKnown = id === senderId;
        const name = provider as MailProvider;
        const isRight = isKnown && sources[name].isRight(hooks[name].key, signed);
        const { addresses } = account;
        return { isKnown, verified: isRight ? { userId: USER, channel: 'EMAIL' as const, addresses } : null };
      }),
    }),
    'sender.create': ({ by: _by, sealed: _sealed, isOnly: _isOnly, ...sender }) => ({
      ...sender,
      isDefault: true,
      ...{ status: 'UNTESTED', statusReason: null, checkedAt: null },
      ...{ createdAt: now.toISOString(), updatedAt: now.toISOString() },
    }),
    'sender.find-existing': ({ ids }) => ({ existing: ids.filter((id) => id === senderId) }),
  });
  const note =
    <N extends EventName>(name: N) =>
    (payload: Payload<N>): void =>
      void published.push({ name, payload });
  await gateway.others.hear('dispatcher.callbacks', {
    'delivery.reported': note('delivery.reported'),
    'delivery.returned': note('delivery.returned'),
  });
  other = await gateway.another({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await other.close();
  await gateway.close();
  fetched.mockRestore();
});
beforeEach(() => {
  published.length = 0;
  sns.visits.length = 0;
  Object.assign(account, { isAway: false, addresses: null });
});

const post = (
  provider: MailProvider,
  { headers, body }: Hook,
  id = senderId,
  by = gateway,
): Promise<Answer> =>
  by.plain('POST', `/api/v1/callbacks/email/${provider.toLowerCase()}/${id}`, { headers, body });
const statusOf = async (...call: Parameters<typeof post>): Promise<number> => (await post(...call)).status;
const verifications = (): number =>
  gateway.payloads('sender.verify-webhooks').flatMap(({ webhooks }) => webhooks).length;

async function publishes(count: number): Promise<void> {
  await eventually(() => published.length >= count);
  expect(published).toHaveLength(count);
}

describe.each(mailProviders)('a webhook of %s', (provider) => {
  it('gets a response after its bounce, complaint, and delivery are published', async () => {
    const of = hooks[provider];
    for (const hook of [of.bounce(token, now), of.complaint(token, now), of.delivery(token, now)])
      expect(await statusOf(provider, hook)).toBe(200);
    await publishes(3);
    const about = { deliveryId: delivery, senderId, at: now.toISOString() };
    expect(published).toEqual([
      {
        name: 'delivery.returned',
        payload: {
          ...about,
          ...{ feedback: 'BOUNCED', isHard: true, reason: 'NO_SUCH_ADDRESS' },
          ...{ providerCode: '550 5.1.1', consequence: 'SUPPRESS' },
        },
      },
      {
        name: 'delivery.returned',
        payload: expect.objectContaining({
          ...about,
          feedback: 'COMPLAINED',
          reason: 'COMPLAINT',
        }) as unknown,
      },
      {
        name: 'delivery.reported',
        payload: expect.objectContaining({ ...about, state: 'DELIVERED', permanent: false }) as unknown,
      },
    ]);
  });

  it('is rejected if it is forged, or for an unknown integration', async () => {
    const of = hooks[provider];
    const answer = await post(provider, of.forged(token, now));
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([403, 'invalid_signature']);
    expect(await statusOf(provider, of.bounce(token, now), newId())).toBe(403);
    expect(await statusOf(provider, of.bounce(token, now), 'x')).toBe(403);
    const before = verifications();
    expect(await statusOf(provider, { headers: { 'content-type': 'application/json' }, body: '{}' })).toBe(
      403,
    );
    expect(verifications()).toBe(before);
    expect(published).toEqual([]);
  });

  it('about a delivery without a valid signature changes nothing', async () => {
    const made = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await statusOf(provider, hooks[provider].bounce(made, now))).toBe(200);
    expect(await statusOf(provider, hooks[provider].bounce(token, now))).toBe(200);
    await publishes(1);
  });

  it('gets an error for a retry while the account service is unavailable', async () => {
    account.isAway = true;
    const hook = hooks[provider].bounce(token, now);
    const answer = await post(provider, hook);
    expect(answer.status).toBe(503);
    account.isAway = false;
    expect(await statusOf(provider, hook)).toBe(200);
    await publishes(1);
  });
});

it('an unknown provider is rejected like a forged webhook', async () => {
  const { headers, body } = postmarkHooks.bounce(token, now);
  const path = `/api/v1/callbacks/email/another/${senderId}`;
  expect((await gateway.plain('POST', path, { headers, body })).status).toBe(403);
});

it('an old webhook is rejected without a request', async () => {
  const before = verifications();
  expect(await statusOf('SENDGRID', sendgridHooks.bounce(token, ago(26)))).toBe(403);
  expect(await statusOf('MAILGUN', mailgunHooks.bounce(token, ago(10)))).toBe(403);
  expect(await statusOf('MAILGUN', mailgunHooks.bounce(token, ago(-1)))).toBe(403);
  expect(verifications()).toBe(before);
  expect(await statusOf('SES', hooks.SES.bounce(token, ago(3)))).toBe(403);
  expect(await statusOf('SENDGRID', sendgridHooks.bounce(token, ago(23)))).toBe(200);
  await publishes(1);
  expect(published[0]?.payload).toMatchObject({ at: ago(23).toISOString() });
});

it('a Mailgun token is accepted once, regardless of the content', async () => {
  const once = 'b'.repeat(50);
  expect(await statusOf('MAILGUN', mailgunHook(mailgunFailure(token, now), now, once))).toBe(200);
  const another = mailgunFailure(token, now, { event: 'complained' });
  expect(await statusOf('MAILGUN', mailgunHook(another, now, once))).toBe(403);
  await publishes(1);
});

it('a SendGrid batch is accepted, except a malformed event', async () => {
  const many = Array.from({ length: 450 }, () => sendgridEvent(token, now, { event: 'delivered' }));
  const events = [sendgridBounce(token, now), 7, sendgridEvent(token, now, { event: 'open' }), ...many];
  expect(await statusOf('SENDGRID', sendgridHook(events, now))).toBe(200);
  await publishes(451);
});

it('invalid JSON is 400, even with a valid signature', async () => {
  expect(await statusOf('SENDGRID', sendgridHook('[{', now))).toBe(400);
});

it('an SNS topic is confirmed at SNS, and again after a failure', async () => {
  const url = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=x&Token=y';
  fetched.mockImplementationOnce(() => Promise.reject(new Error('away')));
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push(await statusOf('SES', sns.subscription(url, now)));
  expect(answers.at(-1)).toBe(200);
  expect(sns.visits.filter((each) => each === url).length).toBeGreaterThan(0);
  sns.visits.length = 0;
  const elsewhere = url.replace('amazonaws.com', 'example.com');
  expect(await statusOf('SES', sns.subscription(elsewhere, now))).toBe(200);
  expect(sns.visits).toEqual([]);
});

it('an integration can restrict the addresses of webhooks', async () => {
  account.addresses = '192.0.2.7, 198.51.100.0/24';
  const from = (address: string): Promise<number> => {
    const { headers, body } = postmarkHooks.bounce(token, now);
    return statusOf(
      'POSTMARK',
      { headers: { ...headers, 'x-forwarded-for': address }, body },
      senderId,
      other,
    );
  };
  expect(await from('203.0.113.1')).toBe(403);
  expect(await from('198.51.100.20')).toBe(200);
  expect(await from('192.0.2.7')).toBe(200);
  await publishes(2);
});

it('forged webhooks from one network cost few requests, and do not block other networks', async () => {
  const from = (address: string, hook: Hook): Promise<number> => {
    const headers = { ...hook.headers, 'x-forwarded-for': address };
    return statusOf('SENDGRID', { ...hook, headers }, senderId, other);
  };
  const forged = sendgridHooks.forged(token, now);
  const statuses: number[] = [];
  for (let n = 0; n < 15; n++)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => from('203.0.113.9', forged)))));
  expect(statuses.slice(0, 100)).not.toContain(429);
  // One more is verified each second, with those that arrive at the same time.
  expect(statuses.slice(100).filter((status) => status === 429).length).toBeGreaterThan(10);
  let before = verifications();
  while ((await from('203.0.113.9', forged)) !== 429) before = verifications();
  expect(verifications()).toBe(before);
  expect(await from('198.51.100.1', sendgridHooks.bounce(token, now))).toBe(200);
  await publishes(1);
});

it('the address of the webhook is returned with a provider, and an invalid key is rejected', async () => {
  const settings = {
    host: 'smtp.example.com',
    port: 587,
    security: 'starttls',
    fromAddress: 'news@example.com',
  };
  const create = async (feedback: object) => {
    const body = { channel: 'EMAIL', name: 'Ours', settings: { ...settings, ...feedback } };
    return (await gateway.call('POST', '/integrations', { body })).body as {
      data?: { createIntegration: Record<string, unknown> };
      errors?: { field: string; code: string }[];
    };
  };
  const bare = (await create({})).data?.createIntegration;
  expect(bare?.webhookUrl).toBeNull();
  for (const provider of mailProviders) {
    const { key } = hooks[provider];
    const answer = await create({ feedbackProvider: provider, feedbackKey: key });
    expect(answer).not.toHaveProperty('code');
    const created = answer.data?.createIntegration;
    const path = `/api/v1/callbacks/email/${provider.toLowerCase()}/${String(created?._id)}`;
    expect(created).toMatchObject({
      webhookUrl: `https://carillon.example.com${path}`,
      settings: { feedbackProvider: provider },
      secrets: { feedbackKey: `…${key.slice(-4)}` },
    });
    expect(JSON.stringify(created)).not.toContain(key);
  }
  const wrong = { field: 'settings.feedbackKey', code: 'not_allowed' };
  expect((await create({ feedbackProvider: 'SES', feedbackKey: 'x' })).errors).toMatchObject([wrong]);
  expect((await create({ feedbackProvider: 'SES' })).errors).toMatchObject([{ ...wrong, code: 'required' }]);
  const blocks = {
    feedbackProvider: 'POSTMARK',
    feedbackKey: postmarkHooks.key,
    feedbackAddresses: '192.0.2.0/33',
  };
  expect((await create(blocks)).errors).toMatchObject([{ field: 'settings.feedbackAddresses' }]);
});

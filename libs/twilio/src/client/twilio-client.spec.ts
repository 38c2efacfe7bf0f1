import { inspect } from 'node:util';
import { type TwilioBehavior, TwilioServer } from '@carillon/testing/providers';
import { type TwilioAccount, twilioAccount } from './twilio-account';
import { TwilioClient } from './twilio-client';

const sid = (kind: string): string => kind + '0123456789abcdef'.repeat(2);
const secrets = { authToken: 'the token', apiKeySecret: 'the secret' };
const settings = { accountSid: sid('AC'), from: '+15005550006' };
const withKey = { ...settings, apiKeySid: sid('SK') };
const message = { to: '+15005550009', body: 'Grüße & 漢字 😀\n+1' };

describe('the client of Twilio', () => {
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
  const send = (account: TwilioAccount = twilioAccount(settings, secrets), timeoutMs = 60_000) =>
    client.send(account, message, timeoutMs);

  it('creates a message', async () => {
    const callback = 'https://example.org/status?delivery=a-1';
    const account = twilioAccount(settings, secrets);
    const sent = await client.send(
      account,
      { ...message, statusCallback: callback, validityPeriod: 60 },
      60_000,
    );
    expect(sent).toEqual({ kind: 'sent', providerId: expect.stringMatching(/^SM[0-9a-f]{32}$/) as unknown });
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: `/2010-04-01/Accounts/${sid('AC')}/Messages.json`,
        username: sid('AC'),
        password: 'the token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ]);
    expect(server.messages).toEqual([
      {
        To: message.to,
        From: '+15005550006',
        Body: message.body,
        StatusCallback: callback,
        ValidityPeriod: '60',
      },
    ]);
  });

  it('uses the path of the server’s URL', async () => {
    client = new TwilioClient(`${server.url}/twilio/`, 10);
    await send();
    expect(server.requests[0]?.path).toBe(`/twilio/2010-04-01/Accounts/${sid('AC')}/Messages.json`);
  });

  it('authenticates with an API key if there is one', async () => {
    await send(twilioAccount(withKey, secrets));
    expect(server.requests[0]).toMatchObject({
      path: `/2010-04-01/Accounts/${sid('AC')}/Messages.json`,
      username: sid('SK'),
      password: 'the secret',
    });
  });

  it.each([
    ['token', settings, { apiKeySecret: 'the secret' }],
    ['secret', withKey, { authToken: 'the token' }],
  ])('sends no request without the %s', async (_, known, sealed) => {
    expect(await send(twilioAccount(known, sealed as Record<string, string>))).toMatchObject({
      kind: 'providerDown',
      reason: 'CREDENTIALS_MISSING',
    });
    expect(server.requests).toEqual([]);
  });

  it('sends once, regardless of the response', async () => {
    const behaviors = [
      { status: 429, code: 20429 },
      { status: 503, code: 20503 },
      'resets',
      'hangs up',
    ] as const;
    for (const behavior of behaviors) {
      server.always(behavior);
      await send();
    }
    expect(server.requests).toHaveLength(behaviors.length);
  });

  it.each([
    ['malformed', { status: 201, text: '{"sid": "SM' }],
    ['something else', { status: 200, text: '<html>Log in</html>' }],
    ['without an ID', { status: 201, text: '{"status": "queued"}' }],
    ['no object', { status: 201, text: 'null' }],
  ])('reports an unknown result for a response that is %s', async (_, behavior) => {
    server.always(behavior);
    expect(await send()).toMatchObject({ kind: 'unknown', reason: 'ANSWER_UNREADABLE' });
  });

  it('reads a refusal of Twilio', async () => {
    server.always({ status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' });
    expect(await send()).toEqual({
      kind: 'failed',
      reason: 'OPTED_OUT',
      permanent: true,
      code: '21610',
      suppress: 'STOPPED',
      sender: '+15005550006',
      detail: 'Attempt to send to unsubscribed recipient',
    });
  });

  it.each<TwilioBehavior[]>([
    ['resets'],
    ['keeps silent'],
    [{ status: 500 }],
    [{ status: 401, code: 20003, message: 'Authenticate' }],
  ])('reveals no secret when the server responds with %j', async (behavior) => {
    server.always(behavior);
    const output = inspect(await send(undefined, 200), { depth: 10 });
    expect(output).not.toMatch(/the token|Basic|dGhlIHRva2Vu/);
  });

  it('accepts an account with a token that verifies callbacks', async () => {
    expect(await client.tryOut(twilioAccount(withKey, secrets), null, 60_000)).toBeNull();
    expect(server.requests).toMatchObject([
      { path: `/2010-04-01/Accounts/${sid('AC')}.json`, username: sid('AC'), password: 'the token' },
      { method: 'GET', username: sid('SK'), password: 'the secret' },
    ]);
    expect(server.messages).toEqual([]);
  });

  it.each([
    ['refuses the login', { status: 401, code: 20003, message: 'Authenticate' }, 'LOGIN_REFUSED'],
    ['has closed the account', { status: 200, text: '{"status": "suspended"}' }, 'ACCOUNT_SUSPENDED'],
    ['has a server error', { status: 502 }, 'SERVER_ERROR'],
  ])('rejects an account when Twilio %s', async (_, behavior, reason) => {
    server.always(behavior);
    expect(await client.tryOut(twilioAccount(settings, secrets), message, 60_000)).toMatchObject({ reason });
  });

  it('sends one message in a test of an account if an address is given', async () => {
    expect(await client.tryOut(twilioAccount(settings, secrets), message, 60_000)).toBeNull();
    expect(server.messages).toHaveLength(1);
    server.when(message.to, { status: 400, code: 21211 });
    expect(await client.tryOut(twilioAccount(settings, secrets), message, 60_000)).toMatchObject({
      reason: 'INVALID_ADDRESS',
    });
  });

  it('ends a test of an account within its time limit', async () => {
    server.always('takes slowly');
    expect(await client.tryOut(twilioAccount(withKey, secrets), message, 450)).toMatchObject({
      reason: 'SERVER_TIMEOUT',
    });
    expect(server.messages).toEqual([]);
  });

  it('sends through a messaging service, which chooses the sender', async () => {
    const { accountSid } = settings;
    await send(twilioAccount({ accountSid, messagingServiceSid: sid('MG') }, secrets));
    expect(server.messages).toEqual([{ To: message.to, MessagingServiceSid: sid('MG'), Body: message.body }]);
  });

  it('keeps its connections open, and sends many messages at once', async () => {
    const results = await Promise.all(Array.from({ length: 200 }, () => send()));
    expect(results.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect(server.connections).toBe(10);
    expect(new Set(results.map((result) => (result.kind === 'sent' ? result.providerId : ''))).size).toBe(
      200,
    );
  });
});

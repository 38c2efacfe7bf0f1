import { createHash, createHmac, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { arrivedFor, ask, cleanUp, runningSandbox } from './running-sandbox';
import { Receiver } from './twilio-client';
import { untilTrue } from './until-true';
import { type Sandbox } from '../src/sandbox';

const receiver = new Receiver();
beforeAll(() => receiver.listen());
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers = [];
});
afterEach(cleanUp);

const person = '+12025550101';
const environment = { CALLBACK_STEP_MS: '10' };
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

function vonageToken(applicationId: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { application_id: applicationId, iat: now, exp: now + 900, jti: 'once' };
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

const keys = { vonage: vonageToken('01234567-89ab-4cde-8f01-23456789abcd'), telnyx: 'KEY0123456789' };
type Name = keyof typeof keys;

async function post({ twilioPort }: Sandbox, name: Name, body: object, key = keys[name]) {
  const path = { vonage: '/v1/messages', telnyx: '/v2/messages' }[name];
  const answer = await fetch(`http://127.0.0.1:${twilioPort}/${name}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

function messageTo(name: Name, to: string): object {
  const webhook_url = `${receiver.url}/hook?delivery=x`;
  const text = 'Hi';
  return name === 'vonage'
    ? {
        ...{ channel: 'sms', message_type: 'text', to: to.slice(1), from: '15005550006', text },
        ...{ client_ref: 'x', webhook_url, webhook_version: 'v1' },
      }
    : { to, from: '+15005550006', text, type: 'SMS', webhook_url };
}

/** Verifies a webhook with the values in docs/sandbox.md. */
function isSigned(name: Name, headers: Record<string, unknown>, body: string): boolean {
  if (name === 'telnyx') {
    const der = Buffer.from('MCowBQYDK2VwAyEA7Glu4Uf+O7b63z7su9gyyZisgKl3l385GgxgoUkDc3o=', 'base64');
    const data = Buffer.from(`${String(headers['telnyx-timestamp'])}|${body}`);
    const signature = Buffer.from(String(headers['telnyx-signature-ed25519']), 'base64');
    return verify(null, data, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
  }
  const [header = '', claims = '', mac] = String(headers.authorization).replace('Bearer ', '').split('.');
  const expected = createHmac('sha256', 'signature-secret-of-the-sandbox').update(`${header}.${claims}`);
  const { payload_hash: hash } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    payload_hash: string;
  };
  return mac === expected.digest('base64url') && hash === createHash('sha256').update(body).digest('hex');
}

describe.each(['vonage', 'telnyx'] as const)('%s', (name) => {
  it('puts messages into the inbox, and reports their statuses with signed webhooks', async () => {
    const sandbox = await runningSandbox(environment);
    const answer = await post(sandbox, name, messageTo(name, person));
    expect(answer.status).toBe(name === 'vonage' ? 202 : 200);
    expect(await arrivedFor(sandbox, person)).toMatchObject([
      { channel: 'SMS', to: person, from: '+15005550006', text: 'Hi' },
    ]);
    expect(await untilTrue(() => receiver.received.length === 2, 5_000)).toBe(true);
    for (const { headers, body } of receiver.received) expect(isSigned(name, headers, body)).toBe(true);
    expect(receiver.received.map(({ body }) => /"(?:submitted|sent|delivered)"/.exec(body)?.[0])).toEqual([
      name === 'vonage' ? '"submitted"' : '"sent"',
      '"delivered"',
    ]);
  });

  it('posts replies to the same URL, and refuses messages after STOP', async () => {
    const sandbox = await runningSandbox({ ...environment, CALLBACK_STEP_MS: '60000' });
    await post(sandbox, name, messageTo(name, person));
    const body = JSON.stringify({ channel: 'SMS', from: person, to: '+15005550006', text: 'STOP' });
    const headers = { 'content-type': 'application/json' };
    expect((await ask(sandbox, '/api/replies', { method: 'POST', headers, body })).status).toBe(201);
    const [hook] = receiver.received;
    expect([hook?.url, isSigned(name, hook?.headers ?? {}, hook?.body ?? '')]).toEqual([
      `${receiver.url}/hook`,
      true,
    ]);
    expect(hook?.body).toContain('"text":"STOP"');
    expect((await post(sandbox, name, messageTo(name, person))).status).toBe(name === 'vonage' ? 422 : 400);
  });

  it.each([
    ['+15005550001', 'invalid', { vonage: 422, telnyx: 400 }],
    ['+15005550110', 'an internal error', { vonage: 500, telnyx: 500 }],
    ['+19295550110', 'busy', { vonage: 429, telnyx: 429 }],
  ])('has the misbehaving numbers of Twilio: %s is %s', async (to, _, statuses) => {
    const sandbox = await runningSandbox(environment);
    expect((await post(sandbox, name, messageTo(name, to))).status).toBe(statuses[name]);
    expect(await arrivedFor(sandbox, to)).toEqual([]);
  });

  it('refuses wrong keys and invalid messages', async () => {
    const sandbox = await runningSandbox(environment);
    const wrong = { vonage: vonageToken('00000000-0000-0000-0000-000000000000'), telnyx: 'wrong-key-1' };
    expect((await post(sandbox, name, messageTo(name, person), wrong[name])).status).toBe(401);
    expect((await post(sandbox, name, {})).status).toBe(422);
    expect((await post(sandbox, name, messageTo(name, '+12'))).status).toBe(name === 'vonage' ? 422 : 400);
    const unnamed = { ...messageTo(name, person), webhook_url: 'no URL' };
    expect((await post(sandbox, name, unnamed)).status).toBe(422);
  });
});

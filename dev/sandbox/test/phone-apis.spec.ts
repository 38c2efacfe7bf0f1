import { createHash, createHmac, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
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

describe('meta', () => {
  const token = 'EAAG-a-token';
  const account = '/meta/v25.0/102290129340398';
  const number = '/meta/v25.0/15005550006';
  const request = async (
    { twilioPort }: Sandbox,
    method: string,
    path: string,
    body?: object,
    key = token,
  ) => {
    const answer = await fetch(`http://127.0.0.1:${twilioPort}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const message = (to: string, changes: object = {}) => ({
    ...{
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      type: 'text',
      text: { body: 'Hi' },
    },
    ...{ biz_opaque_callback_data: 'x', ...changes },
  });
  const codeOf = async (sandbox: Sandbox, body: object, to = person) => {
    const answer = await request(sandbox, 'POST', `${number}/messages`, { ...message(to), ...body });
    return (answer.body as { error?: { code: number } }).error?.code ?? answer.status;
  };
  const template = (name: string, components: object[], code = 'en') => ({
    ...{ type: 'template', text: undefined },
    template: { name, language: { code }, components },
  });
  const values = (type: string, ...parameters: object[]) => ({ type, parameters });
  const aText = (text: string, parameter_name?: string) => ({ type: 'text', text, parameter_name });

  /** A receiver that answers the challenge of Meta, as the gateway does. */
  const connected = async (sandbox: Sandbox, verify_token = 'a-token') => {
    const hooks: { signature: string; body: string }[] = [];
    const server = createServer((hook, response) => {
      const query = new URL(hook.url ?? '', 'http://localhost').searchParams;
      if (hook.method === 'GET') {
        const isRight = query.get('hub.verify_token') === 'a-token';
        response.writeHead(isRight ? 200 : 403).end(query.get('hub.challenge'));
        return;
      }
      void text(hook).then((body) => {
        hooks.push({ signature: String(hook.headers['x-hub-signature-256']), body });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const override_callback_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const body = { override_callback_uri, verify_token };
    const { status } = await request(sandbox, 'POST', `${account}/subscribed_apps`, body);
    return { status, hooks, server };
  };

  it('reports statuses and replies of its account with signed webhooks, after a challenge', async () => {
    const sandbox = await runningSandbox(environment);
    const refused = await connected(sandbox, 'another');
    refused.server.close();
    expect(refused.status).toBe(400);
    const { status, hooks, server } = await connected(sandbox);
    expect(status).toBe(200);
    expect((await request(sandbox, 'POST', `${number}/messages`, message(person))).status).toBe(200);
    expect(await arrivedFor(sandbox, person)).toMatchObject([
      { channel: 'WHATSAPP', to: person, from: '+15005550006', text: 'Hi' },
    ]);
    expect(await untilTrue(() => hooks.length === 2, 5_000)).toBe(true);
    const reply = JSON.stringify({ channel: 'WHATSAPP', from: person, to: '+15005550006', text: 'Grüße' });
    const headers = { 'content-type': 'application/json' };
    expect((await ask(sandbox, '/api/replies', { method: 'POST', headers, body: reply })).status).toBe(201);
    server.close();
    for (const { signature, body } of hooks) {
      const mac = createHmac('sha256', 'app-secret-of-the-sandbox').update(body).digest('hex');
      expect(signature).toBe(`sha256=${mac}`);
      expect(JSON.parse(body)).toMatchObject({
        object: 'whatsapp_business_account',
        entry: [
          {
            id: '102290129340398',
            changes: [{ field: 'messages', value: { metadata: { phone_number_id: '15005550006' } } }],
          },
        ],
      });
    }
    expect(hooks.map(({ body }) => /"status":"(\w+)"|Gr\\u00fc\\u00dfe/.exec(body)?.[0])).toEqual([
      '"status":"sent"',
      '"status":"delivered"',
      'Gr\\u00fc\\u00dfe',
    ]);
  });

  it('describes the number, and lists templates in pages', async () => {
    const sandbox = await runningSandbox(environment);
    const fields = 'display_phone_number,quality_rating,whatsapp_business_manager_messaging_limit';
    expect((await request(sandbox, 'GET', `${number}?fields=${fields}`)).body).toEqual({
      ...{ display_phone_number: '+15005550006', quality_rating: 'GREEN', id: '15005550006' },
      whatsapp_business_manager_messaging_limit: 'TIER_2K',
    });
    expect((await request(sandbox, 'GET', `${number}?fields=color`)).status).toBe(400);
    const first = await request(sandbox, 'GET', `${account}/message_templates?limit=4`);
    const { data, paging } = first.body as { data: object[]; paging: { cursors: { after: string } } };
    expect(data).toHaveLength(4);
    const next = `${account}/message_templates?limit=4&after=${paging.cursors.after}`;
    expect((await request(sandbox, 'GET', next)).body.data).toMatchObject([
      { status: 'PAUSED' },
      { status: 'REJECTED' },
    ]);
  });

  it('checks the components of templates', async () => {
    const sandbox = await runningSandbox(environment);
    const two = values('body', aText('Ada'), aText('42'));
    expect(await codeOf(sandbox, template('order_ready', [two], 'en_US'))).toBe(200);
    expect((await arrivedFor(sandbox, person))[0]).toMatchObject({
      text: 'Hello Ada, your order 42 is ready to collect.',
    });
    expect(await codeOf(sandbox, template('order_ready', [values('body', aText('Ada'))], 'en_US'))).toBe(
      132000,
    );
    expect(
      await codeOf(sandbox, template('order_ready', [values('body', aText('A\nb'), aText('1'))], 'en_US')),
    ).toBe(132012);
    expect(await codeOf(sandbox, template('order_ready', [two], 'fr'))).toBe(132001);
    expect(await codeOf(sandbox, template('feedback_request', [values('body', aText('Ada'))]))).toBe(132015);
    expect(await codeOf(sandbox, template('flash_sale', [values('body', aText('Ada'))]))).toBe(132001);
    const named = [values('header', aText('Oslo', 'place')), values('body', aText('Ada', 'first_name'))];
    expect(await codeOf(sandbox, template('weekend_offer', named))).toBe(131008);
    const button = { type: 'button', sub_type: 'url', index: '0', parameters: [aText('spring')] };
    expect(await codeOf(sandbox, template('weekend_offer', [...named, button]))).toBe(200);
    expect(
      await codeOf(
        sandbox,
        template('weekend_offer', [values('header', aText('Oslo')), named[1] ?? {}, button]),
      ),
    ).toBe(132012);
    const picture = values('header', { type: 'image', image: { link: 'https://example.com/a.png' } });
    const coupon = {
      ...{ type: 'button', sub_type: 'copy_code', index: '0' },
      parameters: [{ type: 'coupon_code', coupon_code: 'CONCERT10' }],
    };
    expect(await codeOf(sandbox, template('concert_invitation', [picture, two, coupon]))).toBe(200);
    expect(await codeOf(sandbox, template('concert_invitation', [two, coupon]))).toBe(132000);
  });

  it('refuses wrong tokens, wrong proofs, and invalid messages', async () => {
    const sandbox = await runningSandbox(environment);
    expect((await request(sandbox, 'GET', number, undefined, 'wrong-token-1')).status).toBe(401);
    expect((await request(sandbox, 'GET', `${number}?appsecret_proof=0123`)).status).toBe(400);
    expect(await codeOf(sandbox, { messaging_product: undefined })).toBe(100);
    expect(await codeOf(sandbox, { to: '+12' })).toBe(131009);
    expect(await codeOf(sandbox, { text: { body: 'a'.repeat(4_097) } })).toBe(131009);
    expect(await codeOf(sandbox, { biz_opaque_callback_data: 'x'.repeat(513) })).toBe(131009);
    expect(await codeOf(sandbox, { type: 'poll' })).toBe(131051);
    expect(await codeOf(sandbox, { type: 'image', image: { link: 'ftp://example.com/a.png' } })).toBe(131009);
  });

  it.each([
    ['+15005550001', 131026],
    ['+15005550110', 131000],
    ['+15035550110', 131016],
    ['+19295550110', 130429],
  ])('has the misbehaving numbers of Twilio: %s gets %d', async (to, code) => {
    const sandbox = await runningSandbox(environment);
    expect(await codeOf(sandbox, { to }, to)).toBe(code);
    expect(await arrivedFor(sandbox, to)).toEqual([]);
  });
});

import { createHash } from 'node:crypto';
import { AppError, type EventName, type Payload, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { signatureOf } from '@carillon/twilio';
import { createVault, parseKeyRing } from '@carillon/vault';
import { Gateway, USER, VAULT_KEYS } from './gateway';
import type { Answer } from './http-client';

const PUBLIC_URL = 'https://news.example.org/carillon';
const authToken = '5e6f0000000000000000000000000001';
const vault = createVault(parseKeyRing(VAULT_KEYS));
const sealed = (id: string, token = authToken): string => vault.seal(token, `integration:${id}:authToken`);
const integrationId = newId();
const deliveryId = '65e1c0000000000000000001-0000001024-7';
const MessageSid = `SM${'a'.repeat(32)}`;
const fields = { MessageSid, To: '+4915155502001', From: '+15005550006', MessageStatus: 'delivered' };
const form = 'application/x-www-form-urlencoded; charset=UTF-8';

let gateway: Gateway;
let known: Map<string, string>;
const heard: { name: EventName; payload: unknown }[] = [];
const note =
  <N extends EventName>(name: N) =>
  (payload: Payload<N>): void =>
    void heard.push({ name, payload });

beforeAll(async () => {
  gateway = await Gateway.start(
    {
      'integration.for-callback': ({ id }) => {
        const token = known.get(id);
        if (token === 'away') throw new AppError('service_unavailable');
        return {
          integration:
            token === undefined ? null : { userId: USER, channel: 'SMS', sealed: { authToken: token } },
        };
      },
    },
    { PUBLIC_URL },
  );
  await gateway.others.hear('dispatcher.callbacks', { 'delivery.reported': note('delivery.reported') });
  await gateway.others.hear('subscriber.events', {
    'address.refused': note('address.refused'),
    'message.received': note('message.received'),
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  known = new Map([[integrationId, sealed(integrationId)]]);
  heard.length = 0;
});

interface Call {
  id?: string;
  place?: string;
  told?: Record<string, string>;
  /** What is signed where that is not what is sent. */
  signed?: { url?: string; told?: Record<string, string>; token?: string };
  headers?: Record<string, string>;
}

/** As Twilio calls, through a proxy that takes the path's beginning away. */
function call({
  id = integrationId,
  place,
  told = fields,
  signed = {},
  headers = {},
}: Call = {}): Promise<Answer> {
  const target = `/api/v1/callbacks/twilio/${id}/${place ?? `status?delivery=${deliveryId}`}`;
  const signature = signatureOf(
    signed.token ?? authToken,
    signed.url ?? PUBLIC_URL + target,
    Object.entries(signed.told ?? told),
  );
  return gateway.plain('POST', target, {
    body: new URLSearchParams(told).toString(),
    headers: { 'content-type': form, 'x-twilio-signature': signature, ...headers },
  });
}

const heardSoon = (count: number): Promise<void> =>
  eventually(() => heard.length >= count).then(() => {
    expect(heard).toHaveLength(count);
  });
const codeOf = ({ body }: Answer): unknown => (body as { code?: string }).code;
const at: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

describe('a status callback', () => {
  it('is answered with nothing, and passed on', async () => {
    const { status, text } = await call();
    expect([status, text]).toEqual([204, '']);
    await heardSoon(1);
    expect(heard[0]).toEqual({
      name: 'delivery.reported',
      payload: {
        ...{ deliveryId, integrationId, providerId: MessageSid, state: 'DELIVERED' },
        ...{ reason: null, permanent: false, providerCode: null, at },
      },
    });
  });

  it('that comes twice is passed on twice: whoever works it in knows it by its name', async () => {
    expect([(await call()).status, (await call()).status]).toEqual([204, 204]);
    await heardSoon(2);
  });

  it('of a failure says why, by Twilio’s code', async () => {
    await call({ told: { ...fields, MessageStatus: 'undelivered', ErrorCode: '30003' } });
    await heardSoon(1);
    expect(heard[0]?.payload).toMatchObject({
      state: 'FAILED',
      reason: expect.any(String) as unknown,
      providerCode: '30003',
    });
  });

  it('of a failure with something else for a code is a failure without one', async () => {
    await call({ told: { ...fields, MessageStatus: 'failed', ErrorCode: 'x'.repeat(10_000) } });
    await heardSoon(1);
    expect(heard[0]?.payload).toMatchObject({ state: 'FAILED', providerCode: null });
  });

  it('that somebody wants no more messages suppresses the address as well', async () => {
    const told = { ...fields, MessageStatus: 'failed', ErrorCode: '21610' };
    await call({ told });
    await heardSoon(2);
    expect(heard.find(({ name }) => name === 'address.refused')?.payload).toEqual({
      userId: USER,
      channel: 'SMS',
      addresses: ['+4915155502001'],
      cause: 'STOPPED',
      sender: '+15005550006',
      at,
    });
  });

  it('of WhatsApp is about the address without its prefix', async () => {
    const told = { ...fields, To: 'whatsapp:+4915155502001', From: 'whatsapp:+15005550006' };
    await call({ told: { ...told, MessageStatus: 'read' } });
    await call({ told: { ...told, MessageStatus: 'failed', ErrorCode: '63014' } });
    await heardSoon(3);
    const states = heard.flatMap(({ name, payload }) =>
      name === 'delivery.reported' ? [(payload as Payload<'delivery.reported'>).state] : [],
    );
    expect(states.sort()).toEqual(['FAILED', 'READ']);
    for (const { name, payload } of heard) {
      if (name === 'address.refused')
        expect(payload).toMatchObject({
          channel: 'WHATSAPP',
          addresses: ['+4915155502001'],
          sender: '+15005550006',
        });
    }
  });

  it.each<[string, Call]>([
    ['a status that says nothing', { told: { ...fields, MessageStatus: 'receiving' } }],
    ['a status that nobody knows', { told: { ...fields, MessageStatus: 'sideways' } }],
    ['no status', { told: { MessageSid } }],
    ['no message', { told: { MessageStatus: 'sent' } }],
    ['a message that Twilio would not call so', { told: { ...fields, MessageSid: 'SM'.repeat(9_000) } }],
    ['no fields at all', { told: {} }],
    ['no delivery', { place: 'status' }],
    ['a delivery that is none', { place: 'status?delivery=%00%0a..%2f' }],
  ])('with %s is answered the same, and forgotten', async (_, sent) => {
    const { status, text } = await call(sent);
    expect([status, text]).toEqual([204, '']);
    await call();
    await heardSoon(1);
    expect(heard[0]?.payload).toMatchObject({ deliveryId, state: 'DELIVERED' });
  });

  it('in JSON is signed by the hash of its bytes in the address', async () => {
    const json = (body: string, hashed = body): Promise<Answer> => {
      const hash = createHash('sha256').update(hashed).digest('hex');
      const target = `/api/v1/callbacks/twilio/${integrationId}/status?delivery=${deliveryId}&bodySHA256=${hash}`;
      const headers = {
        'content-type': 'application/json',
        'x-twilio-signature': signatureOf(authToken, PUBLIC_URL + target, []),
      };
      return gateway.plain('POST', target, { body, headers });
    };
    const body = JSON.stringify({ ...fields, ErrorCode: null, Extra: { a: [1] } });
    expect((await json(body)).status).toBe(204);
    await heardSoon(1);
    expect(heard[0]?.payload).toMatchObject({ deliveryId, providerId: MessageSid, state: 'DELIVERED' });
    expect((await json(body, `${body} `)).status).toBe(403);
    expect((await json('[1]')).status).toBe(204);
    expect(codeOf(await json('{'))).toBe('malformed_json');
  });
});

describe('a callback that Twilio did not sign for this integration', () => {
  const target = `/api/v1/callbacks/twilio/${integrationId}/status?delivery=${deliveryId}`;

  it.each<[string, Call]>([
    ['another token', { signed: { token: authToken.replace('5', '6') } }],
    ['another delivery', { signed: { url: `${PUBLIC_URL}${target.replace('-7', '-8')}` } }],
    ['the address that the proxy called', { signed: { url: `http://127.0.0.1:8080${target}` } }],
    ['the public address without its path', { signed: { url: `https://news.example.org${target}` } }],
    ['another scheme', { signed: { url: PUBLIC_URL.replace('https', 'http') + target } }],
    ['another status', { signed: { told: { ...fields, MessageStatus: 'sent' } } }],
    ['a field more', { told: { ...fields, ErrorCode: '30003' }, signed: { told: fields } }],
    ['no signature', { headers: { 'x-twilio-signature': '' } }],
    ['something else for a signature', { headers: { 'x-twilio-signature': 'x'.repeat(5_000) } }],
    ['an integration that is not there', { id: newId() }],
    ['an integration that can be none', { id: 'default' }],
  ])('with %s is 403, and nothing is heard of it', async (_, sent) => {
    const answer = await call(sent);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'invalid_signature']);
    await call();
    await heardSoon(1);
  });

  it('is answered the same whether the integration is there or not', async () => {
    const wrong = { token: 'another' };
    const { requestId: _, ...there } = (await call({ signed: wrong })).body as Record<string, unknown>;
    const { requestId: __, ...gone } = (await call({ id: newId() })).body as Record<string, unknown>;
    expect(gone).toEqual(there);
  });

  it('is refused unread if it is too large, or neither form nor JSON', async () => {
    expect((await call({ told: { ...fields, Body: 'x'.repeat(65 * 1024) } })).status).toBe(413);
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml']) {
      expect((await call({ headers: { 'content-type': type } })).status).toBe(415);
    }
    expect((await gateway.plain('GET', target)).status).toBe(405);
  });
});

describe('an inbound message', () => {
  const told = { MessageSid, From: '+4915155502001', To: '+15005550006', Body: ' Stop ' };

  it('is passed on with whoever wrote it and what was written', async () => {
    expect((await call({ place: 'inbound', told })).status).toBe(204);
    await heardSoon(1);
    expect(heard[0]).toEqual({
      name: 'message.received',
      payload: {
        ...{ userId: USER, integrationId, channel: 'SMS', address: '+4915155502001' },
        ...{ sender: '+15005550006', body: ' Stop ', at, providerId: MessageSid },
      },
    });
  });

  it('by WhatsApp may have no words, and still opens a conversation', async () => {
    await call({
      place: 'inbound',
      told: {
        ...told,
        From: 'whatsapp:+4915155502001',
        To: 'whatsapp:+15005550006',
        Body: '',
        NumMedia: '1',
      },
    });
    await heardSoon(1);
    expect(heard[0]?.payload).toMatchObject({ channel: 'WHATSAPP', address: '+4915155502001', body: '' });
  });

  it.each([
    ['a short code', { ...told, From: '12345' }],
    ['a messenger without numbers', { ...told, From: 'messenger:12345' }],
    ['nobody', { MessageSid, Body: 'STOP' }],
    ['somebody in no message', { ...told, MessageSid: '' }],
  ])('from %s is answered, and forgotten', async (_, sent) => {
    expect((await call({ place: 'inbound', told: sent })).status).toBe(204);
    await call();
    await heardSoon(1);
    expect(heard[0]?.name).toBe('delivery.reported');
  });
});

describe('what is known of an integration that is called back', () => {
  const lookUps = (id: string): number =>
    gateway.payloads('integration.for-callback').filter((asked) => asked.id === id).length;

  it('is asked for once, also if there is none', async () => {
    const [there, gone] = [newId(), newId()];
    known.set(there, sealed(there));
    const calls = [there, gone].flatMap((id) => Array.from({ length: 20 }, () => call({ id })));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([204, 403]));
    expect([lookUps(there), lookUps(gone)]).toEqual([1, 1]);
    await heardSoon(20);
  });

  it('is forgotten when it changes', async () => {
    const id = newId();
    known.set(id, sealed(id));
    expect((await call({ id })).status).toBe(204);
    known.set(id, sealed(id, 'another'));
    await gateway.messenger.broadcast('integration.changed', { integrationId: id });
    await eventually(async () => (await call({ id, signed: { token: 'another' } })).status === 204);
    expect((await call({ id })).status).toBe(403);
  });

  it('that nobody can tell now is 503, so that Twilio calls again', async () => {
    const id = newId();
    known.set(id, 'away');
    const answer = await call({ id });
    expect([answer.status, codeOf(answer)]).toEqual([503, 'service_unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    known.set(id, sealed(id));
    expect((await call({ id })).status).toBe(204);
  });

  it('is not asked for by everybody who makes up ids', async () => {
    const before = gateway.payloads('integration.for-callback').length;
    const ids = Array.from({ length: 600 }, () => newId());
    const answers = await Promise.all(ids.map((id) => call({ id })));
    const asked = gateway.payloads('integration.for-callback').length - before;
    expect(asked).toBeLessThan(500);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403, 503]));
    expect((await call()).status).toBe(204);
  });
});

import { createHash } from 'node:crypto';
import { type Payload, newId } from '@carillon/contracts';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import { USER } from './callers';
import type { Answer } from './answer';
import {
  CalledGateway,
  type Call,
  MessageSid,
  PUBLIC_URL,
  at,
  authToken,
  codeOf,
  deliveryId,
  fields,
  senderId,
} from './called-gateway';

let called: CalledGateway;
beforeAll(async () => {
  called = await CalledGateway.start();
});
afterAll(() => called.gateway.close());
beforeEach(() => called.clear());

describe('a status callback', () => {
  it('gets an empty response, and is published', async () => {
    const { status, text } = await called.call();
    expect([status, text]).toEqual([204, '']);
    await called.publishes(1);
    expect(called.published[0]).toEqual({
      name: 'delivery.reported',
      payload: {
        ...{ deliveryId, senderId, providerId: MessageSid, state: 'DELIVERED' },
        ...{ reason: null, permanent: false, providerCode: null, at },
      },
    });
  });

  it('is published twice if it arrives twice; its consumer recognizes it by its ID', async () => {
    expect([(await called.call()).status, (await called.call()).status]).toEqual([204, 204]);
    await called.publishes(2);
  });

  it('about a failure has the reason for Twilio’s code', async () => {
    await called.call({ form: { ...fields, MessageStatus: 'undelivered', ErrorCode: '30003' } });
    await called.publishes(1);
    expect(called.published[0]?.payload).toMatchObject({
      state: 'FAILED',
      reason: expect.any(String) as unknown,
      providerCode: '30003',
    });
  });

  it('about a failure with an invalid code has no reason', async () => {
    await called.call({ form: { ...fields, MessageStatus: 'failed', ErrorCode: 'x'.repeat(10_000) } });
    await called.publishes(1);
    expect(called.published[0]?.payload).toMatchObject({ state: 'FAILED', providerCode: null });
  });

  it('about a recipient who opted out also suppresses the address', async () => {
    const form = { ...fields, MessageStatus: 'failed', ErrorCode: '21610' };
    await called.call({ form });
    await called.publishes(2);
    expect(called.published.find(({ name }) => name === 'address.refused')?.payload).toEqual({
      userId: USER,
      channel: 'SMS',
      addresses: ['+4915155502001'],
      cause: 'STOPPED',
      sender: '+15005550006',
      at,
    });
  });

  it('from WhatsApp has the address without its prefix', async () => {
    const form = { ...fields, To: 'whatsapp:+4915155502001', From: 'whatsapp:+15005550006' };
    await called.call({ form: { ...form, MessageStatus: 'read' } });
    await called.call({ form: { ...form, MessageStatus: 'failed', ErrorCode: '63014' } });
    await called.publishes(3);
    const states = called.published.flatMap(({ name, payload }) =>
      name === 'delivery.reported' ? [(payload as Payload<'delivery.reported'>).state] : [],
    );
    expect(states.sort()).toEqual(['FAILED', 'READ']);
    for (const { name, payload } of called.published) {
      if (name === 'address.refused')
        expect(payload).toMatchObject({
          channel: 'WHATSAPP',
          addresses: ['+4915155502001'],
          sender: '+15005550006',
        });
    }
  });

  it.each<[string, Call]>([
    ['an irrelevant status', { form: { ...fields, MessageStatus: 'receiving' } }],
    ['an unknown status', { form: { ...fields, MessageStatus: 'sideways' } }],
    ['no status', { form: { MessageSid } }],
    ['no message', { form: { MessageStatus: 'sent' } }],
    ['an invalid message ID', { form: { ...fields, MessageSid: 'SM'.repeat(9_000) } }],
    ['no fields', { form: {} }],
    ['no delivery', { path: 'status' }],
    ['an invalid delivery', { path: 'status?delivery=%00%0a..%2f' }],
  ])('with %s gets the same response, and is dropped', async (_, sent) => {
    const { status, text } = await called.call(sent);
    expect([status, text]).toEqual([204, '']);
    await called.call();
    await called.publishes(1);
    expect(called.published[0]?.payload).toMatchObject({ deliveryId, state: 'DELIVERED' });
  });

  it('in JSON is signed with the hash of its bytes in the address', async () => {
    const json = (body: string, hashed = body): Promise<Answer> => {
      const hash = createHash('sha256').update(hashed).digest('hex');
      const target = `/api/v1/callbacks/twilio/${senderId}/status?delivery=${deliveryId}&bodySHA256=${hash}`;
      const headers = {
        'content-type': 'application/json',
        'x-twilio-signature': getExpectedTwilioSignature(authToken, PUBLIC_URL + target, {}),
      };
      return called.gateway.plain('POST', target, { body, headers });
    };
    const body = JSON.stringify({ ...fields, ErrorCode: null, Extra: { a: [1] } });
    expect((await json(body)).status).toBe(204);
    await called.publishes(1);
    expect(called.published[0]?.payload).toMatchObject({
      deliveryId,
      providerId: MessageSid,
      state: 'DELIVERED',
    });
    expect((await json(body, `${body} `)).status).toBe(403);
    expect((await json('[1]')).status).toBe(204);
    expect(codeOf(await json('{'))).toBe('malformed_json');
  });
});

describe('a callback that Twilio did not sign for this integration', () => {
  const target = `/api/v1/callbacks/twilio/${senderId}/status?delivery=${deliveryId}`;

  it.each<[string, Call]>([
    ['another token', { signed: { token: authToken.replace('5', '6') } }],
    ['another delivery', { signed: { url: `${PUBLIC_URL}${target.replace('-7', '-8')}` } }],
    ['the address that the proxy called', { signed: { url: `http://127.0.0.1:8080${target}` } }],
    ['the public address without its path', { signed: { url: `https://news.example.org${target}` } }],
    ['another scheme', { signed: { url: PUBLIC_URL.replace('https', 'http') + target } }],
    ['another status', { signed: { form: { ...fields, MessageStatus: 'sent' } } }],
    ['an additional field', { form: { ...fields, ErrorCode: '30003' }, signed: { form: fields } }],
    ['no signature', { headers: { 'x-twilio-signature': '' } }],
    ['an invalid signature', { headers: { 'x-twilio-signature': 'x'.repeat(5_000) } }],
    ['an unknown integration', { id: newId() }],
    ['an impossible integration', { id: 'default' }],
  ])('with %s is 403, and is not published', async (_, sent) => {
    const answer = await called.call(sent);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'invalid_signature']);
    await called.call();
    await called.publishes(1);
  });

  it('gets the same response whether the integration exists or not', async () => {
    const wrong = { token: 'another' };
    const { requestId: _, ...there } = (await called.call({ signed: wrong })).body as Record<string, unknown>;
    const { requestId: __, ...gone } = (await called.call({ id: newId() })).body as Record<string, unknown>;
    expect(gone).toEqual(there);
  });

  it('is rejected unread if it is too large, or neither a form nor JSON', async () => {
    expect((await called.call({ form: { ...fields, Body: 'x'.repeat(65 * 1024) } })).status).toBe(413);
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml']) {
      expect((await called.call({ headers: { 'content-type': type } })).status).toBe(415);
    }
    expect((await called.gateway.plain('GET', target)).status).toBe(405);
  });

  it('is rejected unparsed, for any integration, if it has more fields than Twilio sends', async () => {
    const many = (count: number) => ({
      form: { ...fields, ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`Field${i}`, ''])) },
    });
    expect((await called.call(many(400))).status).toBe(204);
    for (const id of [senderId, newId()]) {
      const answer = await called.call({ ...many(600), id });
      expect([answer.status, codeOf(answer)]).toEqual([413, 'body_too_large']);
    }
  });
});

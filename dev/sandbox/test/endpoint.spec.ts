import { Webhook } from 'standardwebhooks';
import { arrivedFor, ask, cleanUp, runningSandbox } from './running-sandbox';

afterEach(cleanUp);

const secret = `whsec_${Buffer.alloc(32, 251).toString('base64')}`;
const path = `/sender?secret=${encodeURIComponent(secret)}`;
const posting = (data: object, id = 'd-1', by = secret) => {
  const now = new Date();
  const body = JSON.stringify({ type: 'message.send', timestamp: now.toISOString(), data });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign(id, now, body),
  };
  return { method: 'POST', headers, body };
};
const sms = { deliveryId: 'd-1', channel: 'SMS', to: '+12025550143', from: 'Shop', text: 'Hi' };

describe('the endpoint of HTTP senders', () => {
  it('accepts a signed message once, and shows it', async () => {
    const sandbox = await runningSandbox();
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await ask(sandbox, path, posting(sms));
      expect([status, body]).toEqual([200, '{"id":"sandbox-d-1"}']);
    }
    expect(await arrivedFor(sandbox, sms.to)).toMatchObject([{ channel: 'SMS', from: 'Shop', text: 'Hi' }]);
  });

  it('shows an email with its headers', async () => {
    const sandbox = await runningSandbox();
    const mail = {
      ...{ deliveryId: 'd-1', channel: 'EMAIL', to: 'ann@example.com', subject: 'Grüße', text: 'Hi' },
      ...{ from: { address: 'news@shop.example', name: 'The Shop' }, html: '<p>Hi</p>' },
      headers: { 'Message-ID': '<1@shop.example>', 'List-Unsubscribe': '<https://example.com/u/1>' },
    };
    expect((await ask(sandbox, path, posting(mail))).status).toBe(200);
    expect(await arrivedFor(sandbox, mail.to)).toMatchObject([
      {
        subject: 'Grüße',
        from: 'The Shop <news@shop.example>',
        headers: { 'message-id': '<1@shop.example>', 'list-unsubscribe': '<https://example.com/u/1>' },
      },
    ]);
  });

  it('refuses any other signature, and stores nothing', async () => {
    const sandbox = await runningSandbox();
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    expect((await ask(sandbox, path, posting(sms, 'd-1', other))).status).toBe(401);
    expect(await arrivedFor(sandbox, sms.to)).toEqual([]);
  });

  it.each([
    ['+15005550001', 422, '{"reason":"INVALID_ADDRESS"}'],
    ['+15005550004', 422, '{"reason":"OPTED_OUT"}'],
    ['+15005550142', 500, '{}'],
    ['+15035550142', 503, '{}'],
    ['+19295550142', 429, '{}'],
  ])('misbehaves for %s', async (to, status, body) => {
    const sandbox = await runningSandbox();
    const answer = await ask(sandbox, path, posting({ ...sms, to }));
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(await arrivedFor(sandbox, to)).toEqual([]);
  });
});

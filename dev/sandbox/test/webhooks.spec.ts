import { Webhook } from 'standardwebhooks';
import { ask, cleanUp, runningSandbox } from './running-sandbox';

afterEach(cleanUp);

const secret = `whsec_${Buffer.alloc(32, 251).toString('base64')}`;
const body = JSON.stringify({ type: 'campaign.completed', data: { campaignId: 'c' } });
const signed = (of: string) => {
  const now = new Date();
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(of).sign('msg_1', now, body),
  };
};
const path = `/webhooks?secret=${encodeURIComponent(secret)}`;

describe('the endpoint for webhooks', () => {
  it('accepts and shows messages that are signed with the secret', async () => {
    const sandbox = await runningSandbox();
    expect(await ask(sandbox, path, { method: 'POST', headers: signed(secret), body })).toMatchObject({
      status: 204,
    });
    const { webhooks } = JSON.parse((await ask(sandbox, '/api/webhooks')).body) as { webhooks: unknown };
    expect(webhooks).toEqual([
      { id: 'msg_1', type: 'campaign.completed', body: JSON.parse(body) as unknown },
    ]);
  });

  it('refuses all other messages, and stores nothing of them', async () => {
    const sandbox = await runningSandbox();
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    for (const headers of [signed(other), {}, { ...signed(secret), 'webhook-id': 'msg_2' }])
      expect(await ask(sandbox, path, { method: 'POST', headers, body })).toMatchObject({ status: 401 });
    expect((await ask(sandbox, '/api/webhooks')).body).toBe('{"webhooks":[]}');
  });

  it('responds as configured', async () => {
    const sandbox = await runningSandbox();
    const failing = await ask(sandbox, `${path}&answer=503`, {
      method: 'POST',
      headers: signed(secret),
      body,
    });
    expect(failing.status).toBe(503);
    const odd = await ask(sandbox, `${path}&answer=7`, { method: 'POST', headers: signed(secret), body });
    expect(odd.status).toBe(422);
  });
});

import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from './sign';

const secretOf = (bytes: number): string => `whsec_${randomBytes(bytes).toString('base64')}`;

describe('signatures', () => {
  it.each([24, 32, 64])('are verified by the reference library with a secret of %i bytes', (bytes) => {
    const secret = secretOf(bytes);
    const message = { id: 'msg_1', body: '{"type":"campaign.completed","data":{"name":"Grüße 🔔"}}' };
    const now = new Date();
    const headers = signedHeaders(message, [secret], now);
    expect(new Webhook(secret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign('msg_1', now, message.body));
  });

  it('are created with each secret, and rejected after a changed byte', () => {
    const secrets = [secretOf(32), secretOf(32)];
    const message = { id: 'msg_2', body: '{"n":1}' };
    const headers = signedHeaders(message, secrets, new Date());
    for (const secret of secrets) {
      const webhook = new Webhook(secret);
      expect(webhook.verify(message.body, headers)).toEqual({ n: 1 });
      expect(() => webhook.verify('{"n":2}', headers)).toThrow('No matching signature');
      expect(() => webhook.verify(message.body, { ...headers, 'webhook-id': 'msg_3' })).toThrow(
        'No matching signature',
      );
    }
    expect(() => new Webhook(secretOf(32)).verify(message.body, headers)).toThrow('No matching signature');
  });
});

import { AppError } from '@carillon/contracts';
import { createVault, parseKeyRing } from '@carillon/vault';
import { ID, TWILIO, integration, settings, twilioSettings } from './examples';
import { USER, byUser } from './callers';
import { Gateway, VAULT_KEYS } from './gateway';
import { newIntegration } from './operations';
import { obliging } from './services';

const vault = createVault(parseKeyRing(VAULT_KEYS));
let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start(obliging);
});
afterAll(() => gateway.close());

describe('integrations', () => {
  it('have sealed secrets and canonical addresses in commands', async () => {
    const { text } = await gateway.call('POST', '/integrations', {
      body: { ...newIntegration, ratePerSecond: 0.5 },
    });
    expect(text).not.toContain(settings.password);
    const command = gateway.payloads('sender.create').at(-1);
    expect(JSON.stringify(command)).not.toContain(settings.password);
    const { password: _, ...open } = settings;
    expect(command).toMatchObject({
      by: byUser,
      userId: USER,
      channel: 'EMAIL',
      settings: { ...open, fromAddress: 'news@example.com' },
      secrets: { password: '…cret' },
      sealed: { password: expect.any(String) as string },
      ratePerSecond: 0.5,
    });
  });

  it('are changed partially; null removes optional settings of a mail server', async () => {
    const change = {
      settings: { replyTo: null, maxConnections: 8, port: 25, password: 'another long secret' },
      ratePerSecond: 2,
    };
    await gateway.call('PATCH', `/integrations/${ID}`, { body: change });
    expect(gateway.payloads('sender.update').at(-1)).toEqual({
      by: byUser,
      userId: USER,
      id: ID,
      settings: { replyTo: null, maxConnections: 8, port: 25 },
      sealed: { password: expect.any(String) as string },
      secrets: { password: '…cret' },
      ratePerSecond: 2,
    });
    await gateway.call('PATCH', `/integrations/${ID}`, { body: { name: 'Ours' } });
    expect(gateway.payloads('sender.update').at(-1)).toEqual({
      by: byUser,
      userId: USER,
      id: ID,
      name: 'Ours',
    });
  });

  it('from Twilio also have sealed secrets in commands, and the sender in canonical form', async () => {
    for (const [channel, from, kept] of [
      ['whatsapp', '+1 (415) 523-8886', '+14155238886'],
      ['sms', '+1 500.555.0006', '+15005550006'],
      ['SMS', '12345', '12345'],
      ['sms', 'Choir & Co', 'Choir & Co'],
    ]) {
      const { accountSid, authToken } = twilioSettings;
      const body = { channel, name: 'Ours', settings: { accountSid, authToken, from } };
      const { status, text } = await gateway.call('POST', '/integrations', { body });
      expect([status, text.includes(authToken)]).toEqual([201, false]);
      const command = gateway.payloads('sender.create').at(-1);
      expect(JSON.stringify(command)).not.toContain(authToken);
      expect(command).toMatchObject({
        channel: channel?.toUpperCase(),
        settings: { accountSid, from: kept },
        sealed: { authToken: expect.any(String) as string },
        secrets: { authToken: '…oken' },
      });
      expect(vault.open(command?.sealed.authToken ?? '', `sender:${command?.id}:authToken`)).toBe(authToken);
    }
  });

  it('can use a messaging service and an API key', async () => {
    const { from: _, ...account } = twilioSettings;
    const open = { accountSid: account.accountSid, messagingServiceSid: `MG${'a'.repeat(32)}` };
    const key = { apiKeySid: `SK${'B'.repeat(32)}`, apiKeySecret: 'the secret of a key' };
    const body = { channel: 'SMS', name: 'Ours', settings: { ...account, ...open, ...key } };
    expect((await gateway.call('POST', '/integrations', { body })).status).toBe(201);
    const command = gateway.payloads('sender.create').at(-1);
    expect(command?.settings).toEqual({ ...open, apiKeySid: key.apiKeySid });
    expect(Object.keys(command?.sealed ?? {}).sort()).toEqual(['apiKeySecret', 'authToken']);
    expect(command?.secrets).toEqual({ authToken: '…oken', apiKeySecret: '… key' });
  });

  it('are changed by the rules of their channel', async () => {
    const change = { from: null, messagingServiceSid: `MG${'a'.repeat(32)}`, apiKeySecret: null };
    await gateway.call('PATCH', `/integrations/${TWILIO}`, { body: { settings: change } });
    expect(gateway.payloads('sender.update').at(-1)).toEqual({
      by: byUser,
      userId: USER,
      id: TWILIO,
      settings: change,
      sealed: {},
      secrets: {},
    });
  });

  it('return the rate in force, and use the default for null', async () => {
    const rate = async (id: string) => {
      const { body } = await gateway.call('GET', `/integrations/${id}`);
      return (body as { data: { integration: { ratePerSecond: number | null } } }).data.integration
        .ratePerSecond;
    };
    expect(await rate(TWILIO)).toBe(10);
    expect(await rate(ID)).toBeNull();
    await gateway.call('PATCH', `/integrations/${TWILIO}`, { body: { ratePerSecond: null } });
    const reset = { by: byUser, userId: USER, id: TWILIO, ratePerSecond: null };
    expect(gateway.payloads('sender.update').at(-1)).toEqual(reset);
  });

  it('return the time of the next test after too many concurrent ones', async () => {
    const strict = await Gateway.start({
      'sender.get': () => integration,
      'sender.test': () => {
        throw new AppError('rate_limited', 'Three at most', [], { retryAfter: '5' });
      },
    });
    const { status, headers } = await strict.call('POST', `/integrations/${ID}/test`);
    expect([status, headers['retry-after']]).toEqual([429, '5']);
    await strict.close();
  });

  it('are not found if they do not exist, regardless of the settings', async () => {
    const missing = await Gateway.start({
      'sender.get': () => {
        throw new AppError('sender_not_found');
      },
    });
    const change = { body: { settings: { from: 'nonsense' } } };
    expect((await missing.call('PATCH', `/integrations/${ID}`, change)).status).toBe(404);
    const test = { body: { identifier: 'nonsense' } };
    expect((await missing.call('POST', `/integrations/${ID}/test`, test)).status).toBe(404);
    await missing.close();
  });

  it('are the default senders of channels', async () => {
    await gateway.call('GET', '/integrations?channel=sms');
    expect(gateway.payloads('sender.list').at(-1)).toMatchObject({ channel: 'SMS', isDefault: true });
    await gateway.call('POST', '/integrations', { body: newIntegration });
    expect(gateway.payloads('sender.create').at(-1)).toMatchObject({ provider: 'SMTP', isOnly: true });
    const other = await Gateway.start({ 'sender.get': () => ({ ...integration, isDefault: false }) });
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/test'],
    ] as const) {
      const body = method === 'PATCH' ? { name: 'Ours' } : undefined;
      const { status, body: problem } = await other.call(method, `/integrations/${ID}${path}`, { body });
      expect([status, (problem as { code: string }).code]).toEqual([404, 'integration_not_found']);
    }
    await other.close();
  });

  it('are tested with a message to an address, or without one', async () => {
    await gateway.call('POST', `/integrations/${TWILIO}/test`, { body: { identifier: '+1 415 555 2671' } });
    expect(gateway.payloads('sender.test').at(-1)?.address).toBe('+14155552671');
    await gateway.call('POST', `/integrations/${ID}/test`, { body: { identifier: 'Me@Example.com' } });
    expect(gateway.payloads('sender.test').at(-1)?.address).toBe('me@example.com');
    await gateway.call('POST', `/integrations/${ID}/test`, {
      headers: { 'content-type': 'application/json' },
    });
    expect(gateway.payloads('sender.test').at(-1)?.address).toBeNull();
  });
});
